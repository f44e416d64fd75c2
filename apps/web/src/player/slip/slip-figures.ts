import type { BetInput } from '@mupiira/contract/bets.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { odds, type OddsHundredths, totalOdds, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import type { OddsPolicy } from '@mupiira/domain/odds/odds-policy.ts'
import { bonusRule, slipTotals, type SlipTotals, stakePerSelection } from '@mupiira/domain/ticket/totals.ts'
import type { Answer } from '../../shared/api/client.ts'
import { money } from '../../shared/format/amounts.ts'
import { SUSPENDED } from '../../shared/lock-reason.ts'
import { selectionKey } from '../../state/slip-code.ts'
import { matchOf, type SlipItem } from '../../state/slip-rules.ts'
import type { LiveGames } from './live-selections.ts'

/** The server's quote of the slip with its time. */
export type Quote = Answer<'POST /api/bets/quote'> & { readonly atMs: number }

/** Current odds compared with the seen odds. */
export type Change = 'same' | 'better' | 'worse'

export type SlipLine = {
  readonly item: SlipItem
  /** The odds that the player saw or accepted. */
  readonly seen: OddsHundredths
  /** The server's current odds, or the seen odds while the current odds are unknown. */
  readonly odds: OddsHundredths
  readonly change: Change
  /** Why the selection is closed or suspended, else null. */
  readonly problem: string | null
  /** True if the problem is that its live game takes no bets for a short time (INP-09). */
  readonly isSuspended: boolean
  readonly isLive: boolean
  /**
   * The joint odds of the selection's game, if the slip has several selections of the game and the server priced
   * exactly these (D27).
   */
  readonly joint: OddsHundredths | null
  /** The joint odds that the player saw or accepted. */
  readonly jointSeen: OddsHundredths | null
  readonly sameGame: boolean
}

/** Seen joint odds by the game's selections. */
export type SeenJointOdds = ReadonlyMap<string, OddsHundredths>

const PROBLEMS = {
  GAME_MISSING: 'Game is missing a valid ID. Please refresh or contact support.',
  GAME_CLOSED: 'This game has started or is closed for betting.',
  MARKET_UNAVAILABLE: 'This selection is not available at the moment.',
} as const

const hundredths = (text: string): OddsHundredths => odds(Math.round(Number(text) * 100))

/** Older phones do not support Map.groupBy. */
function byGame<T>(all: readonly T[], gameOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const games = new Map<string, T[]>()
  for (const each of all) {
    const ofGame = games.get(gameOf(each))
    if (ofGame === undefined) games.set(gameOf(each), [each])
    else ofGame.push(each)
  }
  return games
}

export const changeOf = (now: number | bigint, seen: number | bigint): Change =>
  now === seen ? 'same' : now > seen ? 'better' : 'worse'

/** Returns whether the game has started, unless the last quote is from after the start. */
const hasStartedSince = (gameTime: string, now: Date, quote: Quote | undefined): boolean => {
  const startsMs = Date.parse(gameTime)
  return startsMs <= now.getTime() && (quote === undefined || quote.atMs < startsMs)
}

/** The selections with the odds and problems of the server's last quote, or with the odds seen if there is no quote. */
export function slipLines(
  items: readonly SlipItem[],
  quote: Quote | undefined,
  now: Date,
  seenJoint: SeenJointOdds = new Map(),
  liveGames: LiveGames = {},
): readonly SlipLine[] {
  const perGame = byGame(items, ({ gameId }) => gameId)
  return items.map((item) => {
    const quoted = quote?.selections.find(
      ({ gameId, market, selection }) =>
        gameId === item.gameId && market === item.market && selection === item.selection,
    )
    const seen = hundredths(item.oddsSeen)
    const current = quoted?.odds == null ? seen : odds(Math.round(quoted.odds * 100))
    const ofGame = perGame.get(item.gameId) ?? []
    const joint = jointOf(ofGame, quote)
    const live = liveGames[item.gameId]
    const isClosed = live === undefined && hasStartedSince(item.names.gameTime, now, quote)
    const problem = isClosed ? 'GAME_CLOSED' : (quoted?.problem ?? null)
    // A quote of a live game that has reopened since is requested again.
    const suspension = live ?? (live === null && problem === 'GAME_CLOSED' ? SUSPENDED : null)
    return {
      item,
      seen,
      odds: current,
      change: changeOf(current, seen),
      problem: suspension ?? (problem === null ? null : PROBLEMS[problem]),
      isSuspended: suspension !== null,
      isLive: live !== undefined,
      joint,
      jointSeen: joint === null ? null : (seenJoint.get(selectionKey(ofGame)) ?? joint),
      sameGame: ofGame.length > 1,
    }
  })
}

