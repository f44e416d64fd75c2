import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '@mupiira/contract/adjustments.ts'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import { createManualGame } from '../../../testing/test-manual-games.ts'

let app: AdminFixture
let player: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
})
afterAll(() => app?.close())

const set = (id: string, odds: object, more: object = {}, market = '1x2') =>
  app.staff.put(`/api/admin/games/${id}/markets/${market}`, {
    odds,
    confirmedOdds: odds,
    reason: 'the line-ups',
    ...more,
  })

it('[MKT-43] the markets page shows fair odds, the book of each market and what the house keeps of stakes', async () => {
  const { id } = await app.game()
  const { body } = await app.get(`/api/admin/games/${id}/markets`)
  expect(body['manualOdds']).toEqual({ approval: 'alone', distancePercent: 25 })
  const markets = body['markets'] as AdminMarket[]
  const winner = markets.find((market) => market.id === '1x2')
  expect(winner?.books).toEqual([{ line: null, percent: expect.closeTo(105, 0) }])
  const totals = markets.find((market) => market.id === 'over_under')
  expect(totals?.books.map(({ line }) => line)).toEqual(['0.5', '1.5', '2.5', '3.5'])
  const home = winner?.selections.find((selection) => selection.id === '1')
  expect(home?.fair).toBeCloseTo((home?.model ?? 0) * 1.05, 1)
  expect(home?.fair).toBe(Math.floor(100 / (home?.probability ?? 1)) / 100)
  expect(home?.kept).toBeCloseTo(100 * (1 - (home?.offered ?? 0) * (home?.probability ?? 0)), 1)
  expect((await set(id, { '1': (home?.fair ?? 0) * 1.1 })).status).toBe(200)
  expect((await homeSelection(id))?.kept).toBeCloseTo(-10, 0)
  const [entry] = (await app.staffActions(`game:${id}`)).slice(-1)
  expect(entry).toMatchObject({ after: { effect: expect.stringMatching(/gives away \d+\.\d % of stakes/) } })
})

async function oddsOf(id: string): Promise<number> {
  return (await app.pick(id)).odds
}
/** The selection of the home side as the console shows it. */
async function homeSelection(id: string): Promise<AdminMarket['selections'][number] | undefined> {
  const { body } = await app.get(`/api/admin/games/${id}/markets`)
  const markets = body['markets'] as AdminMarket[]
  return markets.find((market) => market.id === '1x2')?.selections.find((selection) => selection.id === '1')
}
const modelOf = async (id: string): Promise<number> => (await homeSelection(id))?.model ?? 0
const waiting = async () => (await app.get('/api/admin/approvals')).body['items'] as Approval[]
const decide = (who: TestAccount, id: string, decision: 'approve' | 'decline') =>
  who.post(`/api/admin/approvals/${id}`, { decision })

it('[ADMT-30] [ADMS-19] a single admin can set odds above the fair odds, and the audit entry is flagged', async () => {
  const game = await app.game()
  expect((await set(game.id, { '1': 1_000 })).status).toBe(200)
  expect(await oddsOf(game.id)).toBe(1_000)
  expect(await app.staffActions(`game:${game.id}`)).toMatchObject([
    {
      action: 'game.control-market',
      after: { odds: { '1': 1_000 }, flag: expect.stringContaining('without approval') },
    },
  ])
})

it('[ADMT-30] [ADMS-19] without a second admin, odds more than 25 % above the model or above the fair odds must be entered twice, even through the API', async () => {
  const game = await app.game()
  const model = await modelOf(game.id)
  const far = Math.ceil(model * 125 + 1) / 100
  for (const confirmedOdds of [undefined, {}, { X: far }, { '1': far + 0.01 }])
    expect((await set(game.id, { '1': far }, { confirmedOdds })).body['code']).toBe('ODDS_NOT_CONFIRMED')
  expect((await homeSelection(game.id))?.own).toBeNull()
  expect((await set(game.id, { '1': far + 0.001 }, { confirmedOdds: { '1': far } })).status).toBe(200)
  expect((await set(game.id, { '1': far })).status).toBe(200)
  expect((await homeSelection(game.id))?.own).toBe(far)
  const aboveFair = { '1': Math.floor(model * 124) / 100 }
  expect((await set(game.id, aboveFair, { confirmedOdds: {} })).body['code']).toBe('ODDS_NOT_CONFIRMED')
  expect((await set(game.id, { '1': Math.floor(model * 103) / 100 }, { confirmedOdds: {} })).status).toBe(200)
})

it('[ADMT-30] [ADMS-19] odds above the fair odds wait for approval by a second admin', async () => {
  const colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
  const game = await app.game()
  const offered = await oddsOf(game.id)
  expect((await set(game.id, { '1': 1_000 }, { mostStake: { '1': 5_000_000 } })).body['code']).toBe('ODDS_WAIT')
  expect((await set(game.id, { '1': 1_000 }, { mostStake: { '1': 5_000_000 } })).body['code']).toBe('ODDS_WAIT')
  expect(await oddsOf(game.id)).toBe(offered)
  const [asked, ...others] = await waiting()
  expect(others).toEqual([])
  expect(asked).toMatchObject({ kind: 'manual-odds', subject: `game:${game.id}`, isOwn: true, reason: 'the line-ups' })
  expect(asked?.subjectName).toMatch(
    /^Vipers SC 4 vs KCCA FC 4: Moneyline, Vipers SC 4 at 1,000\.00 \(fair: 2\.\d\d, gives away [\d,]+\.\d % of stakes, UGX [\d,]+ per UGX 100,000 staked\), book \d\d\.\d %; maximum stake of Vipers SC 4 no limit → UGX 5,000,000$/,
  )
  const id = asked?.id ?? ''
  expect((await decide(app.staff, id, 'approve')).body['code']).toBe('APPROVAL_OWN')
  expect((await decide(colleague, id, 'approve')).status).toBe(200)
  expect(await oddsOf(game.id)).toBe(1_000)
  const ticket = await app.bet(player, [await app.pick(game.id)], 30_000)
  expect(ticket.potentialWin).toBe(30_000_000)
})

