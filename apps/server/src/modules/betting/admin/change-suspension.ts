import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { type Approvals, AUDIT_FLAGS, type Outdated } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import { lockName } from '../../../kernel/db/locks.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { openTicketsOn, presentOpenTickets } from '../exposure/exposure.repository.ts'

type Suspensions = Catalogue['suspensions']
type Stop = Awaited<ReturnType<Suspensions['now']>>[number]

type Change = {
  readonly scope: string
  readonly suspended: boolean
  readonly reason: string
  readonly isTyped: boolean
}
type Answer =
  | { readonly status: 200; readonly body: { readonly games: number } }
  | { readonly status: 202; readonly body: { readonly approvalId: string } }
  | { readonly error: 'REOPENING_NOT_CONFIRMED' }

/** The data of a request. `since`: when the betting was stopped that the request reopens. */
type Requested = { readonly scope: string; readonly since: string; readonly title: string }

const OUTDATED: Outdated = { code: 'APPROVAL_OUTDATED', what: 'This stop of betting' }

export type SuspensionRule = ReturnType<typeof createSuspensionRule>

/** The games of a scope: of a league, or all. */
export const gamesIn = async (suspensions: Suspensions, scope: string): Promise<readonly string[] | 'all'> =>
  scope === 'all' ? 'all' : suspensions.gamesOf(scope)

const nameOf = (scope: string): string => (scope === 'all' ? 'All betting' : scope.replace('/', ': '))

/**
 * Stops and reopens a league or all betting. Everyone who may suspend stops alone, and reopens alone what they stopped
 * themselves. Reopening what a colleague stopped needs a second member of staff (decision 0019).
 */
export function createSuspensionRule(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  { audit, suspensions }: { readonly audit: Audit['commands']; readonly suspensions: Suspensions },
  { fourEyes, register }: Approvals<Outdated>,
) {
  /** All changes take turns, so that a stop cannot be replaced between the check and the change. */
  async function lockedStop(tx: Tx, scope: string): Promise<Stop | undefined> {
    await lockName(tx, 'suspensions of betting')
    return (await suspensions.now(tx)).find((each) => each.scope === scope)
  }

  const openBetsIn = async (scope: string) =>
    presentOpenTickets(await openTicketsOn(db, await gamesIn(suspensions, scope)))

  async function set(
    tx: Tx,
    { scope, suspended, reason }: Omit<Change, 'isTyped'>,
    by: Staff,
    facts: object,
  ): Promise<{ readonly games: number; readonly at: Date }> {
    const { wasSuspended, games, at } = await suspensions.set(tx, { scope, suspended, actorId: by.actorId, reason })
    const entry = { action: suspended ? 'risk.suspend' : 'risk.resume', subject: `league:${scope}` } as const
    const states = { before: { suspended: wasSuspended }, after: { suspended, games, ...facts } }
    await audit.record(tx, { ...by, ...entry, ...states, reason }, at)
    return { games, at }
  }

  register('reopen-betting', async (tx, { request, requestedBy, reason }, by) => {
    const { scope, since } = request as Requested
    const stop = await lockedStop(tx, scope)
    if (stop?.createdAt.toISOString() !== since) return err(OUTDATED)
    const facts = { requestedBy, openBets: await openBetsIn(scope) }
    return ok((await set(tx, { scope, suspended: false, reason }, by, facts)).at)
  })

  return {
    /** Who may lift each of these stops. */
    async reopening(stops: readonly Stop[], actorId: string, now: Date) {
      const isForeign = (stop: Stop): boolean => stop.actorId !== actorId
      const approval = stops.some(isForeign)
        ? await fourEyes.requireApproval(db, { kind: 'reopen-betting', actorId }, now)
        : 'alone'
      return (stop: Stop): 'now' | 'alone' | 'wait' => (isForeign(stop) ? approval : 'now')
    },

    async change({ scope, suspended, reason, isTyped }: Change, by: Staff): Promise<Answer> {
      // Read before the transaction, which locks all games.
      const openBets = await openBetsIn(scope)
      return db.transaction(async (tx): Promise<Answer> => {
        const stop = await lockedStop(tx, scope)
        const isForeign = !suspended && stop !== undefined && stop.actorId !== by.actorId
        const now = clock.now()
        const action = { kind: 'reopen-betting', actorId: by.actorId } as const
        const approval = isForeign ? await fourEyes.requireApproval(tx, action, now) : 'do'
        if (approval === 'wait') {
          const subject = `league:${scope}` as const
          const title = `${nameOf(scope)}: reopen, stopped for “${stop?.reason ?? ''}”`
          const request: Requested = { scope, since: stop?.createdAt.toISOString() ?? '', title }
          const proposal = { kind: action.kind, subject, amountUgx: ZERO, reason, request, requestedBy: by.actorId }
          const approvalId = await fourEyes.propose(tx, { ...proposal, once: true }, now)
          const after = { wanted: title, waits: true, openBets }
          await audit.record(tx, { ...by, action: 'risk.resume', subject, after, reason }, now)
          return { status: 202, body: { approvalId } }
        }
        if (approval === 'alone' && !isTyped) return { error: 'REOPENING_NOT_CONFIRMED' }
        const flag = approval === 'alone' ? { flag: AUDIT_FLAGS.reopened } : {}
        const { games } = await set(tx, { scope, suspended, reason }, by, { openBets, ...flag })
        return { status: 200, body: { games } }
      })
    },
  }
}