/** A quote for other selections of the game (placeholder data) does not apply. */
function jointOf(ofGame: readonly SlipItem[], quote: Quote | undefined): OddsHundredths | null {
  const gameId = ofGame[0]?.gameId
  const joint = quote?.jointOdds.find((jointOdd) => jointOdd.gameId === gameId)
  if (ofGame.length < 2 || quote === undefined || joint === undefined) return null
  const requested = quote.selections.filter((selection) => selection.gameId === gameId)
  return selectionKey(requested) === selectionKey(ofGame) ? odds(Math.round(joint.odds * 100)) : null
}

/** Selections that count in the totals: the open ones, and suspended ones, which keep their last odds. */
export const isCounted = ({ problem, isSuspended }: SlipLine): boolean => problem === null || isSuspended

/** The line as it is after the player has accepted its current odds. */
export const withAcceptedOdds = (line: SlipLine): SlipLine => ({
  ...line,
  seen: line.odds,
  jointSeen: line.joint,
  change: 'same',
})

export type JointGame = {
  readonly match: string
  readonly content: string
  readonly odds: OddsHundredths
  readonly seen: OddsHundredths
  readonly change: Change
}

/** The games with several selections in the slip, with their joint odds. */
export function jointGames(lines: readonly SlipLine[]): readonly JointGame[] {
  const perGame = byGame(lines, ({ item }) => item.gameId)
  return [...perGame.values()].flatMap((ofGame) => {
    const [first] = ofGame
    if (first?.joint == null || first.jointSeen === null) return []
    const { joint, jointSeen, item } = first
    const content = selectionKey(ofGame.map((line) => line.item))
    return [{ match: matchOf(item), content, odds: joint, seen: jointSeen, change: changeOf(joint, jointSeen) }]
  })
}

/** The total odds that the player saw, and the current total odds; null if one of them is unknown. */
export function totalChange(lines: readonly SlipLine[]): { seen: bigint; now: bigint; change: Change } | null {
  const seen = oddsPerGame(lines, 'seen')
  const now = oddsPerGame(lines, 'odds')
  if (seen === null || now === null || lines.length === 0) return null
  const [before, after] = [totalOdds(seen), totalOdds(now)]
  return { seen: before, now: after, change: after === before ? 'same' : after > before ? 'better' : 'worse' }
}

/**
 * The odds of each game: of its only selection, or the joint odds of several selections. Null while joint odds are
 * unknown, because the product of the single odds would be too high.
 */
export function oddsPerGame(lines: readonly SlipLine[], which: 'seen' | 'odds'): readonly OddsHundredths[] | null {
  const games = new Map<string, OddsHundredths | null>()
  for (const line of lines)
    games.set(line.item.gameId, line.sameGame ? line[which === 'seen' ? 'jointSeen' : 'joint'] : line[which])
  const perGame = [...games.values()]
  return perGame.every((value): value is OddsHundredths => value !== null) ? perGame : null
}

type Terms = { readonly bonusMinOdds: number; readonly maxPayout: number }

/** Total odds, potential win, bonus and payout, by the server's rules (SLIP-24 to SLIP-29, SLIP-70). */
export function figuresOf(lines: readonly SlipLine[], stakeUgx: Ugx, terms: Terms): SlipTotals | null {
  const perGame = oddsPerGame(lines, 'odds')
  if (perGame === null) return null
  return slipTotals(stakeUgx, perGame, bonusRule(terms.bonusMinOdds), money(terms.maxPayout))
}

/**
 * The placement request with the odds that the player saw, per selection and in total (D17, SLIP-43). Better current
 * odds are already on screen, so they count as seen. Worse odds count only after the player accepts them.
 */
export function betBody(
  lines: readonly SlipLine[],
  stakeUgx: Ugx,
  oddsPolicy: OddsPolicy,
  bonusPercentage: number,
): BetInput {
  const total = totalChange(lines)
  const stake = ugxToNumber(stakePerSelection(stakeUgx, Math.max(1, lines.length)))
  return {
    stake: ugxToNumber(stakeUgx),
    ...(total === null ? {} : { totalOdds: totalOddsToNumber(total.change === 'better' ? total.now : total.seen) }),
    bonusPercentage,
    acceptOddsChanges: oddsPolicy === 'any',
    ...(oddsPolicy === 'none' && { oddsPolicy }),
    selections: lines.map(({ item, seen, odds: now }) => ({
      gameId: item.gameId,
      market: item.market,
      selection: item.selection,
      odds: Math.max(seen, now) / 100,
      stake,
      match: matchOf(item),
    })),
  }
}
