import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FeedFixture, feedFixture, feedMatch, at, BEFORE } from '../testing/feed-fixture.ts'

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())

const starters = (['home', 'away'] as const).flatMap((side) =>
  Array.from({ length: 11 }, (_, number) => ({ id: `${side}${number}`, name: `${side} Player ${number}`, side })),
)
const record = (playerId: string, goals: number) => ({ playerId, position: 'forward', matches: 20, goals }) as const
const announced = feedMatch('records', {
  players: starters,
  records: { home: [record('home9', 12), record('bench', 3)], away: [record('away10', 7)] },
})

/** The odds of the game's goalscorers that are on offer, by player. */
async function offered(): Promise<Map<string, number>> {
  const { id } = await app.stored('records')
  const prices = (await app.modules.pricing.prices.snapshot([id], app.clock.now())).get(id)
  return new Map(
    starters.flatMap((player) => {
      const hundredths = prices?.price('anytime_scorer', player.id)?.oddsHundredths ?? null
      return hundredths === null ? [] : [[player.id, hundredths / 100] as const]
    }),
  )
}

it('[SETL-30] players with a scoring record are offered once their line-up is ingested, and a repeated report writes nothing', async () => {
  await app.ingest(BEFORE, feedMatch('records'))
  expect(await offered()).toEqual(new Map())

  // The first match list adds the line-ups, and the next one prices the players.
  await app.ingest(at(-60), announced)
  await app.ingest(at(-59), announced)
  const odds = await offered()
  expect([...odds.keys()].toSorted()).toEqual(['away10', 'home9'])
  expect(odds.get('home9') ?? 0).toBeLessThan(odds.get('away10') ?? 0)

  const before = await app.stored('records')
  await app.ingest(at(-58), announced)
  expect(await app.stored('records')).toEqual(before)
  const pushed = feedMatch('records', { players: starters })
  await app.catalogue.feed.ingest([pushed], new Map(), at(-57))
  expect(await offered()).toEqual(odds)
})

it('[SETL-30] a player who is no longer in the line-up is no longer offered', async () => {
  const others = starters.map((player) => (player.id === 'home9' ? { ...player, id: 'bench' } : player))
  await app.ingest(at(-40), { ...announced, players: others })
  expect(await offered()).toEqual(new Map())
  await app.ingest(at(-39), { ...announced, players: others })
  const { players } = await app.stored('records')
  expect(players.filter(({ scoring }) => scoring !== undefined).map(({ id }) => id)).toEqual(['bench', 'away10'])
})
