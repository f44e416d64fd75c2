import { setTimeout as sleep } from 'node:timers/promises'
import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import { type BetEnd, endOfBet, payoutOf, type RoundEnd } from '@mupiira/domain/aviator/outcome.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { OutboxEvent } from '../../../kernel/outbox/event.ts'
import { type Balance, HOUSE, type LockedAccount, type Transfer, type Wallet } from '../../wallet/index.ts'
import { type Bet, betEvent, endedBet, type BetClosing } from './bet.ts'
import { endBets, loseOpenBets, openBets, openBetsOf } from './bets.repository.ts'

const CHUNK = 500
const RETRY_MS = 20

export type EndDeps = { readonly wallet: Wallet }

/** A bet after its end, with the player's balance. */
export type ClosedBet = { readonly bet: Bet; readonly balance: Ugx }

declare module '../../../kernel/outbox/event.ts' {
  interface EventData {
    'aviator-refunded': { readonly betId: string; readonly roundId: number; readonly stake: number }
  }
}

/** Ends bets of locked accounts: pays, stores and publishes. */
export async function closeBets(
  tx: Tx,
  kernel: Pick<Kernel, 'outbox'>,
  { wallet }: EndDeps,
  {
    accounts,
    endings,
  }: { readonly accounts: ReadonlyMap<string, LockedAccount>; readonly endings: readonly BetClosing[] },
  now: Date,
): Promise<void> {
  if (endings.length === 0) return
  const transfers = endings.flatMap(transferOf)
  await Promise.all([
    wallet.transfers.postLocked(tx, transfers, now),
    endBets(tx, endings, now),
    kernel.outbox.appendEvents(tx, [
      ...wallet.transfers.balanceEvents(balancesAfter(accounts, endings)),
      ...endings.map((ending) => betEvent(endedBet(ending, now))),
      ...endings.filter(({ end }) => end.kind === 'refunded').map(refundEvent),
    ]),
  ])
}

/** The balances of the players who are paid. */
export function balancesAfter(
  accounts: ReadonlyMap<string, LockedAccount>,
  endings: readonly BetClosing[],
): ReadonlyMap<string, Balance> {
  const balances = new Map<string, Balance>()
  for (const { destination, amount } of endings.flatMap(transferOf)) {
    const before = balances.get(destination) ?? accounts.get(destination)
    if (before === undefined) throw new Error(`the account of player ${destination} is not locked`)
    balances.set(destination, { balance: ugx(before.balance + amount), held: before.held })
  }
  return balances
}

const refundEvent = ({ bet: { id, userId, roundNo, stake } }: BetClosing): OutboxEvent => ({
  type: 'aviator-refunded',
  userId,
  data: { betId: id, roundId: Number(roundNo), stake: ugxToNumber(stake) },
})

function transferOf({ bet, end }: BetClosing): Transfer[] {
  const to = { source: HOUSE.aviator, destination: bet.userId, reference: bet.id }
  const round = `Aviator round ${bet.roundNo}`
  switch (end.kind) {
    case 'paid': {
      const description = `${round}: cashed out at ${multiplierText(end.hundredths)}x`
      return [{ ...to, amount: payoutOf(bet.stake, end.hundredths), kind: 'win', description }]
    }
    case 'refunded':
      return [{ ...to, amount: bet.stake, kind: 'void-refund', description: `${round}: refunded` }]
    case 'cancelled':
      return [{ ...to, amount: bet.stake, kind: 'void-refund', description: `${round}: bet cancelled` }]
    case 'lost':
      return []
  }
}

/** Pays every bet whose target the round has reached. Safe to repeat. */
export const payTargets = (kernel: Kernel, deps: EndDeps, roundNo: bigint, upTo: number): Promise<void> =>
  endInChunks(kernel, deps, { roundNo, upTo }, ({ target }) =>
    target === null ? null : { kind: 'paid', hundredths: target },
  )

/** Ends every open bet of a round that is over. Safe to repeat. */
export async function endOpenBets(kernel: Kernel, deps: EndDeps, roundNo: bigint, end: RoundEnd): Promise<void> {
  if (end.kind !== 'crashed')
    return endInChunks(kernel, deps, { roundNo, upTo: null }, ({ target }) => endOfBet(target, end))
  await payTargets(kernel, deps, roundNo, end.crashHundredths)
  // Lost bets move no money, so no account is locked. Bets that a cash-out has locked are checked again afterwards:
  // waiting for rows in an arbitrary order could deadlock.
  while (!(await loseOpenBets(kernel.workerDb, roundNo, end.crashHundredths, kernel.clock.now()))) await sleep(RETRY_MS)
}

/** Ends open bets of a round in chunks, each in its own transaction. */
async function endInChunks(
  kernel: Kernel,
  deps: EndDeps,
  of: { readonly roundNo: bigint; readonly upTo: number | null },
  endOf: (bet: Bet) => BetEnd | null,
): Promise<void> {
  for (;;) {
    const found = await openBets(kernel.workerDb, { ...of, limit: CHUNK })
    if (found.length === 0) return
    await kernel.workerDb.transaction(async (tx) => {
      // The bets are read after the locks, because a manual cash-out may have ended them.
      const [accounts, bets] = await Promise.all([
        deps.wallet.accounts.lock(
          tx,
          found.map(({ userId }) => userId),
        ),
        openBetsOf(
          tx,
          found.map(({ id }) => id),
        ),
      ])
      const endings = bets.flatMap((bet): BetClosing[] => {
        const end = endOf(bet)
        return end === null ? [] : [{ bet, end, receivedAt: null }]
      })
      await closeBets(tx, kernel, deps, { accounts, endings }, kernel.clock.now())
    })
    if (found.length < CHUNK) return
  }
}
