import { create } from 'zustand'
import { deviceStorage } from '../shared/storage.ts'
import { readSlipCode, type SlipCode } from './slip-code.ts'
import { readItems, toggleItem, type SlipItem, type ToggleOutcome } from './slip-rules.ts'

/** SLIP-21 */
export const DEFAULT_STAKE = '10.00'

type Slip = {
  readonly items: readonly SlipItem[]
  /** As typed. */
  readonly stake: string
  readonly acceptOddsChanges: boolean
  /** Its booking code, if it has one (SLIP-16). */
  readonly code: SlipCode | null
}

const EMPTY: Slip = { items: [], stake: DEFAULT_STAKE, acceptOddsChanges: false, code: null }

const KEY = 'mupiira.slip'
const VERSION = 1

/** The slip lives in this browser: it survives a reload and the login (SLIP-12). Read after the first render. */
export const useSlip = create<Slip>(() => EMPTY)

let isRead = false

/** Nothing stored, or no storage at all: what was tapped so far stays. */
export function readSlip(): void {
  isRead = true
  const stored = storedSlip()
  if (stored === undefined) return
  useSlip.setState(({ stake }) => ({
    items: readItems(stored.items),
    stake: typeof stored.stake === 'string' ? stored.stake : stake,
    acceptOddsChanges: stored.acceptOddsChanges === true,
    code: readSlipCode(stored.code),
  }))
}

function storedSlip(): Partial<Slip> | undefined {
  try {
    const stored = JSON.parse(deviceStorage.read(KEY) ?? '{}') as { state?: Partial<Slip>; version?: number }
    return stored.version === VERSION ? stored.state : undefined
  } catch {
    return undefined
  }
}

/** Fills the slip from the device, and follows what another tab does to it. */
export function loadSlip(): () => void {
  readSlip()
  const follow = (event: StorageEvent) => {
    if (event.key === KEY) readSlip()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Changes the slip of this device. A tap before `loadSlip` adds to the stored slip instead of replacing it. */
function changeSlip(change: (slip: Slip) => Partial<Slip>): void {
  if (!isRead) readSlip()
  useSlip.setState(change)
  deviceStorage.write(KEY, JSON.stringify({ state: useSlip.getState(), version: VERSION }))
}

export function toggleSelection(item: SlipItem): ToggleOutcome {
  let outcome: ToggleOutcome = 'invalid-game'
  changeSlip((slip) => {
    const toggled = toggleItem(slip.items, item)
    outcome = toggled.outcome
    return { items: toggled.items }
  })
  return outcome
}

export function removeSelections(ids: readonly string[]): void {
  changeSlip(({ items }) => ({ items: items.filter((item) => !ids.includes(item.id)) }))
}

/** Ends the highlight of a selection that was just added. */
export function settleNew(id: string): void {
  changeSlip(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, isNew: false } : item)) }))
}

/** The player takes the odds of now: they become the odds seen. */
export function acceptOdds(now: ReadonlyMap<string, string>): void {
  const accept = (item: SlipItem): SlipItem => {
    const odds = now.get(item.id) ?? item.odds
    return odds === item.odds ? item : { ...item, odds, pickedAt: item.pickedAt ?? item.odds }
  }
  changeSlip(({ items }) => ({ items: items.map(accept) }))
}

export function setStake(stake: string): void {
  changeSlip(() => ({ stake }))
}

export function setAcceptOddsChanges(acceptOddsChanges: boolean): void {
  changeSlip(() => ({ acceptOddsChanges }))
}

export function setSlipCode(code: SlipCode | null): void {
  changeSlip(() => ({ code }))
}

export function replaceSelections(items: readonly SlipItem[]): void {
  changeSlip(() => ({ items }))
}

/** The selection of a game's category that is in the slip, as "market selection"; null without one. */
export function useChosen(gameId: string, marketCategory: string): string | null {
  return useSlip(({ items }) => {
    const item = items.find((other) => other.gameId === gameId && other.marketCategory === marketCategory)
    return item === undefined ? null : `${item.market} ${item.selection}`
  })
}

export const useSlipCount = (): number => useSlip(({ items }) => items.length)
