import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { placeBet } from '@mupiira/contract/bets.ts'
import { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import { type DelayedBet, listDelayedBets } from '@mupiira/contract/delayed-bets.ts'
import { ODDS_POLICIES } from '@mupiira/domain/odds/odds-policy.ts'
import { newId } from '../../../kernel/ids.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow, MarketControls } from '../../catalogue/index.ts'
import { DELAY_S, type DelayedBetsFixture, delayedBetsFixture } from '../testing/delayed-bets-fixture.ts'

let app: DelayedBetsFixture
beforeAll(async () => {
  app = await delayedBetsFixture()
})
afterAll(() => app?.close())
afterEach(() => app.requireCleanLedger())

/** A player with UGX 100,000 and a waiting bet of UGX 10,000 on a live game. */
async function waiting(
  more: Parameters<DelayedBetsFixture['placeWaiting']>[2] = {},
): Promise<{ player: TestAccount; game: GameRow; bet: DelayedBet }> {
  const game = await app.liveGame()
  const player = await app.player({ balanceUgx: 100_000 })
  return { player, game, bet: await app.placeWaiting(player, [game.id], more) }
}
const wallet = async (player: TestAccount) => (await player.get('/api/wallet')).body
const ticketsOf = (player: TestAccount) =>
  app.kernel.db.query(
    'select t.*, l.in_play from tickets t join ticket_legs l on l.ticket_id = t.id where user_id = $1',
    [player.id],
  )

describe('the request of a bet with a live game', () => {
  it('[INP-05] answers 202 with the waiting bet, reserves the stake, and appears in the list and in an event', async () => {
    const { player, game, bet } = await waiting()
    expect(bet).toMatchObject({ state: 'waiting', stake: 10_000, ticketId: null })
    expect(bet.remainingMs).toBeGreaterThanOrEqual(DELAY_S * 1000)
    expect(bet.selections).toMatchObject([{ gameId: game.id, match: game.name, selection: '1', inPlay: true }])
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 10_000 })
    expect(await ticketsOf(player)).toEqual([])
    app.clock.forward(3_000)
    const { items } = (await player.call(listDelayedBets, {})).body
    expect(items).toEqual([{ ...bet, remainingMs: bet.remainingMs - 3_000 }])
    const events = (await app.eventsOf(player)).filter(({ type }) => type === 'delayed-bet-changed')
    expect(events).toMatchObject([{ data: { bet: { id: bet.id, state: 'waiting' } } }])
  })

  it('[INP-05] [INP-16] a repeated request returns the first answer and reserves the stake once', async () => {
    const game = await app.liveGame()
    const player = await app.player({ balanceUgx: 100_000 })
    const [body, key] = [{ stake: 10_000, selections: [await app.pick(game.id)] }, newId()]
    const first = await player.call(placeBet, { body, key })
    const again = await player.call(placeBet, { body, key })
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text])
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 10_000 })
  })

  it('[INP-10] a bet on an upcoming and a live game waits as one bet, and a bet on an upcoming game does not wait', async () => {
    const [live, upcoming] = [await app.liveGame(), await app.game()]
    const player = await app.player({ balanceUgx: 100_000 })
    const bet = await app.placeWaiting(player, [live.id, upcoming.id])
    expect(bet.selections.map(({ inPlay }) => inPlay)).toEqual([true, false])
    expect((await app.placed(player, { selections: [await app.pick(upcoming.id)] })).status).toBe('pending')
    await app.decide(live.id)
    const legs = await app.kernel.db.query('select in_play from ticket_legs where ticket_id = $1 order by leg_no', [
      (await app.delayedBet(player, bet)).ticketId,
    ])
    expect(legs).toEqual([{ in_play: true }, { in_play: false }])
  })

  it('[INP-05] [INP-10] a bet waits for the longest delay of its live games, which leagues can have of their own', async () => {
    const [first, second] = [await app.liveGame(), await app.liveGame()]
    const player = await app.player({ balanceUgx: 100_000 })
    const delayOf = async (...ids: readonly string[]) => {
      const body = { stake: 10_000, selections: await Promise.all(ids.map((id) => app.pick(id))) }
      return (await player.call(quoteBet, { body })).body.delaySeconds
    }
    await app.changeGame(second.id, { league: 'A slow feed' })
    await app.report(first.id, second.id)
    await app.set('in_play_leagues', {
      [`${first.country ?? ''}/${first.league}`]: { delaySeconds: 5 },
      [`${second.country ?? ''}/A slow feed`]: { delaySeconds: 14 },
    })
    expect(await delayOf(first.id)).toBe(5)
    expect(await delayOf(first.id, second.id)).toBe(14)
    const { remainingMs } = await app.placeWaiting(player, [first.id, second.id])
    expect(remainingMs).toBeGreaterThanOrEqual(14_000)
    await app.set('in_play_leagues', {})
    expect(await delayOf(first.id, second.id)).toBe(DELAY_S)
  })

  it('[INP-11] the maximum stake and payout of live bets apply, and the quote names them and the delay', async () => {
    await app.set('max_in_play_stake', 20_000)
    const game = await app.liveGame()
    const player = await app.player({ balanceUgx: 100_000 })
    const slip = { stake: 20_001, selections: [await app.pick(game.id)] }
    expect((await player.call(placeBet, { body: slip })).body).toMatchObject({
      code: 'STAKE_ABOVE_MAXIMUM',
      details: { maximumUgx: 20_000 },
    })
    const quote = (await player.call(quoteBet, { body: slip })).body
    const limits = { maxStake: 20_000, maxPayout: 250_000_000, delaySeconds: DELAY_S }
    expect(quote).toMatchObject({ ...limits, selections: [{ problem: null }] })
    await app.play(game.id, { homeScore: 1 })
    await expect
      .poll(async () => (await player.call(quoteBet, { body: slip })).body)
      .toMatchObject({
        ...limits,
        selections: [{ odds: null }],
      })
    await app.set('max_in_play_stake', 2_500_000)
  })

  it('[INP-10] two selections of one live game are refused with LIVE_COMBINATION', async () => {
    const game = await app.liveGame()
    const selections = await app.picks([game.id, '1x2', '1'], [game.id, 'btts', 'yes'])
    const player = await app.player({ balanceUgx: 100_000 })
    expect((await player.call(placeBet, { body: { stake: 10_000, selections } })).body).toMatchObject({
      code: 'LIVE_COMBINATION',
    })
  })

  it('[INP-01] with betting on live games off, a live game is refused as closed', async () => {
    const game = await app.liveGame()
    const pick = await app.pick(game.id)
    await app.set('in_play_betting', 'off')
    const player = await app.player({ balanceUgx: 100_000 })
    expect((await player.call(placeBet, { body: { stake: 10_000, selections: [pick] } })).body).toMatchObject({
      code: 'GAME_CLOSED',
    })
    await app.set('in_play_betting', 'on')
  })
})

