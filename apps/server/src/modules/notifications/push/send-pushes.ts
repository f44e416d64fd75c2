import type { Kernel } from '../../../kernel/kernel.ts'
import type { PushService } from '../ports.ts'
import { pushMessage } from './push-message.ts'
import {
  contentsOf,
  deleteDelivery,
  deleteUnsubscribedDevice,
  type Delivery,
  type PushContent,
  retryDelivery,
  takeDueDeliveries,
} from './push.repository.ts'

/** Parallel loops, so that a slow push service does not delay the others. */
const LOOPS = 4
const BATCH = 16
const CHECK_EVERY_MS = 500
/** The other loops only have work while the first one is busy. */
const SPARE_CHECK_EVERY_MS = 2_000
const FIRST_DELAY_MS = 15_000
const MAX_DELAY_MS = 3_600_000

type SendDeps = Pick<Kernel, 'workerDb' | 'log'> & { readonly push: PushService }

/**
 * The delay starts at 15 s and doubles each time, up to an hour. A delay requested by the push service is respected up
 * to that hour.
 */
export const retryDelayMs = (attempts: number, requestedMs: number | null): number =>
  Math.min(MAX_DELAY_MS, Math.max(requestedMs ?? 0, FIRST_DELAY_MS * 2 ** attempts))

export function sendPushes(kernel: Kernel, push: PushService): void {
  const deps = { workerDb: kernel.workerDb, log: kernel.log, push }
  for (let loop = 1; loop <= LOOPS; loop++) {
    const work = async (stopping: AbortSignal): Promise<void> => {
      while (!stopping.aborted && (await sendDue(deps, kernel.clock.now())) === BATCH);
    }
    const everyMs = loop === 1 ? CHECK_EVERY_MS : SPARE_CHECK_EVERY_MS
    kernel.jobs.every(`send-pushes-${loop}`, everyMs, work, { leaderOnly: true })
  }
}

async function sendDue(deps: SendDeps, now: Date): Promise<number> {
  const due = await takeDueDeliveries(deps.workerDb, now, BATCH)
  if (due.length === 0) return 0
  const contents = await contentsOf(
    deps.workerDb,
    due.map(({ id }) => id),
  )
  await Promise.all(due.map((delivery) => sendOne(deps, delivery, contents.get(delivery.id), now)))
  return due.length
}

async function sendOne(
  { workerDb, push, log }: SendDeps,
  { id, deviceId, kind, attempts, expiresAt }: Delivery,
  content: PushContent | undefined,
  now: Date,
): Promise<void> {
  const ttlSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  if (content === undefined || content.read || ttlSeconds <= 0) return void (await deleteDelivery(workerDb, id))
  const outcome = await push.send(content, pushMessage(kind, content, ttlSeconds))
  if (outcome.kind === 'gone') await deleteUnsubscribedDevice(workerDb, deviceId, content.endpoint)
  if (outcome.kind === 'accepted' || outcome.kind === 'gone') return void (await deleteDelivery(workerDb, id))
  log.warn({ delivery: id, attempts, reason: outcome.reason }, `a push message was not accepted: ${outcome.kind}`)
  if (outcome.kind === 'refused') return void (await deleteDelivery(workerDb, id))
  await retryDelivery(workerDb, id, new Date(now.getTime() + retryDelayMs(attempts, outcome.afterMs)))
}
