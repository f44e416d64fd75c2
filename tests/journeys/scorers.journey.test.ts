import { afterAll, beforeAll, expect, it } from 'vitest'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { expectCleanLedger } from './ledger-proof.ts'
import { mustPlace } from '../support/place-bet.ts'

// Goalscorers of two clubs that have met ten times, as the demo's feed reports them: their records price the market
// once the line-ups are published, and their goals settle it.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const STARTS_IN_MS = 90 * MINUTE_MS

const line = (kickoff: Date, [home, away]: readonly [number, number]) => ({
  Date: '2026-08-01 16:00:00',
  country: 'uganda',
  league: 'premier-league',
  Season: '2026-2027',
  HomeTeam: 'Vipers SC',
  AwayTeam: 'KCCA FC',
  FTHG: String(home),
  FTAG: String(away),
  HTHG: '0',
  HTAG: '0',
  home_close: '1.80',
  draw_close: '3.60',
  away_close: '4.40',
  'over_2.5_close': '1.95',
  'under_2.5_close': '1.85',
  kickoff: kickoff.toISOString(),
})

let product: Product
let player: Player

beforeAll(async () => {
  const nowMs = Date.now()
  const earlier = Array.from({ length: 10 }, (_, at) =>
    line(new Date(nowMs - (at + 3) * DAY_MS), [3 - (at % 2), at % 3]),
  )
  product = await startProduct({ matches: [...earlier, line(new Date(nowMs + STARTS_IN_MS), [3, 1])] })
  player = await registerPlayer(product, '774510010')
  await deposit(player, 1_000_000)
})
afterAll(() => product?.close())

const kickoffMs = (): number => Math.max(...product.loaded.map(({ kickoff }) => kickoff.getTime()))
const passes = (ms: number) => product.clock.moveTo(new Date(product.clock.now().getTime() + ms))

const game = () =>
  until('the match is on offer', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
    return items[0]
  })

async function scorersOf(id: string) {
  const { items } = await player.client.must('GET /api/games/{id}/markets', { params: { id } })
  const market = items.find((each) => each.id === 'anytime_scorer')
  return market?.available === true ? market.selections.filter(({ odds }) => odds !== null) : []
}

/** The ids of the players who scored, as the feed reports them. */
async function goalscorers(): Promise<Set<string>> {
  const { url, apiKey } = product.feed
  const matchId = product.loaded.at(-1)?.matchId ?? ''
  const response = await fetch(`${url}/?action=get_events&match_id=${matchId}&timezone=UTC&APIkey=${apiKey}`)
  const [row] = (await response.json()) as { goalscorer: Readonly<Record<string, string>>[] }[]
  const goals = (row?.goalscorer ?? []).filter(({ info }) => info !== 'Own Goal')
  expect(goals.length).toBeGreaterThan(0)
  return new Set(goals.map((goal) => goal['home_scorer_id'] || (goal['away_scorer_id'] ?? '')))
}

it('[SETL-30] goalscorer bets are offered an hour before kick-off from scoring records, and settle by the goals of the match', async () => {
  const { id } = await game()
  expect(await scorersOf(id)).toEqual([])

  await product.clock.moveTo(new Date(kickoffMs() - 55 * MINUTE_MS))
  const scorers = await until('goalscorers are offered', async () => {
    await passes(2 * MINUTE_MS)
    const selections = await scorersOf(id)
    return selections.length > 0 ? selections : null
  })
  // Twenty players: both line-ups without their goalkeepers.
  expect(scorers).toHaveLength(20)
  const odds = scorers.map((each) => each.odds ?? 0)
  expect(Math.min(...odds)).toBeLessThan(4)
  expect(Math.max(...odds)).toBeGreaterThan(10)

  const tickets: { readonly id: string; readonly scorer: string }[] = []
  for (const scorer of scorers) {
    const selections = [{ gameId: id, market: 'anytime_scorer', selection: scorer.id, odds: scorer.odds ?? 0 }]
    const body = { stake: 25_000, acceptOddsChanges: true, selections }
    const { ticket } = await mustPlace(player.client, { body })
    tickets.push({ id: ticket.id, scorer: scorer.id })
  }

  // The feed lists who took part while the match is played.
  await product.clock.moveTo(new Date(kickoffMs() + 2 * MINUTE_MS))
  await until('the match is live', async () => {
    await passes(1_000)
    // Only the feed reports a score.
    return (await player.client.must('GET /api/games/{id}', { params: { id } })).homeScore !== null
  })
  await product.clock.moveTo(new Date(kickoffMs() + 12 * MINUTE_MS))
  const scored = await goalscorers()
  for (const ticket of tickets) {
    const status = await until('the ticket is settled', async () => {
      await passes(5_000)
      const { status: now } = await player.client.must('GET /api/bets/{id}', { params: { id: ticket.id } })
      return now === 'won' || now === 'lost' ? now : null
    })
    expect([ticket.scorer, status]).toEqual([ticket.scorer, scored.has(ticket.scorer) ? 'won' : 'lost'])
  }
  await expectCleanLedger(product)
})
