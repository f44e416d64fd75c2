import { setTimeout as sleep } from 'node:timers/promises'
import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import { type BetEnd, endOfBet, payoutOf, type RoundEnd } from '@mupiira/domain/aviator/outcome.ts'
import type { Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, HOUSE, type LockedAccount, type Transfer, type Wallet } from '../wallet/index.ts'
import { BET_COLUMNS, type BetRow, type Ending, updateBets } from './bet-row.ts'
import { presentBet } from './present.ts'

const CHUNK = 500
const LOOK_AGAIN_MS = 20

export type EndDoors = { readonly wallet: Wallet }
export type Ended = { readonly bet: BetRow; readonly balance: Ugx }

/** What the player's screens are told of his bet. */
export const betEvent = (bet: BetRow): OutboxEvent => ({
  type: 'aviator-bet',
  userId: bet.userId,
  data: { bet: presentBet(bet) },
})

/** Ends bets of locked accounts: pays, writes and announces them, in the order given. */
export async function endBets(
  tx: Tx,
  { wallet }: EndDoors,
  outbox: Kernel['outbox'],
  accounts: ReadonlyMap<string, LockedAccount>,
  endings: readonly Ending[],
  now: Date,
): Promise<Ended[]> {
  if (endings.length === 0) return []
  const transfers = endings.flatMap(transferOf)
  const [posted, after] = await Promise.all([
    wallet.post(tx, transfers, now, { events: 'caller' }),
    updateBets(tx, endings, now),
  ])
  const balances = new Map<string, Balance>()
  for (const [at, { destination }] of transfers.entries()) {
    const balance = posted[at]?.balanceAfter
    const held = accounts.get(destination)?.held
    if (balance !== null && balance !== undefined && held !== undefined) balances.set(destination, { balance, held })
  }
  const refunds = after.filter((bet) => bet.state === 'refunded')
  await outbox.appendEvents(tx, [
    ...wallet.balanceEvents(balances),
    ...after.map(betEvent),
    ...refunds.map(refundEvent),
  ])
  return after.map((bet) => {
    const balance = balances.get(bet.userId)?.balance ?? accounts.get(bet.userId)?.balance
    if (balance === undefined) throw new Error(`the account of bet ${bet.id} is not locked`)
    return { bet, balance }
  })
}

const refundEvent = ({ id, userId, roundNo, stake }: BetRow): OutboxEvent => ({
  type: 'aviator-refunded',
  userId,
  data: { betId: id, roundId: Number(roundNo), stake: Number(stake) / 100 },
})

function transferOf({ bet, end }: Ending): Transfer[] {
  const to = { source: HOUSE.aviator, destination: bet.userId, reference: bet.id }
  const round = `Aviator round ${bet.roundNo}`
  switch (end.kind) {
    case 'paid': {
      const words = `${round}: cashed out at ${multiplierText(end.hundredths)}x`
      return [{ ...to, amount: payoutOf(bet.stake, end.hundredths), kind: 'win', description: words }]
    }
    case 'refunded':
      return [{ ...to, amount: bet.stake, kind: 'void-refund', description: `${round}: refunded` }]
    case 'lost':
      return []
  }
}

/** Pays every bet whose target a flight has reached so far. Safe to repeat. */
export const payTargets = (kernel: Kernel, doors: EndDoors, roundNo: bigint, upTo: number): Promise<void> =>
  endWhere(kernel, doors, roundNo, { upTo }, ({ target }) =>
    target === null ? null : { kind: 'paid', hundredths: target },
  )

/** Ends every bet of a round that nobody cashed out. Safe to repeat. */
export async function endRest(kernel: Kernel, doors: EndDoors, roundNo: bigint, end: RoundEnd): Promise<void> {
  if (end.kind !== 'flown') {
    return endWhere(kernel, doors, roundNo, { upTo: null }, ({ target }) => endOfBet(target, end))
  }
  await payTargets(kernel, doors, roundNo, end.crashHundredths)
  await loseRest(kernel, roundNo, end.crashHundredths)
}

/**
 * Nothing moves for the losers, and no account is locked. Bets that are being cashed out at this moment are not waited
 * for but looked at again: whoever waits for rows in no order meets a deadlock.
 */
async function loseRest(kernel: Kernel, roundNo: bigint, crashHundredths: number): Promise<void> {
  const missed = `round_no = $1 and state = 'placed' and (target is null or target > $2)`
  for (;;) {
    await kernel.workerDb.change(
      `update aviator_bet set state = 'lost', decided_at = $3
        where id in (select id from aviator_bet where ${missed} for update skip locked)`,
      [roundNo, crashHundredths, now(kernel)],
      'aviator-lose',
    )
    const left = await kernel.workerDb.query(
      `select from aviator_bet where ${missed} limit 1`,
      [roundNo, crashHundredths],
      'aviator-left',
    )
    if (left.length === 0) return
    await sleep(LOOK_AGAIN_MS)
  }
}

const now = (kernel: Kernel): Date => kernel.clock.now()

/** Ends bets of a round in chunks, each in a transaction of its own: those with a target up to `upTo`, or all. */
async function endWhere(
  kernel: Kernel,
  doors: EndDoors,
  roundNo: bigint,
  { upTo }: { readonly upTo: number | null },
  endOf: (bet: BetRow) => BetEnd | null,
): Promise<void> {
  for (;;) {
    const found = await kernel.workerDb.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from aviator_bet
        where round_no = $1 and state = 'placed' and ($2::int is null or target <= $2) order by user_id limit $3`,
      [roundNo, upTo, CHUNK],
      'aviator-reached',
    )
    if (found.length === 0) return
    await kernel.workerDb.transaction(async (tx) => {
      const users = found.map(({ userId }) => userId)
      const ids = found.map(({ id }) => id)
      const [accounts, bets] = await Promise.all([doors.wallet.lockAccounts(tx, users), stillPlaced(tx, ids)])
      const endings = bets.flatMap((bet): Ending[] => {
        const end = endOf(bet)
        return end === null ? [] : [{ bet, end, receivedAt: null }]
      })
      await endBets(tx, doors, kernel.outbox, accounts, endings, now(kernel))
    })
    if (found.length < CHUNK) return
  }
}

/** Read after the accounts are locked: a cash-out by hand may have been quicker. */
const stillPlaced = (tx: Tx, ids: readonly string[]): Promise<BetRow[]> =>
  tx.query<BetRow>(
    `select ${BET_COLUMNS} from aviator_bet b where id = any($1::uuid[]) and state = 'placed' order by id`,
    [ids],
    'aviator-still-placed',
  )
