import { erasePlayer, exportPlayerData } from '@mupiira/contract/privacy.ts'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Approvals, AUDIT_FLAGS } from '../../kernel/access/approvals.ts'
import { type Staff, staffOf } from '../../kernel/access/staff.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type CloseRefusal, closeAccount, eraseImages, lockClosable } from './close-account.ts'
import { accountFile } from './present-account-file.ts'
import { closeRefused, type PrivacyDeps } from './routes.ts'

export type StaffPrivacyDeps = PrivacyDeps & { readonly approvals: Approvals<'ERASURE_IMPOSSIBLE'> }

type EraseRequest = { readonly userId: string }

/** Export and erasure of a player's data by staff, with the rules of the player's own operations (PLAY-09, PLAY-10). */
export function staffPrivacyRoutes(kernel: Pick<Kernel, 'clock' | 'db'>, deps: StaffPrivacyDeps): readonly Route[] {
  const { clock, db } = kernel
  const { audit, identity } = deps
  const { fourEyes, register } = deps.approvals

  const erase = (
    tx: Tx,
    userId: string,
    { reason, by, flags }: { readonly reason: string; readonly by: Staff; readonly flags: object },
  ): Promise<Result<Date, CloseRefusal>> =>
    closeAccount(tx, { ...deps, clock }, userId, (now) => {
      const entry = { action: 'user.erase', subject: `user:${userId}`, after: { erased: true, ...flags } } as const
      return audit.record(tx, { ...by, ...entry, reason }, now)
    })

  register('erase-player', async (tx, { request, reason, requestedBy }, by) => {
    const { userId } = request as EraseRequest
    const done = await erase(tx, userId, { reason, by, flags: { requestedBy } })
    return done.ok ? done : err('ERASURE_IMPOSSIBLE')
  })

  return [
    route(exportPlayerData, async (call) => {
      const { params, body, now } = call
      const { id } = params
      const profile = isId(id) ? await identity.profiles.byId(id) : null
      if (profile === null || isStaff(profile.role)) return { error: 'USER_NOT_FOUND' }
      const entry = { action: 'user.data-export', subject: `user:${id}`, reason: body.reason } as const
      await db.transaction((tx) => audit.record(tx, { ...staffOf(call), ...entry }, clock.now()))
      const nationalIdNumber = await identity.profiles.nationalIdNumber(id)
      return { file: accountFile(db, { userId: id, nationalIdNumber, now }) }
    }),

    route(erasePlayer, async (call) => {
      const { id } = call.params
      const { reason } = call.body
      const by = staffOf(call)
      const profile = isId(id) ? await identity.profiles.byId(id) : null
      if (profile === null || isStaff(profile.role)) return { error: 'USER_NOT_FOUND' }
      const done = await db.transaction(async (tx) => {
        const decision = await fourEyes.requireApproval(tx, { kind: 'erase-player', actorId: by.actorId }, clock.now())
        if (decision === 'alone') {
          const erased = await erase(tx, id, { reason, by, flags: { flag: AUDIT_FLAGS.erasure } })
          return erased.ok ? ok(null) : erased
        }
        const closable = await lockClosable(tx, { ...deps, clock }, id)
        if (!closable.ok) return closable
        const { now } = closable.value
        const request: EraseRequest = { userId: id }
        const subject = `user:${id}` as const
        const proposal = { kind: 'erase-player', subject, amountUgx: ZERO, request, reason } as const
        const approvalId = await fourEyes.propose(tx, { ...proposal, requestedBy: by.actorId, once: true }, now)
        await audit.record(tx, { ...by, action: 'user.erase', subject, after: { waits: true }, reason }, now)
        return ok(approvalId)
      })
      if (!done.ok) return closeRefused(done.error)
      if (done.value !== null) return { status: 202, body: { approvalId: done.value } }
      // The nightly job repeats failed removals.
      await eraseImages({ db, log: call.log }, deps).catch((error: unknown) =>
        call.log.warn({ err: error }, 'some images could not be removed'),
      )
      return { status: 200, body: { approvalId: null } }
    }),
  ]
}
