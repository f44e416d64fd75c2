import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SlipItem } from './slip-rules.ts'

const KEY = 'mupiira.slip'

const itemOf = (gameId: string): SlipItem => ({
  id: `${gameId}-moneyline-home`,
  gameId,
  market: '1x2',
  marketCategory: 'match_winner',
  selection: '1',
  oddsSeen: '2.10',
  isNew: false,
  names: {
    section: 'Moneyline',
    label: 'Vipers SC',
    homeTeam: 'Vipers SC',
    awayTeam: 'KCCA FC',
    league: 'Premier League',
    sport: 'Soccer',
    gameTime: '2026-11-21T16:00:00Z',
    gameStatus: 'upcoming',
  },
})

/** The store of a newly opened page. */
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
  JSON.stringify({ state: { items: gameIds.map(itemOf), stake: '7000' }, version: 2 })
const gamesIn = (stored: string | undefined): readonly string[] =>
  (JSON.parse(stored ?? '') as { state: { items: SlipItem[] } }).state.items.map(({ gameId }) => gameId)

describe('the slip of a device', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('[SLIP-12] a selection tapped before the stored slip is read is added to that slip', async () => {
    const { storage, toggleSelection, useSlip } = await openedPage(storedSlip('game-1', 'game-2'))
    expect(toggleSelection(itemOf('game-3'))).toBe('added')
    expect(gamesIn(storage.get(KEY))).toEqual(['game-1', 'game-2', 'game-3'])
    expect(useSlip.getState().stake).toBe('7000')
  })

  it('[SLIP-12] the slip keeps working when the device cannot store data', async () => {
    const { loadSlip, toggleSelection, useSlip } = await openedPage(null)
    vi.stubGlobal('localStorage', undefined)
    vi.stubGlobal('window', new EventTarget())
    toggleSelection(itemOf('game-1'))
    loadSlip()
    expect(useSlip.getState().items.map(({ gameId }) => gameId)).toEqual(['game-1'])
  })

  it.each([
    ['a broken value', '{"state":'],
    ['another structure', '"slip"'],
    ['another version', JSON.stringify({ state: { items: [{ gameId: 'game-1' }] }, version: 1 })],
  ])(
    '[SLIP-12] the slip starts empty if the device stores %s, and stores the next selection',
    async (_title, value) => {
      const { storage, toggleSelection, useSlip } = await openedPage(value)
      expect(toggleSelection(itemOf('game-3'))).toBe('added')
      expect(useSlip.getState()).toMatchObject({ stake: null, acceptOddsChanges: false, code: null })
      expect(gamesIn(storage.get(KEY))).toEqual(['game-3'])
    },
  )

  it('[SLIP-12] the slip applies changes made in another tab', async () => {
    const { storage, loadSlip, useSlip } = await openedPage(storedSlip('game-1'))
    const tab = new EventTarget()
    vi.stubGlobal('window', tab)
    const stop = loadSlip()
    storage.set(KEY, storedSlip('game-1', 'game-2'))
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }))
    expect(useSlip.getState().items.map(({ gameId }) => gameId)).toEqual(['game-1', 'game-2'])
    stop()
  })

  it('[SLIP-10] the slip removes the "new" mark of a selection after its time, not the mark of a newer selection', async () => {
    const { clearHighlight, toggleSelection, useSlip } = await openedPage(null)
    for (const id of ['game-1', 'game-2']) toggleSelection(itemOf(id))
    clearHighlight(itemOf('game-1').id)
    expect(useSlip.getState().items.map(({ isNew }) => isNew)).toEqual([false, true])
  })
})
