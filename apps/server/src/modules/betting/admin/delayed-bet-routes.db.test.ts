import { afterAll, beforeAll, expect, it } from 'vitest'
import { countDelayedBets, listAllDelayedBets } from '@mupiira/contract/admin-delayed-bets.ts'
import type { QueryOf } from '@mupiira/contract/endpoint.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { type DelayedBetsFixture, delayedBetsFixture } from '../testing/delayed-bets-fixture.ts'

let app: DelayedBetsFixture
let staff: TestAccount
let player: TestAccount
let other: TestAccount
let scored: GameRow
beforeAll(async () => {
  app = await delayedBetsFixture()
  staff = await app.admin()
  player = await app.player({ balanceUgx: 100_000 })
  other = await app.player({ balanceUgx: 100_000 })
  scored = await app.liveGame()
  const quiet = await app.liveGame()
  await app.report(scored.id, quiet.id)
  await app.placeWaiting(player, [scored.id])
  await app.placeWaiting(other, [quiet.id], { stake: 20_000 })
  await app.play(scored.id, { homeScore: 1 })
  await app.decide(scored.id, quiet.id)
  await app.placeWaiting(other, [quiet.id])
})
afterAll(() => app?.close())

const list = async (query: QueryOf<typeof listAllDelayedBets> = {}) =>
  (await staff.call(listAllDelayedBets, { query })).body.items

it('[INP-06] [INP-16] staff lists live bets with their outcome, newest first, and with the record of the feed', async () => {
  const found = await list()
  expect(found.map(({ state, rejectedBecause }) => rejectedBecause ?? state)).toEqual(['waiting', 'accepted', 'GOAL'])
  expect(found[2]).toMatchObject({
    userId: player.id,
    stake: 10_000,
    acceptedOdds: null,
    games: [
      {
        gameId: scored.id,
        match: scored.name,
        request: { homeScore: 0, awayScore: 0 },
        decision: { homeScore: 1, awayScore: 0, lastEvent: { kind: 'goal' } },
      },
    ],
  })
  expect(found[0]?.games[0]?.decision).toBeNull()
})

it('[INP-06] staff filters live bets by outcome, reason, game and player', async () => {
  const outcomes = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).map(({ state, rejectedBecause }) => rejectedBecause ?? state)
  expect(await outcomes({ state: 'waiting' })).toEqual(['waiting'])
  expect(await outcomes({ state: 'rejected' })).toEqual(['GOAL'])
  expect(await outcomes({ reason: 'GOAL' })).toEqual(['GOAL'])
  expect(await outcomes({ reason: 'RED_CARD' })).toEqual([])
  expect(await outcomes({ game: scored.id })).toEqual(['GOAL'])
  expect(await outcomes({ user: other.id })).toEqual(['waiting', 'accepted'])
  expect(await outcomes({ user: other.id, sort: '-stake' })).toEqual(['accepted', 'waiting'])
  expect(await outcomes({ to: '2020-01-01' })).toEqual([])
  expect((await staff.get('/api/admin/delayed-bets?game=x')).status).toBe(400)
})

it('[INP-06] staff reads the number of live bets by outcome and reason', async () => {
  const { counts } = (await staff.call(countDelayedBets, { query: {} })).body
  expect(counts).toHaveLength(3)
  expect(counts).toContainEqual({ state: 'rejected', reason: 'GOAL', bets: 1 })
  const ofOther = (await staff.call(countDelayedBets, { query: { user: other.id } })).body
  expect(ofOther.counts.map(({ reason }) => reason)).toEqual([null, null])
})

it('[INP-06] the exported live bets have all columns, and the export is recorded', async () => {
  const { text } = await staff.get('/api/admin/delayed-bets/export?state=rejected')
  const [heading, row, ...others] = text.trim().split('\n')
  expect(heading).toContain('Requested odds,Accepted odds,Outcome')
  expect(row).toContain('rejected: goal')
  expect(others).toEqual([])
  const { items } = (await staff.get('/api/admin/audit?action=bet.export-live')).body
  expect(items[0]).toMatchObject({ action: 'bet.export-live' })
})
