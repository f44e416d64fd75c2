import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { deviceStorage } from '../shared/storage.ts'
import { useGames } from './games.ts'
import { readSlipCode, type SlipCode } from './slip-code.ts'
import { readItems, toggleItem, withGame, type SlipItem, type ToggleOutcome } from './slip-rules.ts'

export const DEFAULT_STAKE = '10.00'

type Slip = {
  readonly items: readonly SlipItem[]
  /** The stake as typed; null before the player types one. */
  readonly stake: string | null
  readonly acceptOddsChanges: boolean
  readonly code: SlipCode | null
}

const EMPTY: Slip = { items: [], stake: null, acceptOddsChanges: false, code: null }

const KEY = 'mupiira.slip'

/**
 * The slip is stored on the device and survives a reload and the login (SLIP-12). `loadSlip` reads it after hydration.
 */
export const useSlip = create<Slip>()(
  persist(() => EMPTY, {
    name: KEY,
    version: 3,
    storage: createJSONStorage(() => ({
      getItem: deviceStorage.read,
      setItem: deviceStorage.write,
      removeItem: deviceStorage.remove,
    })),
    skipHydration: true,
    // Version 2 stored the default stake like a typed stake. Older versions cannot be read.
    migrate: (stored, version) => (version === 2 ? withoutDefaultStake(stored as Partial<Slip>) : EMPTY),
    merge: (stored, current) => (stored === undefined ? current : readSlip(stored as Partial<Slip> | null)),
  }),
)

const withoutDefaultStake = (stored: Partial<Slip>): Partial<Slip> =>
  stored.stake === DEFAULT_STAKE ? { ...stored, stake: null } : stored

const readSlip = (stored: Partial<Slip> | null): Slip => ({
  items: readItems(stored?.items),
  stake: typeof stored?.stake === 'string' ? stored.stake : null,
  acceptOddsChanges: stored?.acceptOddsChanges === true,
  code: readSlipCode(stored?.code),
})

/** Reads the stored slip, and follows changes by other tabs. */
export function loadSlip(): () => void {
  void useSlip.persist.rehydrate()
  const follow = (event: StorageEvent) => {
    if (event.key === KEY) void useSlip.persist.rehydrate()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Changes the slip. A change before `loadSlip` is added to the stored slip. */
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

export function clearHighlight(id: string): void {
  changeSlip(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, isNew: false } : item)) }))
}

export function acceptOdds(now: ReadonlyMap<string, string>): void {
  const accept = (item: SlipItem): SlipItem => {
    const oddsSeen = now.get(item.id) ?? item.oddsSeen
    return oddsSeen === item.oddsSeen ? item : { ...item, oddsSeen, oddsPicked: item.oddsPicked ?? item.oddsSeen }
  }
  changeSlip(({ items }) => ({ items: items.map(accept) }))
}

/** Null restores the default stake. */
export function setStake(stake: string | null): void {
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

/** The selections of the slip with the current data of their games. */
export function useSlipItems(): readonly SlipItem[] {
  const items = useSlip((state) => state.items)
  return useGames((games) => items.map((item) => withGame(item, games[item.gameId])))
}

/** The selection in the slip for a game's category, as "market selection"; null without one. */
export function useChosen(gameId: string, marketCategory: string): string | null {
  return useSlip(({ items }) => {
    const item = items.find((other) => other.gameId === gameId && other.marketCategory === marketCategory)
    return item === undefined ? null : `${item.market} ${item.selection}`
  })
}

export const useSlipCount = (): number => useSlip(({ items }) => items.length)
