import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import { addUgx, type Ugx, ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { runAndRollBack } from '../../kernel/db/roll-back.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Betting } from '../betting/index.ts'
import { type DecidedGame, affectedBetsOf, type StaffResult, type ResultRefusal } from '../catalogue/index.ts'
import { evaluateSelections } from './evaluate-selections.ts'
import type { SettlementDeps } from './settle-games.ts'

/** The effect of a result or of another change on bets. */
export type ResultEffect = {
  /** False when there are more tickets than the preview computes. */
  readonly isWhole: boolean
  readonly tickets: number
  readonly players: number
  readonly paidUgx: Ugx
  readonly reversedUgx: Ugx
  /** Tickets with a decided leg that stay open, and the most that they can pay. */
  readonly openTickets: number
  readonly openUgx: Ugx
  /** Players whose balance would fall below zero. */
  readonly belowZero: number
}

export type PreviewResult = (
  gameId: string,
  entered: StaffResult,
  now: Date,
) => Promise<Result<ResultEffect, ResultRefusal>>

/** The payouts and reversals of an effect, and the possible payouts of tickets that stay open. */
export const exposureOf = ({ paidUgx, reversedUgx, openUgx }: ResultEffect): Ugx =>
  addUgx(addUgx(paidUgx, reversedUgx), openUgx)

type OpenTickets = Awaited<ReturnType<Betting['exposure']['ofReschedule']>>

export const NO_EFFECT: ResultEffect = openEffect({ tickets: 0, players: 0, upToUgx: ZERO })

/** The effect of a change that settles nothing at once: open tickets and their possible payouts. */
export function openEffect({ tickets, players, upToUgx }: OpenTickets): ResultEffect {
  const settled = { isWhole: true, tickets: 0, paidUgx: ZERO, reversedUgx: ZERO, belowZero: 0 }
  return { ...settled, players, openTickets: tickets, openUgx: upToUgx }
}

/** The effect as the API and the audit log show it. */
export function presentEffect({ paidUgx, reversedUgx, openUgx, ...counts }: ResultEffect): ResultPreview {
  return {
    ...counts,
    paid: ugxToNumber(paidUgx),
    takenBack: ugxToNumber(reversedUgx),
    openUpTo: ugxToNumber(openUgx),
  }
}

const TICKETS_AT_ONCE = 2_000
const MAX_CHUNKS = 10

/**
 * Computes the effect of a result by settling it in a transaction that is rolled back. The figures are therefore
 * exactly the figures of the real settlement (D21).
 */
export async function previewResult(
  kernel: Kernel,
  deps: Pick<SettlementDeps, 'betting' | 'catalogue' | 'wallet'>,
  { gameId, entered }: { readonly gameId: string; readonly entered: StaffResult },
  now: Date,
): Promise<Result<ResultEffect, ResultRefusal>> {
  const after = await deps.catalogue.results.evaluate(gameId, entered, now)
  if (!after.ok) return after
  const { decision, resultVersion, firstLiveAt } = after.value
  // Entering the current result again creates no version and decides nothing.
  const isNew = (await deps.catalogue.games.byId(gameId))?.resultVersion !== resultVersion
  if (decision === null) return err('IMPOSSIBLE_SCORE')
  const game: DecidedGame = { gameId, decision, resultVersion, firstLiveAt, affectedBets: affectedBetsOf(after.value) }
  const { moved, tickets, isWhole, open } = await runAndRollBack(kernel.workerDb, async (tx) => {
    const moved = new Map<string, { paid: bigint; takenBack: bigint }>()
    let tickets = 0
    const count = (userId: string, paid: bigint, takenBack: bigint): void => {
      tickets++
      const sum = moved.get(userId) ?? { paid: 0n, takenBack: 0n }
      moved.set(userId, { paid: sum.paid + paid, takenBack: sum.takenBack + takenBack })
    }
    const isWhole = await tryResult(tx, deps, game, count, now)
    const open = isNew ? await deps.betting.exposure.openTicketsByResult(tx, game) : { tickets: 0, upToUgx: ZERO }
    return { moved, tickets, isWhole, open }
  })

  const balances = await deps.wallet.accounts.balances([...moved.keys()])
  const below = [...moved].filter(([userId, { paid, takenBack }]) => {
    const balance = balances.get(userId)?.balance ?? ZERO
    return takenBack > 0n && balance + paid - takenBack < 0n
  })
  const sums = [...moved.values()]
  return ok({
    isWhole,
    tickets,
    players: moved.size,
    paidUgx: ugx(sums.reduce((sum, { paid }) => sum + paid, 0n)),
    reversedUgx: ugx(sums.reduce((sum, { takenBack }) => sum + takenBack, 0n)),
    openTickets: open.tickets,
    openUgx: open.upToUgx,
    belowZero: below.length,
  })
}

/** Settles a result like a settlement pass, without the payouts; false when there are too many tickets. */
async function tryResult(
  tx: Tx,
  { betting: { decisions } }: Pick<SettlementDeps, 'betting'>,
  game: DecidedGame,
  count: (userId: string, paid: bigint, takenBack: bigint) => void,
  now: Date,
): Promise<boolean> {
  const isFirst = game.resultVersion === 1
  const selections = isFirst
    ? await decisions.openSelections(tx, [game.gameId])
    : await decisions.allSelections(tx, [game.gameId])
  await decisions.storeOutcomes(tx, evaluateSelections(selections, new Map([[game.gameId, game]])).evaluated)
  const wrong = isFirst ? [] : await decisions.ticketsToCorrect(tx, game, TICKETS_AT_ONCE)
  for (const chunk of wrong.slice(0, MAX_CHUNKS)) {
    for (const { userId, correction } of await decisions.correct(tx, game, chunk, async () => now)) {
      count(userId, correction.payUgx, correction.reversedUgx)
    }
  }
  const open = await decisions.openTickets(tx, [game.gameId], TICKETS_AT_ONCE)
  for (const chunk of open.slice(0, MAX_CHUNKS)) {
    const settled = await decisions.decide(tx, [game], chunk, async () => now)
    for (const { userId, payout } of settled) count(userId, payout, 0n)
  }
  return wrong.length <= MAX_CHUNKS && open.length <= MAX_CHUNKS
}
