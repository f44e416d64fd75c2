import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlayerRestriction } from '@mupiira/contract/admin-restrictions.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const REASON = 'bets only on late news'

const restrictionsOf = async ({ id }: TestAccount): Promise<readonly PlayerRestriction[]> =>
  (await app.staff.get<{ restrictions: PlayerRestriction[] }>(`/api/admin/users/${id}`)).body.restrictions

const restrict = ({ id }: TestAccount, body: object, by = app.staff) =>
  by.post<{ id: string; code?: string }>(`/api/admin/users/${id}/restrictions`, {
    value: null,
    endsAt: null,
    reason: REASON,
    seen: null,
    ...body,
  })

const lift = ({ id }: TestAccount, restrictionId: string) =>
  app.staff.post(`/api/admin/users/${id}/restrictions/lift`, { restrictionId, reason: 'the check is over' })

const inDays = (days: number): string => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()

/** A bet of three games, which gets a win bonus of 3 %. */
async function bet(player: TestAccount, stake: number) {
  const games = [await app.game(), await app.game(), await app.game()]
  const selections = await Promise.all(games.map(({ id }) => app.pick(id)))
  const body = { stake, selections, acceptOddsChanges: true }
  return player.post<{ ticket?: { bonusPercentage: number }; code?: string; details?: { maximumUgx?: number } }>(
    '/api/bets',
    body,
  )
}

describe('restrictions of a player', () => {
  it('a stake factor lowers the maximum stake to its share, in quotes and at placement, until it ends by itself', async () => {
    const player = await app.player({ balanceUgx: 30_000_000 })
    expect((await bet(player, 1_000_000)).status).toBe(201)
    const set = await restrict(player, { kind: 'stake-factor', value: 1, endsAt: inDays(7) })
    expect(set.status).toBe(200)
    expect(await restrictionsOf(player)).toMatchObject([
      { id: set.body.id, kind: 'stake-factor', value: 1, reason: REASON, endsAt: inDays(7) },
    ])
    const refused = await bet(player, 1_000_000)
    expect([refused.status, refused.body.code]).toEqual([422, 'STAKE_ABOVE_MAXIMUM'])
    const game = await app.game()
    const slip = { stake: 1_000_000, selections: [await app.pick(game.id)] }
    const restricted = await player.post<{ maxStake: number }>('/api/bets/quote', slip)
    const free = await (await app.player()).post<{ maxStake: number }>('/api/bets/quote', slip)
    expect(restricted.body.maxStake).toBeLessThanOrEqual(free.body.maxStake / 100)
    app.clock.forward(7 * DAY_MS - MINUTE_MS)
    expect((await bet(player, 1_000_000)).body.code).toBe('STAKE_ABOVE_MAXIMUM')
    app.clock.forward(MINUTE_MS)
    expect(await restrictionsOf(player)).toEqual([])
    expect((await bet(player, 1_000_000)).status).toBe(201)
  })

  it('without promotions, new bets get no win bonus until staff lift the restriction', async () => {
    const player = await app.player({ balanceUgx: 1_000_000 })
    expect((await bet(player, 25_000)).body.ticket?.bonusPercentage).toBe(3)
    const { body } = await restrict(player, { kind: 'no-promotions' })
    expect((await bet(player, 25_000)).body.ticket?.bonusPercentage).toBe(0)
    const game = await app.game()
    const slip = { stake: 25_000, selections: [await app.pick(game.id)] }
    expect((await player.post('/api/bets/quote', slip)).body).toMatchObject({ hasWinBonus: false, bonus: 0 })
    expect((await lift(player, body.id)).status).toBe(200)
    expect((await bet(player, 25_000)).body.ticket?.bonusPercentage).toBe(3)
  })

  it('[INP-12] live bets are restricted only above the threshold of the courtsiding report', async () => {
    const player = await app.player()
    for (const body of [{ kind: 'in-play-delay', value: 5 }, { kind: 'no-live-bets' }])
      expect((await restrict(player, body)).body.code).toBe('BELOW_COURTSIDING_THRESHOLD')
    expect(await restrictionsOf(player)).toEqual([])
  })

  it('[OPS-04] a new restriction replaces the one of its kind that was displayed, and both are in the audit log', async () => {
    const player = await app.player()
    const first = await restrict(player, { kind: 'stake-factor', value: 50 })
    expect((await restrict(player, { kind: 'stake-factor', value: 20 })).body.code).toBe('RESTRICTION_CHANGED')
    const second = await restrict(player, { kind: 'stake-factor', value: 20, seen: first.body.id })
    expect(second.status).toBe(200)
    expect((await lift(player, first.body.id)).body).toMatchObject({ code: 'RESTRICTION_CHANGED' })
    expect((await lift(player, second.body.id)).status).toBe(200)
    expect(
      (await app.staffActions(`user:${player.id}`)).flatMap(({ action, reason, after }) =>
        action === 'user.read' ? [] : [{ action, reason, after }],
      ),
    ).toEqual([
      { action: 'risk.restrict', reason: REASON, after: { restriction: 'Stake factor 50 %', endsAt: null } },
      { action: 'risk.restrict', reason: REASON, after: { restriction: 'Stake factor 20 %', endsAt: null } },
      { action: 'risk.lift', reason: 'the check is over', after: null },
    ])
  })

  it.each([
    ['RESTRICTION_VALUE', { kind: 'stake-factor' }],
    ['RESTRICTION_VALUE', { kind: 'stake-factor', value: 100 }],
    ['RESTRICTION_VALUE', { kind: 'no-promotions', value: 5 }],
    ['RESTRICTION_END', { kind: 'no-promotions', endsAt: '2020-01-01T00:00:00.000Z' }],
    ['RESTRICTION_END', { kind: 'no-promotions', endsAt: '2027-02-30T00:00:00.000Z ' }],
    ['RESTRICTION_END', { kind: 'no-promotions', endsAt: 'in the next year, then' }],
  ])('is refused with %s and changes nothing: %j', async (code, body) => {
    const player = await app.player()
    expect((await restrict(player, body)).body.code).toBe(code)
    expect(await restrictionsOf(player)).toEqual([])
  })

  it('of an unknown account is refused', async () => {
    const unknown = { ...(await app.player()), id: newId() }
    expect((await restrict(unknown, { kind: 'no-promotions' })).body.code).toBe('USER_NOT_FOUND')
  })

  it('needs the capability to limit players', async () => {
    const player = await app.player()
    const care = await app.admin({ firstName: 'Ruth', permissions: { role: 'care' } })
    expect((await restrict(player, { kind: 'no-promotions' }, care)).body.code).toBe('NOT_ALLOWED')
  })

  it('the timeline shows when a restriction began, and when it ended by itself', async () => {
    const player = await app.player()
    await restrict(player, { kind: 'no-promotions', endsAt: inDays(1) })
    const statesOf = async () => {
      const { body } = await app.staff.get<{ items: { state: string }[] }>(
        `/api/admin/users/${player.id}/timeline?kind=restriction`,
      )
      return body.items.map(({ state }) => state)
    }
    expect(await statesOf()).toEqual(['No promotions'])
    app.clock.forward(2 * DAY_MS)
    expect(await statesOf()).toEqual(['No promotions ended', 'No promotions'])
  })
})