describe('the decision', () => {
  it('[INP-05] [INP-06] an undisturbed bet becomes a ticket after the delay, at the better current odds', async () => {
    const { player, game, bet } = await waiting()
    await app.wait((bet.remainingMs - 1) / 1000, game.id)
    await app.delayedBets.decideDue()
    expect((await app.delayedBet(player, bet)).state).toBe('waiting')
    await app.wait(0.001, game.id)
    await app.delayedBets.decideDue()
    const decided = await app.delayedBet(player, bet)
    expect(decided).toMatchObject({ state: 'accepted', rejectedBecause: null, remainingMs: 0 })
    expect(decided.acceptedOdds).toBeGreaterThanOrEqual(bet.requestedOdds)
    const [ticket] = await ticketsOf(player)
    expect(ticket).toMatchObject({ id: decided.ticketId, status: 'pending', in_play: true })
    expect(Number(ticket?.['max_payout'])).toBe(250_000_000_00)
    expect(await wallet(player)).toMatchObject({ balance: 90_000, held: 0 })
    expect((await app.eventsOf(player)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['bet-placed', 'balance-changed', 'delayed-bet-changed']),
    )
  })

  it.each<[string, Partial<GameRow>, DelayedBet['rejectedBecause']]>([
    ['a goal', { homeScore: 1 }, 'GOAL'],
    ['a red card', { redCards: { home: 0, away: 1 } }, 'RED_CARD'],
    ['a penalty', { incidents: 1 }, 'PENALTY_OR_REVIEW'],
    ['a suspension by staff', { suspended: true }, 'SUSPENDED'],
    ['the final whistle', { status: 'finished' }, 'GAME_CLOSED'],
    ['an abandoned game', { status: 'abandoned' }, 'GAME_CLOSED'],
  ])(
    '[INP-06] [INP-05] %s during the delay rejects the bet at once, and the stake returns',
    async (_, change, reason) => {
      const { player, game, bet } = await waiting()
      app.clock.forward(2_000)
      await app.play(game.id, change)
      await app.delayedBets.recheck([game.id])
      expect(await app.delayedBet(player, bet)).toMatchObject({
        state: 'rejected',
        rejectedBecause: reason,
        ticketId: null,
      })
      expect(await wallet(player)).toMatchObject({ balance: 100_000, held: 0 })
      await app.decide(game.id)
      expect(await ticketsOf(player)).toEqual([])
      const [last] = (await app.eventsOf(player)).filter(({ type }) => type === 'delayed-bet-changed').slice(-1)
      expect(last).toMatchObject({ data: { bet: { id: bet.id, state: 'rejected', rejectedBecause: reason } } })
    },
  )

  it('[INP-06] a suspension that ends during the delay rejects the bet', async () => {
    const { player, game, bet } = await waiting()
    await app.play(game.id, { suspended: true })
    await app.delayedBets.recheck([game.id])
    await app.play(game.id, { suspended: false })
    await app.decide(game.id)
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'rejected', rejectedBecause: 'SUSPENDED' })
  })

  const control = (id: string, controls: MarketControls) =>
    app.kernel.db.transaction((tx) => app.modules.catalogue.markets.control(tx, id, () => controls, app.clock.now()))
  const suspendLeague = (suspended: boolean) =>
    app.kernel.db.transaction((tx) =>
      app.modules.catalogue.suspensions.set(tx, { scope: 'all', suspended, actorId: newId(), reason: 'A test' }),
    )
  /** Suspensions that begin and end during the delay. */
  const ENDED: readonly [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
    ['its market', (id) => control(id, { '1x2': { suspended: true } }), (id) => control(id, {})],
    ['its game', (id) => app.play(id, { suspended: true }), (id) => app.play(id, { suspended: false })],
    ['all games', () => suspendLeague(true), () => suspendLeague(false)],
    ['a contradictory report', (id) => app.play(id, { held: true }), (id) => app.play(id, { held: false })],
  ]
  it.each(ENDED)(
    '[INP-06] an ended suspension of %s rejects the bet, even if no node has checked the bet during it',
    async (_, begin, end) => {
      const { player, game, bet } = await waiting()
      await begin(game.id)
      app.clock.forward(1_000)
      await end(game.id)
      await app.decide(game.id)
      expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'rejected', rejectedBecause: 'SUSPENDED' })
      // A bet placed afterwards is not affected.
      const later = await app.player({ balanceUgx: 100_000 })
      const second = await app.placeWaiting(later, [game.id])
      await app.decide(game.id)
      expect(await app.delayedBet(later, second)).toMatchObject({ state: 'accepted' })
    },
  )

  it('[INP-06] a suspension of another market does not reject the bet', async () => {
    const { player, game, bet } = await waiting()
    await control(game.id, { btts: { suspended: true } })
    await control(game.id, {})
    await app.decide(game.id)
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'accepted' })
  })

  it('[INP-06] an early check on two nodes at once rejects the bet once, and leaves an unaffected bet waiting', async () => {
    const games = [await app.liveGame(), await app.liveGame()]
    await app.report(...games.map(({ id }) => id))
    const onGame = async (game: GameRow) => {
      const player = await app.player({ balanceUgx: 100_000 })
      return { player, game, bet: await app.placeWaiting(player, [game.id]) }
    }
    const [hit, other] = [await onGame(games[0] as GameRow), await onGame(games[1] as GameRow)]
    await app.play(hit.game.id, { homeScore: 1 })
    const gameIds = [hit.game.id, other.game.id]
    await Promise.all([app.delayedBets.recheck(gameIds), app.delayedBets.recheck(gameIds)])
    expect(await app.delayedBet(hit.player, hit.bet)).toMatchObject({ state: 'rejected', rejectedBecause: 'GOAL' })
    expect(await wallet(hit.player)).toMatchObject({ balance: 100_000, held: 0 })
    expect(await app.delayedBet(other.player, other.bet)).toMatchObject({ state: 'waiting' })
    await app.decide(other.game.id)
    expect(await app.delayedBet(other.player, other.bet)).toMatchObject({ state: 'accepted' })
  })

  it('[INP-10] the kick-off of an upcoming game during the delay rejects the bet', async () => {
    const [live, upcoming] = [await app.liveGame(), await app.game()]
    const player = await app.player({ balanceUgx: 100_000 })
    const bet = await app.placeWaiting(player, [live.id, upcoming.id])
    await app.changeGame(upcoming.id, { status: 'live' })
    await app.decide(live.id)
    expect((await app.delayedBet(player, bet)).rejectedBecause).toBe('GAME_CLOSED')
  })

  it('[INP-06] a bet waits for an answer of the feed that was requested after the delay, and is rejected without one', async () => {
    const { player, game, bet } = await waiting()
    await app.wait(bet.remainingMs / 1000 - 1, game.id)
    app.clock.forward(2_000)
    await app.delayedBets.decideDue()
    expect((await app.delayedBet(player, bet)).state).toBe('waiting')
    await app.wait(1, game.id)
    await app.delayedBets.decideDue()
    expect((await app.delayedBet(player, bet)).state).toBe('accepted')

    const silent = await waiting()
    app.clock.forward(silent.bet.remainingMs + 15_001)
    await app.delayedBets.decideDue()
    expect(await app.delayedBet(silent.player, silent.bet)).toMatchObject({ rejectedBecause: 'TOO_LATE' })
    expect(await wallet(silent.player)).toMatchObject({ balance: 100_000, held: 0 })
  })

  it('[SLIP-72] [INP-05] a waiting bet adds no liability, and an accepted one does', async () => {
    const { game } = await waiting()
    expect(app.deps.liabilities.amount(game.id)).toBe(0n)
    await app.decide(game.id)
    expect(app.deps.liabilities.amount(game.id)).toBeGreaterThan(0n)
  })

  it('[INP-05] a feed that reports later than the delay extends it', async () => {
    await app.set('feed_latency', 12)
    const { bet } = await waiting()
    expect(bet.remainingMs).toBeGreaterThanOrEqual(12_000)
    await app.set('feed_latency', 0)
  })

  it('[INP-06] a bet that was due while no worker ran is rejected, also if nothing happened', async () => {
    const { player, game, bet } = await waiting()
    await app.wait((bet.remainingMs + 15_001) / 1000, game.id)
    await app.delayedBets.decideDue()
    expect(await app.delayedBet(player, bet)).toMatchObject({ state: 'rejected', rejectedBecause: 'TOO_LATE' })
    expect(await wallet(player)).toMatchObject({ balance: 100_000, held: 0 })
  })
})

