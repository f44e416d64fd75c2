import type { AdminCharts, MoneyChart } from '@mupiira/contract/admin-charts.ts'
import type { PriceOffModel } from '@mupiira/contract/admin-risk.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import { type TestAccount } from '../../testing/test-accounts.ts'
import { NOON } from '../../testing/test-app.ts'

let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.wealthyPlayer()
})
afterAll(() => app?.close())

const get = async <T>(url: string): Promise<T> => {
  const { status, body } = await app.get(url)
  expect([url, status]).toEqual([url, 200])
  return body as T
}

describe('charts', () => {
  it('the charts of the console show ledger, bets and liability by hour and day', async () => {
    const yesterday = new Date(NOON.getTime() - DAY_MS)
    app.clock.set(yesterday)
    const game = await app.game({ startTime: new Date(NOON.getTime() + DAY_MS) })
    await app.bet(player, [await app.pick(game.id)], 30_000)
    const other = await app.wealthyPlayer()
    await app.bet(other, [await app.pick(game.id)], 45_000)
    app.clock.set(NOON)
    const ticket = await app.bet(player, [await app.pick(game.id)], 70_000)
    const fields = { kind: 'deposit' as const, reference: newId(), description: '' }
    const from = '00000000-0000-7000-8000-000000000007' as const
    const deposit = { account: player.id, from, amount: ugxFromShillings(11_000), ...fields }
    await app.kernel.db.transaction((tx) => app.modules.wallet.transfers.credit(tx, deposit, NOON))
    await app.kernel.rollups.fill()
    expect((await app.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'asked for' })).status).toBe(200)

    for (const [by, count, back, stepMs] of [
      ['hour', 48, 24, HOUR_MS],
      ['day', 30, 1, DAY_MS],
    ] as const) {
      const chart = await get<MoneyChart>(`/api/admin/charts/money?by=${by}`)
      expect(chart.points).toHaveLength(count)
      const last = chart.points.at(-1)
      expect(last).toMatchObject({ turnover: 70_000, payouts: 0, grossGamingRevenue: 0, deposits: 11_000 })
      expect(chart.points.at(-1 - back)).toMatchObject({ turnover: 75_000, payouts: 0, grossGamingRevenue: 75_000 })
      const times = chart.points.map(({ at }) => Date.parse(at))
      expect(times.every((at, no) => no === 0 || at - (times[no - 1] ?? 0) === stepMs)).toBe(true)
      if (by === 'day') expect(times.at(-1)).toBe(startOfDay(NOON).getTime())
    }

    const charts = await get<AdminCharts>('/api/admin/charts/desk')
    expect(charts.players.slice(-2).map(({ players }) => players)).toEqual([2, 1])
    expect(charts.liability).toHaveLength(49)
    const liabilityAt = (no: number) => {
      const { at, tickets, stakes } = charts.liability.at(no) ?? {}
      return [at, tickets, stakes]
    }
    const ago = (ms: number) => new Date(Math.floor(NOON.getTime() / HOUR_MS) * HOUR_MS - ms).toISOString()
    expect([-26, -25, -2, -1].map(liabilityAt)).toEqual([
      [ago(DAY_MS), 0, 0],
      [ago(DAY_MS - HOUR_MS), 2, 75_000],
      [ago(0), 2, 75_000],
      [NOON.toISOString(), 2, 75_000],
    ])
    expect(charts.payments.at(-1)).toMatchObject({ deposits: { success: 0, pending: 0, failed: 0 } })

    // The same players and another one bet again, after the earlier hours were stored.
    app.clock.set(new Date(NOON.getTime() + 2 * HOUR_MS))
    await app.kernel.rollups.fill()
    const open = await app.game({ startTime: new Date(NOON.getTime() + DAY_MS) })
    for (const who of [player, other, other]) await app.bet(who, [await app.pick(open.id)], 45_000)
    const { players } = await get<AdminCharts>('/api/admin/charts/desk')
    expect(players.at(-1)?.players).toBe(2)
    app.clock.set(NOON)
    await app.kernel.rollups.fill()
  })

  it('the charts of the console count payments by outcome, and provider requests by provider and hour', async () => {
    const insert = (type: string, status: string, count: number) =>
      app.kernel.db.change(
        `insert into transactions (id, user_id, type, amount, fee, status, payment_method, provider, phone_number, reference, stage,
                                   description, created_at, updated_at, completed_at)
         select gen_random_uuid(), $1, $2, 100000, 0, $3, 'MTN', 'relworx', '+256772000000', gen_random_uuid()::text, 'done', '', $4, $4, $4
           from generate_series(1, $5)`,
        [player.id, type, status, NOON, count],
      )
    await insert('deposit', 'success', 3)
    await insert('deposit', 'failed', 2)
    await insert('withdrawal', 'success', 1)
    const exchange = (failure: string | null, count: number) =>
      app.kernel.db.change(
        `insert into provider_exchanges (transaction_id, provider, operation, request, failure, duration_ms, created_at)
         select gen_random_uuid(), 'relworx', 'status', '{}', $1, 300, $2 from generate_series(1, $3)`,
        [failure, NOON, count],
      )
    await exchange(null, 4)
    await exchange('timeout', 1)
    const charts = await get<AdminCharts>('/api/admin/charts/desk')
    expect(charts.payments.at(-1)).toMatchObject({
      deposits: { success: 3, pending: 0, failed: 2 },
      withdrawals: { success: 1, pending: 0, failed: 0 },
    })
    expect(charts.providers).toMatchObject([
      { provider: 'relworx', hours: [{ exchanges: 5, failures: 1, meanMs: 300 }] },
    ])
  })
})

