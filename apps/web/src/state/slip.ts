import { create } from 'zustand'
import { persist, createJSONStorage } from 'zustand/middleware'
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

/** The slip lives in this browser: it survives a reload and the login (SLIP-12). Read after the first render. */
export const useSlip = create<Slip>()(
  persist(() => EMPTY, {
    name: 'mupiira.slip',
    version: 1,
    skipHydration: true,
    storage: createJSONStorage(() => ({
      getItem: deviceStorage.read,
      setItem: deviceStorage.write,
      removeItem: deviceStorage.remove,
    })),
    merge: (kept, current) => {
      // Nothing kept, or no storage at all: what was tapped so far stays.
      if (kept === undefined) return current
      const slip = kept as Partial<Slip>
      return {
        ...current,
        items: readItems(slip.items),
        stake: typeof slip.stake === 'string' ? slip.stake : current.stake,
        acceptOddsChanges: slip.acceptOddsChanges === true,
        code: readSlipCode(slip.code),
      }
    },
  }),
)

/** Fills the slip from the device, and follows what another tab does to it. */
export function loadSlip(): () => void {
  void useSlip.persist.rehydrate()
  const follow = (event: StorageEvent) => {
    if (event.key === 'mupiira.slip') void useSlip.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/**
 * Changes the slip of this device. Who taps before the page has got as far as `loadSlip` adds to the slip that is kept:
 * he would replace it otherwise.
 */
function changeSlip(change: (slip: Slip) => Partial<Slip>): void {
  if (!useSlip.persist.hasHydrated()) void useSlip.persist.rehydrate()
  useSlip.setState(change)
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

/** Ends the highlight of what was just added. */
export function settleNew(): void {
  changeSlip(({ items }) => ({ items: items.map((item) => (item.isNew ? { ...item, isNew: false } : item)) }))
}

/** The player takes the odds of now: they become the odds seen. */
export function acceptOdds(now: ReadonlyMap<string, string>): void {
  changeSlip(({ items }) => ({ items: items.map((item) => ({ ...item, odds: now.get(item.id) ?? item.odds })) }))
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

/** The selection of a game's category that is in the slip, as "market selection"; null where there is none. */
export function useChosen(gameId: string, marketCategory: string): string | null {
  return useSlip(({ items }) => {
    const item = items.find((other) => other.gameId === gameId && other.marketCategory === marketCategory)
    return item === undefined ? null : `${item.market} ${item.selection}`
  })
}

export const useSlipCount = (): number => useSlip(({ items }) => items.length)
