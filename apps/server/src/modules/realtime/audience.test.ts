import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAudience } from './audience.ts'
import { frameOfChanges } from './games-topic.ts'
import type { StreamClient } from './stream-client.ts'

function client() {
  const frames: Buffer[] = []
  const stream: StreamClient = {
    topics: new Set(),
    userId: null,
    sessionId: null,
    send: (frame) => void frames.push(frame),
    end: () => {},
  }
  return { stream, frames }
}

it('[DATA-40] each stream receives only the changes of its games, whatever other streams follow', async () => {
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
      const audience = createAudience()
      const clients = followers.map((each) => ({ ...each, ...client() }))
      for (const [tick, changes] of all.entries()) {
        for (const { stream, games, comesAt, leavesAt } of clients) {
          if (comesAt === tick)
            audience.begin(audience.join(stream, { games: games, markets: [] }, 0), Buffer.from('begun'))
          if (leavesAt === tick) audience.leave(stream)
        }
        const written = changes.map(({ gameId, text }) => ({ gameId, bytes: Buffer.from(JSON.stringify(text)) }))
        await audience.toGames(frameOfChanges(String(tick)), written)
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
