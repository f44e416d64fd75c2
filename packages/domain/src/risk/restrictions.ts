import { MAX_ADDED_DELAY_SECONDS } from '../in-play/delayed-bet.ts'

type KindRow = {
  readonly label: string
  /** What the restriction does, for staff. */
  readonly text: string
  /** The range of its value; absent for a restriction without one. */
  readonly value?: { readonly unit: string; readonly min: number; readonly max: number }
  /** True if the courtsiding report must justify the restriction (INP-12). */
  readonly needsEvidence?: true
}

/** The restrictions that staff can set for a player. Each has a reason, and ends by itself if it has an end. */
export const RESTRICTION_KINDS = {
  'stake-factor': {
    label: 'Stake factor',
    text: 'The player can stake this share of what other players can stake on the same bet. Aviator is not affected.',
    value: { unit: '%', min: 1, max: 99 },
  },
  'in-play-delay': {
    label: 'Longer in-play delay',
    text: 'These seconds are added to the delay of each live bet.',
    value: { unit: 's', min: 1, max: MAX_ADDED_DELAY_SECONDS },
    needsEvidence: true,
  },
  'no-live-bets': {
    label: 'No live bets',
    text: 'Bets on live games are refused. Bets before kick-off stay possible.',
    needsEvidence: true,
  },
  'no-promotions': {
    label: 'No promotions',
    text: 'New bets get no win bonus. Bets that are already placed keep theirs.',
  },
} as const satisfies Record<string, KindRow>

export type RestrictionKind = keyof typeof RESTRICTION_KINDS
export const RESTRICTION_KIND_NAMES = Object.keys(RESTRICTION_KINDS) as readonly RestrictionKind[]

export const restrictionKind = (kind: RestrictionKind): KindRow => RESTRICTION_KINDS[kind]

/** Whether the value is in the range of its kind; null for a kind without a value. */
export function isRestrictionValue(kind: RestrictionKind, value: number | null): boolean {
  const range = restrictionKind(kind).value
  if (range === undefined || value === null) return (range === undefined) === (value === null)
  return Number.isInteger(value) && value >= range.min && value <= range.max
}

/** `restrictionName('stake-factor', 25)` → "Stake factor 25 %" */
export function restrictionName(kind: RestrictionKind, value: number | null): string {
  const { label, value: range } = restrictionKind(kind)
  return value === null || range === undefined ? label : `${label} ${value} ${range.unit}`
}

/** What applies to a player's bets now. */
export type BetRestrictions = {
  /** Seconds that are added to the delay of live bets, and whether live bets are refused (INP-12). */
  readonly inPlayDelay: number
  readonly isInPlayExcluded: boolean
  /** Percent of the maximum stake; 100 without a restriction. */
  readonly stakeFactor: number
  readonly hasPromotions: boolean
}

export const UNRESTRICTED: BetRestrictions = {
  inPlayDelay: 0,
  isInPlayExcluded: false,
  stakeFactor: 100,
  hasPromotions: true,
}

type Restriction = { readonly kind: RestrictionKind; readonly value: number | null }

/** Combines the current restrictions of a player. */
export const betRestrictions = (current: readonly Restriction[]): BetRestrictions =>
  current.reduce<BetRestrictions>((combined, { kind, value }) => {
    switch (kind) {
      case 'stake-factor':
        return { ...combined, stakeFactor: value ?? 100 }
      case 'in-play-delay':
        return { ...combined, inPlayDelay: value ?? 0 }
      case 'no-live-bets':
        return { ...combined, isInPlayExcluded: true }
      case 'no-promotions':
        return { ...combined, hasPromotions: false }
    }
  }, UNRESTRICTED)
