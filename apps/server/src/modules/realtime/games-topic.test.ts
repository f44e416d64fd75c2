import type { Game } from '@mupiira/contract/games.ts'
import { minuteLabel } from '@mupiira/domain/match/published-minute.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SendQueue } from './cursor.ts'
import { createGamesTopic } from './games-topic.ts'
import { createPublisher } from './publisher.ts'

const WAIT_MS = 200
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const ID = '00000000-0000-7000-8000-00000000abcd'
const live = (minute: number, home: number, more: Partial<Game> = {}): Game =>
  ({
    id: ID,
    status: 'live',
    open: true,
    inPlay: { suspendedBy: null, reopensAt: null },
    clock: { minute, label: minuteLabel(minute) },
    homeScore: 0,
    prices: { '1': home, X: 3.4, '2': 4.1 },
    trends: { '1': 'up', X: 'stable', '2': 'stable' },
    ...more,
  }) as unknown as Game

/** A topic with one follower of the game, and the events that it received. */
function topicOf(game: () => Game) {
  const publisher = createPublisher()
  const events: { readonly type: string }[] = []
  const send = (frame: Buffer) => {
    const json = /data: (.*)/.exec(frame.toString())?.[1]
    if (json !== undefined) events.push(...(JSON.parse(json) as typeof events))
  }
  const stream = { topics: new Set([`game:${ID}` as const]), userId: null, sessionId: null, send, end: () => {} }
  publisher.begin(publisher.subscribe(stream, 0), Buffer.from(''))
  const topic = createGamesTopic(
    { clock: { now: () => new Date() } as never, stopping: new AbortController().signal },
    { games: { present: async () => [game()], cached: () => [], markets: async () => null } },
    {
      publisher,
      gameChanges: { beginAt: () => {}, note: () => {}, since: () => null },
      sending: { currentPosition: () => 1, inOrder: (work: () => Promise<void>) => work() } as SendQueue,
    },
  )
  return { topic, events }
}

it('[INP-03] [DATA-40] a stream receives the moved prices of an open live game, and its minute later', async () => {
  let game = live(30, 1.9)
  const { topic, events } = topicOf(() => game)
  topic.haveChanged([ID], 'games')
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(events).toMatchObject([{ type: 'game', game: { id: ID, open: true, prices: { '1': 1.9 } } }])
  game = live(31, 1.85)
  topic.haveChanged([ID], 'prices')
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(events.slice(1)).toEqual([{ type: 'prices', prices: { '0000abcd': [1.85, 3.4, 4.1, 'uss'] } }])
  await topic.sendMinutes()
  expect(events.slice(2)).toEqual([{ type: 'minutes', minutes: { '0000abcd': 31 } }])
})

it('[INP-08] a stream receives a suspension before other changes, with the changes that wait', async () => {
  const { topic, events } = topicOf(() => live(30, 1.9, { open: false }))
  topic.haveChanged([ID], 'games')
  await vi.advanceTimersByTimeAsync(50)
  expect(events).toEqual([])
  topic.haveChanged([ID], 'suspensions')
  await vi.advanceTimersByTimeAsync(25)
  expect(events).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(events).toHaveLength(1)
})

it('[INP-08] [LIVE-11] a stream receives no prices of a suspended game and of a live game that takes no bets', async () => {
  let game = live(30, 1.9, { open: false, inPlay: { suspendedBy: 'GOAL', reopensAt: null } })
  const { topic, events } = topicOf(() => game)
  for (const minute of [30, 31]) {
    game = { ...game, clock: { minute, label: minuteLabel(minute) } }
    topic.haveChanged([ID], 'games')
    await vi.advanceTimersByTimeAsync(WAIT_MS)
  }
  expect(events).toMatchObject([{ type: 'game', game: { open: false, inPlay: { suspendedBy: 'GOAL' } } }])
  expect(events[0]).not.toHaveProperty('game.prices')
})