describe('changed odds', () => {
  /** Odds on the home win that fall or rise during the delay. */
  const DRIFT = {
    worse: { homeOdds: 190, drawOdds: 350, awayOdds: 420 },
    better: { homeOdds: 240, drawOdds: 330, awayOdds: 300 },
  }

  const drift = (id: string, change: keyof typeof DRIFT) => app.changeGame(id, DRIFT[change])

  it.each([
    ['none', 'better', 'accepted at the requested odds'],
    ['none', 'worse', 'rejected'],
    ['better', 'better', 'accepted at the current odds'],
    ['better', 'worse', 'rejected'],
    ['any', 'better', 'accepted at the current odds'],
    ['any', 'worse', 'accepted at the current odds'],
  ] as const)('[INP-07] with the policy %s, a bet with %s odds is %s', async (oddsPolicy, change, decision) => {
    const { player, game, bet } = await waiting({ oddsPolicy })
    await drift(game.id, change)
    await app.decide(game.id)
    const { state, rejectedBecause, acceptedOdds } = await app.delayedBet(player, bet)
    if (decision === 'rejected')
      return expect({ state, rejectedBecause }).toEqual({ state: 'rejected', rejectedBecause: 'ODDS_CHANGED' })
    expect(state).toBe('accepted')
    expect(acceptedOdds === bet.requestedOdds).toBe(decision === 'accepted at the requested odds')
    const [ticket] = await ticketsOf(player)
    expect(Number(ticket?.['total_odds'])).toBe(acceptedOdds)
  })

  it.each(ODDS_POLICIES)(
    '[INP-07] [INP-04] with the policy %s, slightly worse odds give the requested ones, because they are below the fair odds',
    async (oddsPolicy) => {
      const { player, game, bet } = await waiting({ oddsPolicy })
      await app.changeGame(game.id, { homeOdds: 208, drawOdds: 341, awayOdds: 365 })
      const now = (await app.offeredPick(game.id, '1x2', '1'))?.odds ?? 0
      expect(now).toBeLessThan(bet.requestedOdds)
      await app.decide(game.id)
      expect((await app.delayedBet(player, bet)).acceptedOdds).toBe(bet.requestedOdds)
    },
  )

  it('[INP-16] the row keeps odds, price versions, times and the state of the game at the request and at the decision', async () => {
    const { player, game, bet } = await waiting({ oddsPolicy: 'any' })
    await drift(game.id, 'worse')
    await app.decide(game.id)
    const [row] = await app.kernel.db.query('select * from delayed_bets where id = $1', [bet.id])
    const { acceptedOdds } = await app.delayedBet(player, bet)
    const moment = { phase: 'live', score: { home: 0, away: 0 }, lastGoalAt: null, lastIncidentAt: null }
    expect(row).toMatchObject({
      requested_odds: bet.requestedOdds.toFixed(2),
      accepted_odds: acceptedOdds?.toFixed(2),
      at_request: { games: { [game.id]: moment }, legs: [{ odds: Math.round(bet.requestedOdds * 100), inPlay: true }] },
      at_decision: { games: { [game.id]: moment }, legs: [{ odds: Math.round((acceptedOdds ?? 0) * 100) }] },
    })
    const [at, then] = [row?.['at_request'], row?.['at_decision']] as { legs: { priceVersion: number }[] }[]
    expect(then?.legs[0]?.priceVersion).toBeGreaterThan(at?.legs[0]?.priceVersion ?? 0)
  })
})
