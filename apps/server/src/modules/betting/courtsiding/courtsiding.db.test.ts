import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CourtsidingPlayer, getCourtsiding, type InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import { placeBet } from '@mupiira/contract/bets.ts'
import { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { DELAY_S, type DelayedBetsFixture, delayedBetsFixture } from '../testing/delayed-bets-fixture.ts'

let app: DelayedBetsFixture
let staff: TestAccount
beforeAll(async () => {
  app = await delayedBetsFixture()
  staff = await app.admin()
})
afterAll(() => app?.close())

const NONE: InPlayRestriction = { extraDelaySeconds: 0, isExcluded: false }

/** An accepted bet on the home win of a live game at 0–0. */
async function accepted(): Promise<{ player: TestAccount; game: GameRow }> {
  const game = await app.liveGame()
  const player = await app.player({ balanceUgx: 100_000 })
  const bet = await app.placeWaiting(player, [game.id])
  await app.decide(game.id)
  expect((await app.delayedBet(player, bet)).state).toBe('accepted')
  return { player, game }
}
const movesOf = async ({ id }: TestAccount) =>
  (
    await app.kernel.db.query<{ market: string; selection: string; move: number | null }>(
      'select market, selection, move from in_play_moves where user_id = $1',
      [id],
    )
  ).map(({ market, selection, move }) => [market, selection, move])
const measure = () => app.modules.betting.moves.measure()

describe('the move of the odds after the acceptance of a live bet', () => {
  it.each([
    ['for the player', { homeScore: 1 }, 1],
    ['against the player', { awayScore: 1 }, -1],
    ['without an event', {}, 0],
  ] as const)('[INP-12] is measured once after 30 s: %s', async (_name, change, move) => {
    const { player, game } = await accepted()
    app.clock.forward(20_000)
    await app.play(game.id, { minutesPassed: 31, ...change })
    await measure()
    expect(await movesOf(player)).toEqual([])
    app.clock.forward(11_000)
    await measure()
    await measure()
    expect(await movesOf(player)).toEqual([['1x2', '1', move]])
  })

  it('[INP-12] is stored as unknown for a game without prices, so that the bet is not read again', async () => {
    const { player, game } = await accepted()
    await app.changeGame(game.id, { model: null })
    app.clock.forward(31_000)
    await measure()
    expect(await movesOf(player)).toEqual([['1x2', '1', null]])
  })

  it('[INP-12] is not measured too late, when more may have happened', async () => {
    const { player } = await accepted()
    app.clock.forward(70_000)
    await measure()
    expect(await movesOf(player)).toEqual([])
  })
})

/** Measured selections of a player, of which some had moved in the player's favour. */
const played = ({ id }: TestAccount, selections: number, favourable: number) =>
  app.kernel.db.change(
    `insert into in_play_moves (bet_id, leg, user_id, market, selection, move, accepted_at)
     select gen_random_uuid(), 0, $1, '1x2', '1', case when no <= $3 then 1 else 0 end, $4
       from generate_series(1, $2::int) no`,
    [id, selections, favourable, app.clock.now()],
  )
const report = async (): Promise<readonly CourtsidingPlayer[]> => (await staff.call(getCourtsiding, {})).body.items
const restrict = async ({ id }: TestAccount, restriction: InPlayRestriction, seen = NONE) => {
  const { status, body } = await staff.put(`/api/admin/users/${id}/in-play-restriction`, {
    restriction,
    seen,
    reason: 'bets before goals',
  })
  return status === 200 ? status : body['code']
}
/** A player far above the average. */
async function fastPlayer(): Promise<TestAccount> {
  const player = await app.player({ balanceUgx: 100_000 })
  await played(player, 40, 20)
  return player
}

describe('the courtsiding report', () => {
  it('[INP-12] compares players with the average, the least explicable first, and restricts only above the threshold', async () => {
    const [fast, slow, rare] = [await fastPlayer(), await app.player(), await app.player()]
    await played(slow, 2_000, 20)
    await played(rare, 3, 3)
    const items = await report()
    expect(items[0]).toMatchObject({ userId: fast.id, selections: 40, favourable: 20, isAboveThreshold: true })
    expect(items.find(({ userId }) => userId === slow.id)).toMatchObject({ isAboveThreshold: false, turnover: 0 })
    expect(items.some(({ userId }) => userId === rare.id)).toBe(false)
    for (const player of [slow, rare])
      expect(await restrict(player, { extraDelaySeconds: 5, isExcluded: false })).toBe('BELOW_COURTSIDING_THRESHOLD')
    expect(await restrict(fast, { extraDelaySeconds: 5, isExcluded: false })).toBe(200)
    expect(await restrict(fast, { extraDelaySeconds: 9, isExcluded: false })).toBe('IN_PLAY_RESTRICTION_CHANGED')
    const [entry] = (await staff.get(`/api/admin/audit?q=user:${fast.id}&action=risk.restrict-in-play`)).body.items
    expect(entry).toMatchObject({
      before: NONE,
      after: { extraDelaySeconds: 5, isExcluded: false },
      reason: 'bets before goals',
    })
  })

  it('[INP-12] is read before a restriction locks the player, because it reads the moves of all players', async () => {
    const player = await fastPlayer()
    const restricted = await app.kernel.db.transaction(async (tx) => {
      await tx.query('lock table in_play_moves in access exclusive mode')
      const restricting = restrict(player, { extraDelaySeconds: 5, isExcluded: false })
      await untilLockWaits(app.kernel.workerDb)
      for (const table of ['profiles', 'accounts'])
        expect(await tx.query(`select from ${table} where id = $1 for update skip locked`, [player.id])).toHaveLength(1)
      return { restricting }
    })
    expect(await restricted.restricting).toBe(200)
  })

  it('[INP-12] has turnover, return and rejections of a player', async () => {
    const player = await fastPlayer()
    const games = [await app.liveGame(), await app.liveGame()]
    await app.report(...games.map(({ id }) => id))
    const [won = '', scored = ''] = games.map(({ id }) => id)
    await app.placeWaiting(player, [won], { stake: 20_000 })
    await app.placeWaiting(player, [scored])
    await app.play(scored, { homeScore: 1 })
    await app.decide(won, scored)
    const found = (await report()).find(({ userId }) => userId === player.id)
    expect(found).toMatchObject({ accepted: 1, rejectedByEvent: 1, turnover: 20_000, returnPercent: null })
  })
})

describe('a restriction of live bets', () => {
  it('[INP-12] [INP-16] a longer delay applies to the next live bet of the player, in the quote and in the countdown', async () => {
    const player = await fastPlayer()
    const game = await app.liveGame()
    expect(await restrict(player, { extraDelaySeconds: 7, isExcluded: false })).toBe(200)
    const body = { stake: 10_000, selections: [await app.pick(game.id)] }
    expect((await player.call(quoteBet, { body })).body.delaySeconds).toBe(DELAY_S + 7)
    const bet = await app.placeWaiting(player, [game.id])
    expect(bet.remainingMs).toBeGreaterThanOrEqual((DELAY_S + 7) * 1_000)
    const other = await app.player({ balanceUgx: 100_000 })
    expect((await app.placeWaiting(other, [game.id])).remainingMs).toBeLessThan((DELAY_S + 6) * 1_000)
  })

  it('[INP-12] [INP-16] an exclusion refuses the quote of a live bet while its selection is suspended', async () => {
    const [player, other] = [await fastPlayer(), await app.player()]
    expect(await restrict(player, { extraDelaySeconds: 0, isExcluded: true })).toBe(200)
    const game = await app.liveGame()
    const body = { stake: 10_000, selections: [await app.pick(game.id)] }
    await app.play(game.id, { homeScore: 1 })
    await expect
      .poll(async () => (await other.call(quoteBet, { body })).body)
      .toMatchObject({ selections: [{ odds: null }] })
    const refused = await player.call(quoteBet, { body })
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'IN_PLAY_EXCLUDED' }])
  })

  it('[INP-12] [INP-16] an exclusion refuses live bets, in the quote and also at the decision, and allows other bets', async () => {
    const player = await fastPlayer()
    const [game, upcoming] = [await app.liveGame(), await app.game()]
    await app.report(game.id)
    const waiting = await app.placeWaiting(player, [game.id])
    const excluded = { extraDelaySeconds: 0, isExcluded: true }
    expect(await restrict(player, excluded)).toBe(200)
    const body = { stake: 10_000, selections: [await app.pick(game.id)] }
    for (const call of [quoteBet, placeBet]) {
      const refused = await player.call(call, { body })
      expect([refused.status, refused.body]).toMatchObject([403, { code: 'IN_PLAY_EXCLUDED' }])
    }
    const upcomingOnly = { stake: 10_000, selections: [await app.pick(upcoming.id)] }
    expect((await player.call(quoteBet, { body: upcomingOnly })).status).toBe(200)
    await app.decide(game.id)
    expect(await app.delayedBet(player, waiting)).toMatchObject({ rejectedBecause: 'IN_PLAY_EXCLUDED' })
    expect(await app.balance(player)).toBe(100_000)
    expect((await app.placed(player, { selections: [await app.pick(upcoming.id)] })).status).toBe('pending')

    // A restriction can always be lifted.
    await app.kernel.db.change('delete from in_play_moves where user_id = $1', [player.id])
    expect((await report()).find(({ userId }) => userId === player.id)).toMatchObject({ restriction: excluded })
    expect(await restrict(player, NONE, excluded)).toBe(200)
    const next = await app.liveGame()
    await app.placeWaiting(player, [next.id])
  })
})
