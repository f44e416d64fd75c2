import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { type ManualGamesFixture, manualGamesFixture } from '../../../testing/test-manual-games.ts'

let app: ManualGamesFixture
beforeAll(async () => void (app = await manualGamesFixture()))
afterAll(() => app?.close())

const openBets = async (query = '') => (await app.get(`/api/admin/risk/open-bets${query}`)).body
const lastAfter = async (subject: string) => (await app.staffActions(subject)).at(-1)?.after

it('[ADMX-06] [OPS-04] the open bets on a game, a league and all games are counted once per ticket, and recorded with a suspension', async () => {
  const cup = { league: 'Lake Cup', country: 'Uganda' }
  const [first, second, other] = [
    await app.createGame(cup),
    await app.createGame({ ...cup, homeTeam: 'Maroons FC', awayTeam: 'Bright Stars' }),
    await app.createGame(),
  ]
  const [one, two] = [await app.player({ balanceUgx: 500_000 }), await app.player({ balanceUgx: 500_000 })]
  const double = await app.bet(one, [await app.pick(first.id), await app.pick(second.id)], 30_000)
  const single = await app.bet(two, [await app.pick(first.id)], 30_000)
  const elsewhere = await app.bet(two, [await app.pick(other.id)], 30_000)
  const largest = Math.max(double.potentialWin, single.potentialWin)
  const counts = { tickets: 2, players: 2, stake: 60_000 }
  const onFirst = { ...counts, payout: double.potentialWin + single.potentialWin, largest }
  const none = { tickets: 0, players: 0, stake: 0, payout: 0, largest: 0 }
  expect(await openBets(`?game=${first.id}`)).toEqual(onFirst)
  const payouts = { payout: double.potentialWin, largest: double.potentialWin }
  expect(await openBets(`?game=${second.id}`)).toEqual({ tickets: 1, players: 1, stake: 30_000, ...payouts })
  expect(await openBets(`?game=${first.id}&market=1x2`)).toEqual(onFirst)
  expect(await openBets(`?game=${first.id}&market=over_under`)).toEqual(none)
  expect(await openBets('?league=Uganda%2FLake%20Cup')).toEqual(onFirst)
  expect(await openBets('?league=Uganda%2FRiver%20Cup')).toEqual(none)
  const payout = onFirst.payout + elsewhere.potentialWin
  const all = { tickets: 3, players: 2, stake: 90_000, payout, largest: Math.max(largest, elsewhere.potentialWin) }
  expect(await openBets()).toEqual(all)
  expect((await openBets('?game=nowhere'))['code']).toBe('GAME_NOT_FOUND')
  expect(await openBets(`?game=${newId()}`)).toMatchObject({ tickets: 0 })

  await app.post(`/api/admin/games/${first.id}/suspend`, { suspended: true, reason: 'odd bets' })
  expect(await lastAfter(`game:${first.id}`)).toEqual({ suspended: true, byRisk: true, openBets: onFirst })
  for (const [scope, expected] of [
    ['Uganda/Lake Cup', onFirst],
    ['all', all],
  ] as const) {
    await app.post('/api/admin/risk/suspensions', { scope, suspended: true, reason: 'odd bets' })
    expect(await lastAfter(`league:${scope}`)).toMatchObject({ suspended: true, openBets: expected })
  }
  await app.step(first.id, { step: 'postpone', reason: 'rain' })
  expect(await lastAfter(`game:${first.id}`)).toMatchObject({ status: 'postponed', openBets: onFirst })

  await app.step(first.id, { step: 'cancel', reason: 'no new date' })
  await app.settle()
  expect(await openBets(`?game=${first.id}`)).toEqual(none)
})
