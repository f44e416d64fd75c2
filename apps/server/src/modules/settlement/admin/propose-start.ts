import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Audit } from '../../audit/index.ts'
import type { Betting } from '../../betting/index.ts'
import { type Catalogue, describeForm } from '../../catalogue/index.ts'
import type { Approvals, Outdated } from '../../../kernel/access/approvals.ts'
import { exposureOf, presentEffect, type ResultEffect } from '../preview-result.ts'
import { applyEdit } from './edit-game.ts'
import type { ChangedGame } from './evaluated-change.ts'
import { seenGoals } from './seen-game.ts'
import type { Staff } from '../../../kernel/access/staff.ts'

export type StartDeps = {
  readonly clock: Clock
  readonly audit: Audit['commands']
  readonly exposure: Betting['exposure']
  readonly catalogue: Pick<Catalogue, 'games' | 'manualGames'>
}

/** The data of a request. The kick-offs are JSON texts. */
type Requested = {
  readonly gameId: string
  readonly from: string
  readonly to: string
  readonly title: string
  /** A digest of the score and the bets at the time of the request. */
  readonly seen: string
  readonly effect: ResultPreview
}

const OUTDATED: Outdated = { code: 'APPROVAL_OUTDATED', what: 'The goals or the bets of this game' }

export type ProposeStartCommand = ReturnType<typeof createProposeStartCommand>

/**
 * A kick-off that voids or reinstates bets above the threshold needs a second approver (ADMT-30, decision 0019). The
 * other fields of the form are not saved. A kick-off in the past means that the match has started, so the game takes no
 * bets until the approval, or until staff opens it again.
 */
export function createProposeStartCommand(
  deps: StartDeps,
  { fourEyes, register }: Approvals<'GAME_NOT_FOUND' | 'START_CHANGED' | Outdated>,
) {
  const { audit, catalogue, exposure } = deps

  register('reschedule-start', async (tx, { request: requested, requestedBy, reason }, by) => {
    const { gameId, from, to, seen, effect } = requested as Requested
    const game = await catalogue.games.lock(tx, gameId)
    if (game === null) return err('GAME_NOT_FOUND')
    if (game.startTime.toISOString() !== from) return err('START_CHANGED')
    await catalogue.games.lockOffers(tx, [gameId], 'exclusive')
    if ((await seenGoals(tx, exposure, game)) !== seen) return err(OUTDATED)
    const start = { game: { startTime: new Date(to) }, odds: {}, goals: null, status: null }
    const isFree = { faultsOf: () => [], isAsSeen: () => true, mayEditOdds: false }
    const done = await applyEdit(tx, deps, { id: gameId, ...start, ...isFree })
    if (!done.ok) return err('START_CHANGED')
    const { before, after, at } = done.value
    const states = { before: describeForm(before), after: { ...describeForm(after), requestedBy, effect } }
    await audit.record(tx, { ...by, action: 'game.edit', subject: `game:${gameId}`, ...states, reason }, at)
    return ok(at)
  })

  return async (
    tx: Tx,
    { before, after }: ChangedGame,
    { effect, reason, by }: { readonly effect: ResultEffect; readonly reason: string; readonly by: Staff },
    at: Date,
  ): Promise<'START_WAITS'> => {
    const [from, to] = [before.startTime, after.startTime]
    const title = `${before.name}: start ${formatDateTime(from)} → ${formatDateTime(to)}`
    const shown = presentEffect(effect)
    const requested: Requested = {
      gameId: before.id,
      from: from.toISOString(),
      to: to.toISOString(),
      title,
      seen: await seenGoals(tx, exposure, before),
      effect: shown,
    }
    const subject = `game:${before.id}` as const
    const proposal = {
      kind: 'reschedule-start',
      subject,
      amountUgx: exposureOf(effect),
      request: requested,
      reason,
      requestedBy: by.actorId,
      once: true,
    } as const
    await fourEyes.propose(tx, proposal, at)
    if (to <= at) await catalogue.manualGames.change(tx, before.id, { startApprovalPending: true }, at)
    const auditState = { wanted: title, waits: true, effect: shown }
    await audit.record(tx, { ...by, action: 'game.edit', subject, after: auditState, reason }, at)
    return 'START_WAITS'
  }
}
