import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SlipItem } from './slip-rules.ts'

const KEY = 'mupiira.slip'

const itemOf = (gameId: string): SlipItem => ({
  id: `${gameId}-moneyline-home`,
  gameId,
  match: 'Vipers SC vs KCCA FC',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  league: 'Premier League',
  sport: 'soccer',
  gameTime: '2026-11-21T16:00:00Z',
  gameStatus: 'upcoming',
  market: '1x2',
  section: 'Moneyline',
  marketCategory: 'match_winner',
  selection: '1',
  label: 'Vipers SC',
  odds: '2.10',
  isNew: false,
})

/** The store as a page finds it that has just been opened. */
async function openedPage(stored: string | null) {
  const storage = new Map(stored === null ? [] : [[KEY, stored]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  vi.resetModules()
  return { storage, ...(await import('./slip.ts')) }
}

const storedSlip = (...gameIds: readonly string[]): string =>
  JSON.stringify({ state: { items: gameIds.map(itemOf), stake: '7000' }, version: 1 })
const gamesIn = (stored: string | undefined): readonly string[] =>
  (JSON.parse(stored ?? '') as { state: { items: SlipItem[] } }).state.items.map(({ gameId }) => gameId)

describe('the slip of a device', () => {
  beforeEach(() => vi.unstubAllGlobals())

  it('[SLIP-12] a tap before the stored slip was read is added to it', async () => {
    const { storage, toggleSelection, useSlip } = await openedPage(storedSlip('game-1', 'game-2'))
    expect(toggleSelection(itemOf('game-3'))).toBe('added')
    expect(gamesIn(storage.get(KEY))).toEqual(['game-1', 'game-2', 'game-3'])
    expect(useSlip.getState().stake).toBe('7000')
  })

  it('[SLIP-12] where the device keeps nothing, reading it forgets nothing', async () => {
    const { readSlip, toggleSelection, useSlip } = await openedPage(null)
    vi.stubGlobal('localStorage', undefined)
    toggleSelection(itemOf('game-1'))
    readSlip()
    expect(useSlip.getState().items.map(({ gameId }) => gameId)).toEqual(['game-1'])
  })

  it('[SLIP-10] a selection that has been marked for long enough leaves the mark of a newer one', async () => {
    const { settleNew, toggleSelection, useSlip } = await openedPage(null)
    for (const id of ['game-1', 'game-2']) toggleSelection(itemOf(id))
    settleNew(itemOf('game-1').id)
    expect(useSlip.getState().items.map(({ isNew }) => isNew)).toEqual([false, true])
  })
})
