import type { PushKind } from '@mupiira/contract/push.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { takeDue } from '../../kernel/jobs/queue.ts'
import type { NotificationRow } from './notification-row.ts'
import type { PushAddress, PushService } from './ports.ts'
import { pushMessage } from './push-message.ts'

/** Parallel loops, so that a slow push service does not delay the others. */
const LOOPS = 4
const AT_ONCE = 16
const CHECK_EVERY_MS = 500
/** Longer than the adapter's timeout. */
const LEASE_MS = 30_000
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 3_600_000

type Due = {
  readonly id: string
  readonly notification_id: string
  readonly device_id: string
  readonly kind: PushKind
  readonly attempts: number
  readonly expires_at: Date
}
type Subject = { readonly id: string; readonly address: PushAddress; readonly row: NotificationRow }
type Parts = Pick<Kernel, 'workerDb' | 'log'> & { readonly push: PushService }

/** 15 s, doubling each time, at most an hour. A delay requested by the push service is respected up to that hour. */
export const pauseMs = (attempts: number, requestedMs: number | null): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(requestedMs ?? 0, FIRST_PAUSE_MS * 2 ** attempts))

export function sendPushes(kernel: Kernel, push: PushService): void {
  const parts = { workerDb: kernel.workerDb, log: kernel.log, push }
  for (let loop = 1; loop <= LOOPS; loop++) {
    const work = async (stopping: AbortSignal): Promise<void> => {
      while (!stopping.aborted && (await sendDue(parts, kernel.clock.now())) === AT_ONCE);
    }
    kernel.jobs.every(`send-pushes-${loop}`, CHECK_EVERY_MS, work, { leaderOnly: true })
  }
}

async function sendDue(parts: Parts, now: Date): Promise<number> {
  const due = await takeDue<Due>(parts.workerDb, {
    table: 'push_deliveries',
    now,
    leaseMs: LEASE_MS,
    most: AT_ONCE,
    columns: 'id, notification_id, device_id, kind, attempts, expires_at',
  })
  if (due.length === 0) return 0
  const subjects = await subjectsOf(parts, due)
  await Promise.all(due.map((each) => sendOne(parts, each, subjects.get(each.id), now)))
  return due.length
}

async function sendOne(parts: Parts, due: Due, subject: Subject | undefined, now: Date): Promise<void> {
  const { workerDb, push, log } = parts
  const ttlSeconds = Math.floor((due.expires_at.getTime() - now.getTime()) / 1000)
  // Read in the app before it was sent.
  if (subject === undefined || subject.row.read || ttlSeconds <= 0) return drop(parts, due)
  const outcome = await push.send(subject.address, pushMessage(due.kind, subject.row, ttlSeconds))
  if (outcome.kind === 'taken') return drop(parts, due)
  if (outcome.kind === 'gone') {
    // Deletes the device and its deliveries, unless the browser has subscribed again with another address.
    await workerDb.change('delete from push_devices where id = $1 and endpoint = $2', [
      due.device_id,
      subject.address.endpoint,
    ])
    return drop(parts, due)
  }
  log.warn({ delivery: due.id, attempts: due.attempts, reason: outcome.reason }, `a push message: ${outcome.kind}`)
  if (outcome.kind === 'refused') return drop(parts, due)
  await workerDb.change('update push_deliveries set attempts = attempts + 1, next_at = $2 where id = $1', [
    due.id,
    new Date(now.getTime() + pauseMs(due.attempts, outcome.afterMs)),
  ])
}

async function drop({ workerDb }: Parts, { id }: Due): Promise<void> {
  await workerDb.change('delete from push_deliveries where id = $1', [id], 'push-drop')
}

async function subjectsOf({ workerDb }: Parts, due: readonly Due[]): Promise<ReadonlyMap<string, Subject>> {
  const rows = await workerDb.query<NotificationRow & PushAddress & { readonly delivery: string }>(
    `select p.id as delivery, d.endpoint, d.p256dh, d.auth, n.id, n.user_id as "userId", n.message, n.type, n.priority, n.read,
            n.action_url as "actionUrl", n.data, n.created_at as "createdAt"
       from push_deliveries p join push_devices d on d.id = p.device_id join notifications n on n.id = p.notification_id
      where p.id = any($1::uuid[])`,
    [due.map(({ id }) => id)],
    'push-subjects',
  )
  return new Map(
    rows.map(({ delivery, endpoint, p256dh, auth, ...row }) => [
      delivery,
      { id: delivery, address: { endpoint, p256dh, auth }, row },
    ]),
  )
}
