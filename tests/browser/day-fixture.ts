import { dayAfter, OPENS_AT } from '../support/business-time.ts'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { confirmOwnNumber } from '../support/query-database.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { type BrowserFixture, browserFixture } from './browser-fixture.ts'
import type { RequestInput } from '../support/client.ts'
import { placeSingle } from './console-steps.ts'
import { settlingIn } from './matches.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 23:30 in Kampala on the day of `OPENS_AT`. */
const EVENING = new Date(Math.floor(OPENS_AT.getTime() / DAY_MS) * DAY_MS + 20.5 * HOUR_MS)
const SMALLEST_DEPOSIT = 25_000
const ROLES = ['care', 'trader', 'finance', 'marketing', 'manager'] as const
export type Role = (typeof ROLES)[number]

/** A product after midnight in Kampala, whose reports have a day that is over, with one member of staff of each role. */
export type DayFixture = {
  readonly browser: BrowserFixture
  readonly staff: { readonly [role in Role]: Player }
  /** A player with at least this balance. `last`: the digit that selects what the player's network does. */
  readonly newPlayer: (balance?: number, last?: number) => Promise<Player>
  /** A manual game that starts in an hour, and a bet on its home team. */
  readonly gameWithBet: (homeTeam: string, stake: number) => Promise<GameWithBet>
  /** Starts a game, with goals in its first minute. */
  readonly start: (gameId: string, goals: readonly Side[]) => Promise<void>
  /** As `start`, and ends it. */
  readonly play: (gameId: string, goals: readonly Side[]) => Promise<void>
  /** Enters or corrects a result as a manager, so that the trader stays below the limit for a second person. */
  readonly enter: (gameId: string, score: { readonly home: number; readonly away: number }) => Promise<void>
}

export type GameWithBet = { readonly gameId: string; readonly player: Player; readonly code: string }
type Side = 'home' | 'away'

export async function dayFixture(): Promise<DayFixture> {
  const browser = await browserFixture({ ...settlingIn(7_200), beginsAt: EVENING })
  const { product } = browser
  product.money.control({ settings: { approveAfterMs: 50 } })
  let players = 0
  const newPlayer = async (balance = 0, last = 0): Promise<Player> => {
    const player = await registerPlayer(product, `77274${String(++players).padStart(3, '0')}${last}`)
    await confirmOwnNumber(product, player)
    if (balance > 0) await deposit(player, Math.max(balance, SMALLEST_DEPOSIT))
    return player
  }
  await newPlayer(40_000)
  await product.clock.moveTo(new Date(EVENING.getTime() + 0.6 * HOUR_MS))
  const members = ROLES.map(
    async (role, at) => [role, await registerConfirmedStaff(product, `77274900${at}`, role)] as const,
  )
  const staff = Object.fromEntries(await Promise.all(members)) as { [role in Role]: Player }
  await staff.manager.client.must('PUT /api/admin/settings', {
    body: { changes: [{ key: 'withdrawal_review_amount', value: '50000' }], reason: 'the test holds withdrawals' },
  })
  const enter: DayFixture['enter'] = async (id, { home, away }) => {
    const result = { kind: 'result', home, away, halfTimeHome: 0, halfTimeAway: 0 } as const
    const { client } = staff.manager
    const preview = await client.must('POST /api/admin/games/{id}/result/preview', { params: { id }, body: result })
    const confirmed = { amount: preview.amount, seen: preview.seen, reason: 'the final whistle' }
    await client.must('POST /api/admin/games/{id}/result', { params: { id }, body: { result, confirmed } })
  }
  const start: DayFixture['start'] = async (id, goals) => {
    const { client } = staff.trader
    const { payout } = await client.must('GET /api/admin/risk/open-bets', { query: { game: id } })
    const step = (body: RequestInput<'POST /api/admin/games/{id}/step'>['body']) =>
      client.must('POST /api/admin/games/{id}/step', { params: { id }, body })
    await step({ step: 'start', confirmed: { amount: payout, reason: 'the whistle' } })
    for (const team of goals) await step({ step: 'goal', team, minute: 50 })
  }
  const count = (goals: readonly Side[], side: Side): number => goals.filter((each) => each === side).length
  const yesterday = dayAfter(product.clock.now(), -1)
  await staff.finance.client.must('POST /api/admin/reconciliation', { body: { day: yesterday } })
  return {
    browser,
    staff,
    newPlayer,
    async gameWithBet(homeTeam, stake) {
      const startTime = new Date(product.clock.now().getTime() + HOUR_MS).toISOString()
      const odds = { homeOdds: 2.1, drawOdds: 3.4, awayOdds: 3.6 }
      const { game } = await staff.trader.client.must('POST /api/admin/games', {
        body: { homeTeam, awayTeam: 'Wakiso Giants', league: 'Friendly', startTime, ...odds },
      })
      const player = await newPlayer(stake)
      const { bookingCode } = await placeSingle(player, game.id, stake)
      return { gameId: game.id, player, code: bookingCode }
    },
    start,
    async play(id, goals) {
      await start(id, goals)
      await enter(id, { home: count(goals, 'home'), away: count(goals, 'away') })
    },
    enter,
  }
}

/** Waits until a ticket has this status. */
export const ticketIs = (player: Player, code: string, status: string): Promise<unknown> =>
  until(`ticket ${code} is ${status}`, async () => {
    const { items } = await player.client.must('GET /api/bets', { query: {} })
    return items.some((ticket) => ticket.bookingCode === code && ticket.status === status)
  })
