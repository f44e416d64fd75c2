import type { ConfirmablePreview, ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
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

/** A result that staff enters for a game. */
export type EnteredResult = { readonly gameId: string; readonly entered: StaffResult }
export type RefusedResult<Refusal = ResultRefusal> = { readonly gameId: string; readonly error: Refusal }

export type PreviewResults = (
  results: readonly EnteredResult[],
  now: Date,
) => Promise<Result<ResultEffect, RefusedResult>>

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

/** A preview and the amount and state that its author confirms. */
export const presentConfirmable = ({
  effect,
  seen,
}: {
  readonly effect: ResultEffect
  readonly seen: string
}): ConfirmablePreview => ({ ...presentEffect(effect), amount: ugxToNumber(exposureOf(effect)), seen })

const TICKETS_AT_ONCE = 2_000
const MAX_CHUNKS = 10

type PreviewDeps = Pick<SettlementDeps, 'betting' | 'catalogue' | 'wallet'>

/** The games as these results decide them. `isNew`: false for the current result again, which decides nothing. */
async function decidedGames(
  { catalogue }: PreviewDeps,
  results: readonly EnteredResult[],
  now: Date,
): Promise<Result<readonly (DecidedGame & { readonly isNew: boolean })[], RefusedResult>> {
  const before = await catalogue.games.byIds(results.map(({ gameId }) => gameId))
  const games: (DecidedGame & { readonly isNew: boolean })[] = []
  for (const { gameId, entered } of results) {
    const after = await catalogue.results.evaluate(gameId, entered, now)
    if (!after.ok) return err({ gameId, error: after.error })
    const { decision, resultVersion, firstLiveAt } = after.value
    if (decision === null) return err({ gameId, error: 'IMPOSSIBLE_SCORE' })
    const isNew = before.get(gameId)?.resultVersion !== resultVersion
    games.push({ gameId, decision, resultVersion, firstLiveAt, affectedBets: affectedBetsOf(after.value), isNew })
  }
  return ok(games)
}

/**
 * Computes the effect of results by settling them together in a transaction that is rolled back. The figures are
 * therefore exactly the figures of the real settlement (D21).
 */
export async function previewResults(
  kernel: Kernel,
  deps: PreviewDeps,
  results: readonly EnteredResult[],
  now: Date,
): Promise<Result<ResultEffect, RefusedResult>> {
  const decided = await decidedGames(deps, results, now)
  if (!decided.ok) return decided
  const games = decided.value
  const { moved, tickets, isWhole, open } = await runAndRollBack(kernel.workerDb, async (tx) => {
    const moved = new Map<string, { paid: bigint; takenBack: bigint }>()
    let tickets = 0
    const count = (userId: string, paid: bigint, takenBack: bigint): void => {
      tickets++
      const sum = moved.get(userId) ?? { paid: 0n, takenBack: 0n }
      moved.set(userId, { paid: sum.paid + paid, takenBack: sum.takenBack + takenBack })
    }
    const isWhole = await tryResults(tx, deps, games, count, now)
    const open = await deps.betting.exposure.openTicketsByResults(
      tx,
      games.filter(({ isNew }) => isNew),
    )
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

/** Settles results like a settlement pass, without the payouts; false when there are too many tickets. */
async function tryResults(
  tx: Tx,
  { betting: { decisions } }: Pick<SettlementDeps, 'betting'>,
  games: readonly DecidedGame[],
  count: (userId: string, paid: bigint, takenBack: bigint) => void,
  now: Date,
): Promise<boolean> {
  const byId = new Map(games.map((game) => [game.gameId, game]))
  const ids = [...byId.keys()]
  const corrected = games.filter(({ resultVersion }) => resultVersion > 1)
  const first = ids.filter((id) => byId.get(id)?.resultVersion === 1)
  const selections = [
    ...(first.length === 0 ? [] : await decisions.openSelections(tx, first)),
    ...(corrected.length === 0
      ? []
      : await decisions.allSelections(
          tx,
          corrected.map(({ gameId }) => gameId),
        )),
  ]
  await decisions.storeOutcomes(tx, evaluateSelections(selections, byId).evaluated)
  let isWhole = true
  for (const game of corrected) {
    const wrong = await decisions.ticketsToCorrect(tx, game, TICKETS_AT_ONCE)
    isWhole &&= wrong.length <= MAX_CHUNKS
    for (const chunk of wrong.slice(0, MAX_CHUNKS)) {
      for (const { userId, correction } of await decisions.correct(tx, game, chunk, async () => now)) {
        count(userId, correction.payUgx, correction.reversedUgx)
      }
    }
  }
  const open = await decisions.openTickets(tx, ids, TICKETS_AT_ONCE)
  for (const chunk of open.slice(0, MAX_CHUNKS)) {
    const settled = await decisions.decide(tx, games, chunk, async () => now)
    for (const { userId, payout } of settled) count(userId, payout, 0n)
  }
  return isWhole && open.length <= MAX_CHUNKS
}
