import { setTimeout as sleep } from 'node:timers/promises'
import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import { type BetEnd, endOfBet, payoutOf, type RoundEnd } from '@mupiira/domain/aviator/outcome.ts'
import { type Ugx, ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OutboxEvent } from '../../kernel/outbox/event.ts'
import { type Balance, HOUSE, type LockedAccount, type Transfer, type Wallet } from '../wallet/index.ts'
import { BET_COLUMNS, type BetRow, endedBet, type Ending, updateBets } from './bet-row.ts'
import { presentBet } from './present.ts'

const CHUNK = 500
const LOOK_AGAIN_MS = 20

export type EndDeps = { readonly wallet: Wallet }
export type Ended = { readonly bet: BetRow; readonly balance: Ugx }

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'aviator-bet': { readonly bet: AviatorBet }
    'aviator-refunded': { readonly betId: string; readonly roundId: number; readonly stake: number }
  }
}

/** What the player's screens are told of his bet. */
export const betEvent = (bet: BetRow): OutboxEvent => ({
  type: 'aviator-bet',
  userId: bet.userId,
  data: { bet: presentBet(bet) },
})

/** How bets of locked accounts end: decided before anything is written, so that all of it is written in one round trip. */
export type Ends = {
  readonly endings: readonly Ending[]
  readonly transfers: readonly Transfer[]
  /** The balance after each transfer. */
  readonly balancesAfter: readonly Ugx[]
  readonly balances: ReadonlyMap<string, Balance>
  /** In the order of the endings. */
  readonly ended: readonly Ended[]
}

export function planEnds(accounts: ReadonlyMap<string, LockedAccount>, endings: readonly Ending[], now: Date): Ends {
  const accountOf = (userId: string): Balance => {
    const balance = balances.get(userId) ?? accounts.get(userId)
    if (balance === undefined) throw new Error(`the account of player ${userId} is not locked`)
    return balance
  }
  const balances = new Map<string, Balance>()
  const transfers = endings.flatMap(transferOf)
  const balancesAfter = transfers.map(({ destination, amount }) => {
    const { balance, held } = accountOf(destination)
    const after = ugx(balance + amount)
    balances.set(destination, { balance: after, held })
    return after
  })
  const ended = endings.map((ending) => ({
    bet: endedBet(ending, now),
    balance: accountOf(ending.bet.userId).balance,
  }))
  return { endings, transfers, balancesAfter, balances, ended }
}

/** Pays, writes and announces the ends of bets, in their order. */
export async function writeEnds(
  tx: Tx,
  { wallet }: EndDeps,
  outbox: Kernel['outbox'],
  { endings, transfers, balancesAfter, balances, ended }: Ends,
  now: Date,
): Promise<void> {
  if (endings.length === 0) return
  const bets = ended.map(({ bet }) => bet)
  const [posted] = await Promise.all([
    wallet.post(tx, transfers, now, { events: 'caller' }),
    updateBets(tx, endings, now),
    outbox.appendEvents(tx, [
      ...wallet.balanceEvents(balances),
      ...bets.map(betEvent),
      ...endings.filter(({ end }) => end.kind === 'refunded').map(refundEvent),
    ]),
  ])
  if (posted.some(({ balanceAfter }, at) => balanceAfter !== balancesAfter[at]))
    throw new Error('the balance of a locked account has moved')
}

const refundEvent = ({ bet: { id, userId, roundNo, stake } }: Ending): OutboxEvent => ({
  type: 'aviator-refunded',
  userId,
  data: { betId: id, roundId: Number(roundNo), stake: ugxToNumber(stake) },
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
    case 'taken-back':
      return [{ ...to, amount: bet.stake, kind: 'void-refund', description: `${round}: taken back` }]
    case 'lost':
      return []
  }
}

/** Pays every bet whose target a flight has reached so far. Safe to repeat. */
export const payTargets = (kernel: Kernel, deps: EndDeps, roundNo: bigint, upTo: number): Promise<void> =>
  endWhere(kernel, deps, roundNo, { upTo }, ({ target }) =>
    target === null ? null : { kind: 'paid', hundredths: target },
  )

/** Ends every bet of a round that nobody cashed out. Safe to repeat. */
export async function endRest(kernel: Kernel, deps: EndDeps, roundNo: bigint, end: RoundEnd): Promise<void> {
  if (end.kind !== 'flown') {
    return endWhere(kernel, deps, roundNo, { upTo: null }, ({ target }) => endOfBet(target, end))
  }
  await payTargets(kernel, deps, roundNo, end.crashHundredths)
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
      `update aviator_bets set state = 'lost', decided_at = $3
        where id in (select id from aviator_bets where ${missed} for update skip locked)`,
      [roundNo, crashHundredths, now(kernel)],
      'aviator-lose',
    )
    const left = await kernel.workerDb.query(
      `select from aviator_bets where ${missed} limit 1`,
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
  deps: EndDeps,
  roundNo: bigint,
  { upTo }: { readonly upTo: number | null },
  endOf: (bet: BetRow) => BetEnd | null,
): Promise<void> {
  for (;;) {
    const found = await kernel.workerDb.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from aviator_bets
        where round_no = $1 and state = 'placed' and ($2::int is null or target <= $2) order by user_id limit $3`,
      [roundNo, upTo, CHUNK],
      'aviator-reached',
    )
    if (found.length === 0) return
    await kernel.workerDb.transaction(async (tx) => {
      const users = found.map(({ userId }) => userId)
      const ids = found.map(({ id }) => id)
      const [accounts, bets] = await Promise.all([deps.wallet.lockAccounts(tx, users), stillPlaced(tx, ids)])
      const endings = bets.flatMap((bet): Ending[] => {
        const end = endOf(bet)
        return end === null ? [] : [{ bet, end, receivedAt: null }]
      })
      const at = now(kernel)
      await writeEnds(tx, deps, kernel.outbox, planEnds(accounts, endings, at), at)
    })
    if (found.length < CHUNK) return
  }
}

/** Read after the accounts are locked: a cash-out by hand may have been quicker. */
const stillPlaced = (tx: Tx, ids: readonly string[]): Promise<BetRow[]> =>
  tx.query<BetRow>(
    `select ${BET_COLUMNS} from aviator_bets b where id = any($1::uuid[]) and state = 'placed' order by id`,
    [ids],
    'aviator-still-placed',
  )