describe('prices that deviate from the model', () => {
  it('prices whose probability deviates from the model by more than the setting are listed, largest deviation first', async () => {
    const prices = async () =>
      (await get<{ items: PriceOffModel[] }>('/api/admin/risk/prices')).items.map(
        ({ source, market, selection, odds }) => ({ source, market, selection, odds }),
      )
    const before = await prices()
    expect(before).toEqual([])
    const game = await app.game({ homeTeam: 'Busoga United' })
    const controlled = await app.staff.put(`/api/admin/games/${game.id}/markets/1x2`, {
      odds: { '1': 3.4, X: 3.3 },
      confirmedOdds: { '1': 3.4, X: 3.3 },
      reason: 'as we see it',
    })
    expect(controlled.status).toBe(200)
    expect(await prices()).toEqual([{ source: 'own', market: 'Moneyline', selection: 'Busoga United', odds: 3.4 }])
    // An override that has become too generous is capped and no longer deviates.
    const held = await app.game()
    const controls = { '1x2': { odds: { '1': 700 } } }
    await app.kernel.db.change('update game_offers set controls = $2 where game_id = $1', [
      held.id,
      JSON.stringify(controls),
    ])
    expect((await prices()).map(({ odds }) => odds)).toEqual([3.4])
    // This game's model does not match its odds.
    const other = await app.game()
    const { model } = (await app.game()) && game
    await app.kernel.db.change(
      'update game_offers set home_odds = 400, away_odds = 190, model = $2 where game_id = $1',
      [other.id, JSON.stringify(model)],
    )
    const found = await prices()
    expect(
      found
        .filter(({ source }) => source === 'base')
        .map(({ odds }) => odds)
        .toSorted((a, b) => a - b),
    ).toEqual([1.9, 4])
    await app.set('model_difference', 50)
    expect(await prices()).toEqual([])
    await app.set('model_difference', 5)
  })

  it('the list of deviating prices includes the payout of open tickets for each final score', async () => {
    const game = await app.game({ homeTeam: 'Onduparaka' })
    const bettor = await app.wealthyPlayer()
    const home = await app.bet(bettor, [await app.pick(game.id)], 30_000)
    const draw = await app.bet(bettor, [await app.pick(game.id, '1x2', 'X')], 40_000)
    const picks = [await app.pick(game.id), await app.pick(game.id, 'over_under', 'over_2.5')]
    const both = await app.bet(bettor, picks, 25_000)
    type Scores = { stake: number; scores: { home: number; away: number; payout: number }[] }
    const { stake, scores } = await get<Scores>(`/api/admin/games/${game.id}/scores`)
    expect(stake).toBe(95_000)
    const at = (h: number, a: number) => scores.find((score) => score.home === h && score.away === a)?.payout
    expect([at(2, 0), at(1, 1), at(0, 3)]).toEqual([home.potentialWin, draw.potentialWin, 0])
    expect(at(3, 0)).toBe(home.potentialWin + both.potentialWin)
    expect((await app.get('/api/admin/games/unknown/scores')).status).toBe(404)
  })
})
