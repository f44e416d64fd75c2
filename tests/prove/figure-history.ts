import { randomUUID } from 'node:crypto'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import fc from 'fast-check'
import { acceptedPayment, type PaymentFixture } from '../../apps/server/src/modules/payments/testing/payment-fixture.ts'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'

/** House accounts of the ledger. */
export const BOOK = '00000000-0000-7000-8000-000000000001'
export const AVIATOR = '00000000-0000-7000-8000-000000000006'

const GAMES = 4
const LEAGUES = [
  { league: 'Premier League', country: 'Uganda' },
  { league: 'Premier League', country: 'England' },
  { league: 'Premier League', country: 'Uganda' },
  { league: 'Bush | Cup', country: null },
] as const
const PICKS: readonly (readonly [MarketId, string])[] = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['btts', 'yes'],
  ['double_chance', '1X'],
]

const score = fc.nat(2)
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('bet' as const),
      player: fc.nat(2),
      games: fc.uniqueArray(fc.nat(GAMES - 1), { minLength: 1, maxLength: 3 }),
      pick: fc.nat(PICKS.length - 1),
      stake: fc.integer({ min: 25_000, max: 40_001 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('finish' as const), game: fc.nat(GAMES - 1), home: score, away: score }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), game: fc.nat(GAMES - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('correct' as const), game: fc.nat(GAMES - 1), home: score, away: score }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cashout' as const), at: fc.nat(20), part: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('deposit' as const, 'withdrawal' as const, 'top-up' as const),
      player: fc.nat(2),
      amount: fc.integer({ min: 25_000, max: 60_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('aviator' as const),
      player: fc.nat(2),
      amount: fc.integer({ min: 1_000, max: 9_000 }),
      end: fc.constantFrom('win' as const, 'void-refund' as const, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fill' as const, 'refill' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

export const history = fc.array(step, { minLength: 8, maxLength: 16 })

/** Plays a random history through the application: bets, results, corrections, payments and Aviator. */
export async function play(
  app: PaymentFixture,
  admin: TestAccount,
  players: readonly TestAccount[],
  steps: readonly Step[],
) {
  const startTime = new Date(app.clock.now().getTime() + 400 * HOUR_MS)
  const games = await Promise.all(LEAGUES.map((own) => app.game({ ...own, startTime })))
  const gameOf = (at: number): string => games[at]?.id ?? ''
  const ended = new Set<number>()
  const tickets: { readonly id: string; readonly userId: string }[] = []
  const ticketAt = (at: number) => tickets[at % Math.max(1, tickets.length)]
  const playerAt = (at: number): TestAccount => players[at] ?? (players[0] as TestAccount)

  for (const each of steps) {
    app.clock.forward(60_000)
    switch (each.do) {
      case 'bet': {
        const [market, selection] = PICKS[each.pick] ?? ['1x2', '1']
        const open = each.games.filter((game) => !ended.has(game))
        const picks = await Promise.all(open.map((game) => app.offeredPick(gameOf(game), market, selection)))
        const selections = picks.filter((pick) => pick !== null)
        const ticket =
          selections.length === 0 ? null : await app.tryBet(playerAt(each.player), { stake: each.stake, selections })
        if (ticket !== null) tickets.push(ticket)
        break
      }
      case 'finish':
      case 'void':
        if (ended.has(each.game)) break
        ended.add(each.game)
        if (each.do === 'void') await app.changeGame(gameOf(each.game), { status: 'cancelled' })
        else await app.finishGame(gameOf(each.game), each.home, each.away)
        await app.modules.settlement.commands.settleNow()
        break
      case 'correct':
        if (!ended.has(each.game)) break
        await app.enterResult(gameOf(each.game), { kind: 'result', score: { home: each.home, away: each.away } })
        await app.modules.settlement.commands.settleNow()
        break
      case 'cancel': {
        const ticket = ticketAt(each.at)
        if (ticket !== undefined) await admin.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'a mistake' })
        break
      }
      case 'cashout': {
        const ticket = ticketAt(each.at)
        const owner = players.find(({ id }) => id === ticket?.userId)
        if (ticket === undefined || owner === undefined) break
        const path = `/api/bets/${ticket.id}/cashout`
        const { body } = await owner.get<{ offer: number | null; stakeLeft: number }>(path)
        if (typeof body.offer !== 'number') break
        const part = each.part ? { stake: Math.floor(body.stakeLeft / 3) } : {}
        await owner.post(path, { offer: body.offer, ...part }, { key: randomUUID() })
        break
      }
      case 'deposit':
      case 'withdrawal': {
        const player = playerAt(each.player)
        const answer = await (each.do === 'deposit'
          ? app.deposit(player, each.amount)
          : app.withdraw(player, each.amount))
        if (answer.status !== 202) break
        app.clock.forward(3_000)
        await app.ended(acceptedPayment(answer))
        for (let poll = 0; poll < 3; poll++) await app.pass(5_000)
        break
      }
      case 'top-up':
        await admin.post(`/api/admin/users/${playerAt(each.player).id}/top-up`, {
          amount: each.amount,
          reason: 'a prize',
        })
        break
      case 'aviator':
        await aviator(app, playerAt(each.player), BigInt(each.amount) * 100n, each.end)
        break
      case 'wait':
        app.clock.forward(each.hours * HOUR_MS)
        break
      case 'fill':
        await app.kernel.rollups.fill()
        break
      case 'refill':
        await app.kernel.rollups.refill(new Date(0))
        break
    }
  }
}

/** A bet in a round of Aviator, as the ledger has it. */
async function aviator(app: PaymentFixture, player: TestAccount, amount: bigint, end: 'win' | 'void-refund' | null) {
  const bet = { reference: randomUUID(), description: 'Aviator' }
  const stake = { source: player.id, destination: AVIATOR, amount: ugx(amount), kind: 'bet', ...bet } as const
  const paid = { source: AVIATOR, destination: player.id, amount: ugx(amount * 2n), kind: 'win', ...bet } as const
  const returned = { ...paid, amount: ugx(amount), kind: 'void-refund' } as const
  const transfers = end === null ? [stake] : [stake, end === 'win' ? paid : returned]
  await app.kernel.db.transaction((tx) => app.modules.wallet.transfers.post(tx, transfers, app.clock.now()))
}