it('a single admin can lower or remove odds, and change limits and suspensions, without approval', async () => {
  const game = await app.game()
  const fair = await oddsOf(game.id)
  for (const body of [{ '1': 1.2 }, { '1': fair }, { '1': null }]) expect((await set(game.id, body)).status).toBe(200)
  expect((await set(game.id, {}, { suspended: true })).status).toBe(200)
  expect((await set(game.id, {}, { mostStake: { '1': 30_000 } })).status).toBe(200)
})

it('[ADMT-30] [ADMS-19] [SLIP-25] odds just below fair odds also wait for approval if three such games with the win bonus give the player an expected profit', async () => {
  const { id } = await app.game()
  const model = await modelOf(id)
  // The margin of the market is 5 %.
  expect((await set(id, { '1': Math.round(model * 104.8) / 100 })).body['code']).toBe('ODDS_WAIT')
  expect((await set(id, { '1': Math.round(model * 103) / 100 })).status).toBe(200)
})

it('[ADMT-30] [ADMS-19] odds further above the model than the setting allows wait for approval, even below the fair odds', async () => {
  const { id } = await app.game()
  const model = await modelOf(id)
  const odds = { '1': Math.round(model * 103) / 100 }
  await app.set('manual_odds_distance', 2)
  expect((await set(id, odds)).body['code']).toBe('ODDS_WAIT')
  await app.set('manual_odds_distance', 25)
  expect((await set(id, odds)).status).toBe(200)
})

it('[ADMT-30] [ADMS-19] odds that lower a book below 100 % wait for approval, even below the fair odds', async () => {
  const colleague = await app.admin({ firstName: 'Peace', balanceUgx: 0 })
  const { id } = await app.game()
  const model = await modelOf(id)
  expect((await set(id, { X: 6 })).body['code']).toBe('ODDS_WAIT')
  const asked = (await waiting()).find(({ subject }) => subject === `game:${id}`)
  expect((await decide(colleague, asked?.id ?? '', 'approve')).status).toBe(200)
  const raised = { '1': Math.round(model * 103) / 100 }
  expect((await set(id, raised)).body['code']).toBe('ODDS_WAIT')
  const [again] = (await waiting()).filter(({ subject }) => subject === `game:${id}`)
  expect(again?.subjectName).toMatch(/keeps \d\.\d % of stakes\), book 9\d\.\d %$/)
  expect((await set(id, { '1': Math.round(model * 97) / 100 })).status).toBe(200)
  expect((await set(id, { X: null })).status).toBe(200)
  expect((await set(id, raised)).status).toBe(200)
})

describe('[ADMT-30] [ADMS-19] odds that were fair or approved, after the model has changed', () => {
  const baseOdds = (id: string, homeOdds: number, awayOdds: number) =>
    app.changeGame(id, { homeOdds: homeOdds * 100, drawOdds: 340, awayOdds: awayOdds * 100 })

  it('fair or approved odds do not rise above fair when the game’s base odds change back and forth', async () => {
    const { id } = await createManualGame(app)
    await baseOdds(id, 9, 1.3)
    expect((await set(id, { '1': 7 })).status).toBe(200)
    expect(await oddsOf(id)).toBe(7)
    await baseOdds(id, 2.1, 3.6)
    const offered = await oddsOf(id)
    expect(offered).toBeGreaterThan(2.1)
    expect(offered).toBeLessThan(2.4)
    expect(await homeSelection(id)).toMatchObject({ own: 7, offered })
  })

  it('odds that were fair or approved fall and rise again together with the feed’s odds', async () => {
    const { id } = await app.game()
    expect((await set(id, { '1': 2.05 })).status).toBe(200)
    await app.changeGame(id, { homeOdds: 150, drawOdds: 420, awayOdds: 700 })
    expect(await oddsOf(id)).toBeLessThan(1.7)
    await app.changeGame(id, { homeOdds: 210, drawOdds: 340, awayOdds: 360 })
    expect(await oddsOf(id)).toBe(2.05)
  })

  it('after a model change, manual odds exceed the fair odds by no more than was approved', async () => {
    const colleague = await app.admin({ firstName: 'Joan', balanceUgx: 0 })
    const { id } = await createManualGame(app)
    await baseOdds(id, 9, 1.3)
    expect((await set(id, { '1': 20 })).body['code']).toBe('ODDS_WAIT')
    const asked = (await waiting()).find(({ subject }) => subject === `game:${id}`)
    expect((await decide(colleague, asked?.id ?? '', 'approve')).status).toBe(200)
    expect(await oddsOf(id)).toBe(20)
    expect((await set(id, {}, { mostStake: { '1': 30_000 } })).status).toBe(200)
    expect(await oddsOf(id)).toBe(20)
    await baseOdds(id, 2.1, 3.6)
    const offered = await oddsOf(id)
    expect(offered).toBeGreaterThan(2.5)
    expect(offered).toBeLessThan(3)
  })
})
