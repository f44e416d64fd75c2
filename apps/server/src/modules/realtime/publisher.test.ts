import fc from 'fast-check'
import { expect, it } from 'vitest'
import { envelopeOfChanges } from './games-topic.ts'
import { createPublisher } from './publisher.ts'
import type { StreamClient } from './stream-client.ts'

function client(games: readonly string[]) {
  const frames: Buffer[] = []
  const stream: StreamClient = {
    topics: new Set(games.map((id) => `game:${id}` as const)),
    userId: null,
    sessionId: null,
    send: (frame) => void frames.push(frame),
    end: () => {},
  }
  return { stream, frames }
}

it('[DATA-40] each stream receives only the changes of the games that it follows', async () => {
  const game = fc.integer({ min: 0, max: 5 }).map(String)
  const follower = fc.record({
    games: fc.uniqueArray(game),
    comesAt: fc.nat(3),
    leavesAt: fc.integer({ min: 4, max: 8 }),
  })
  const change = fc.record({ gameId: game, text: fc.string() })
  const ticks = fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(follower, { maxLength: 20 }), ticks, async (followers, all) => {
      const publisher = createPublisher()
      const clients = followers.map((each) => ({ ...each, ...client(each.games) }))
      for (const [tick, changes] of all.entries()) {
        for (const { stream, comesAt, leavesAt } of clients) {
          if (comesAt === tick) publisher.begin(publisher.subscribe(stream, 0), Buffer.from('begun'))
          if (leavesAt === tick) publisher.unsubscribe(stream)
        }
        const patches = changes.map(({ gameId, text }) => {
          return { topic: `game:${gameId}` as const, bytes: Buffer.from(JSON.stringify(text)) }
        })
        await publisher.publishTogether('games', envelopeOfChanges(String(tick)), patches)
      }
      for (const { frames, games, comesAt, leavesAt } of clients) {
        const due = all.map((changes) => changes.filter(({ gameId }) => games.includes(gameId)))
        const expected = due.flatMap((changes, tick) =>
          tick < comesAt || tick >= leavesAt || changes.length === 0
            ? []
            : [`id: ${tick}\ndata: ${JSON.stringify(changes.map(({ text }) => text))}\n\n`],
        )
        expect(frames.map(String)).toEqual(['begun', ...expected])
      }
    }),
    { numRuns: 200 },
  )
})

it('a broadcast to many streams lets the event loop handle requests after every few frames', async () => {
  const publisher = createPublisher()
  let sentInTurn = 0
  let mostInTurn = 0
  for (let n = 0; n < 1_000; n++) {
    const { stream } = client(['1'])
    const send = (): void => void (mostInTurn = Math.max(mostInTurn, ++sentInTurn))
    publisher.begin(publisher.subscribe({ ...stream, send }, 0), Buffer.from('begun'))
  }
  let isSending = true
  sentInTurn = mostInTurn = 0
  const countTurns = (): void => {
    sentInTurn = 0
    if (isSending) setImmediate(countTurns)
  }
  countTurns()
  await publisher.publish('game:1', null, [])
  isSending = false
  expect(mostInTurn).toBeGreaterThan(0)
  expect(mostInTurn).toBeLessThanOrEqual(20)
})
