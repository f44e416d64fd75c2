import { ALERT_KINDS, type AlertKind, alertSetting } from '@mupiira/domain/alerts/alerts.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PositionedEvent } from '../../kernel/outbox/event.ts'
import { type AlertSources, hundredths } from './alert-sources.ts'
import { closeAlertsExcept, type Measured, openAlerts } from './alerts.repository.ts'
import { queueDeliveries, type Target } from './deliveries.repository.ts'

declare module '../../kernel/outbox/event.ts' {
  interface EventData {
    'alerts-changed': { readonly [none: string]: never }
  }
}

export type EvaluationDeps = Pick<Kernel, 'workerDb' | 'outbox' | 'clock' | 'log'> & {
  readonly sources: AlertSources
  readonly settings: () => Settings
}

/** The threshold in hundredths; null for a kind that is off. */
function thresholdOf(settings: Settings, kind: AlertKind): bigint | null {
  const threshold = settings[alertSetting(kind)]
  return threshold === 0 ? null : hundredths(threshold)
}

/**
 * Measures every kind, opens alerts at their thresholds and closes those whose condition has ended. A kind that cannot
 * be measured keeps its alerts, and does not stop the others.
 */
export async function evaluateAlerts(deps: EvaluationDeps): Promise<void> {
  const { workerDb, clock, sources, log } = deps
  const settings = deps.settings()
  const failures: unknown[] = []
  for (const kind of ALERT_KINDS) {
    const source = sources[kind]
    if ('measureEvents' in source) continue
    const threshold = thresholdOf(settings, kind)
    try {
      const now = clock.now()
      const measured = threshold === null ? [] : await source.measure(now, settings)
      const reached = measured.filter(({ value }) => threshold !== null && value >= threshold)
      await workerDb.transaction(async (tx) => {
        const closed = await closeAlertsExcept(
          tx,
          kind,
          reached.map(({ subject }) => subject),
          now,
        )
        const opened = threshold === null ? 0 : await open(deps, tx, { kind, threshold, measured: reached }, now)
        if (closed + opened > 0) await publish(deps, tx)
      })
    } catch (error) {
      log.error({ err: error, kind }, 'alerts of a kind could not be evaluated')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Opens alerts about single events, in the transaction that moves the reader's cursor, so that none is missed. */
export async function evaluateEvents(deps: EvaluationDeps, tx: Tx, events: readonly PositionedEvent[]): Promise<void> {
  const settings = deps.settings()
  const now = deps.clock.now()
  let opened = 0
  for (const kind of ALERT_KINDS) {
    const source = deps.sources[kind]
    const threshold = thresholdOf(settings, kind)
    if (threshold === null || !('measureEvents' in source)) continue
    const measured = await source.measureEvents(tx, events, threshold)
    const reached = measured.filter(({ value }) => value >= threshold)
    opened += await open(deps, tx, { kind, threshold, measured: onePerSubject(reached) }, now)
  }
  if (opened > 0) await publish(deps, tx)
}

/** Opens alerts and queues their messages. Returns the number of new alerts. */
async function open(deps: EvaluationDeps, tx: Tx, found: Parameters<typeof openAlerts>[1], now: Date): Promise<number> {
  const ids = await openAlerts(tx, found, now)
  await queueDeliveries(tx, ids, targetsOf(deps.settings()), now)
  return ids.length
}

const publish = ({ outbox }: EvaluationDeps, tx: Tx): Promise<void> =>
  outbox.appendEvents(tx, [{ type: 'alerts-changed', data: {} }])

const onePerSubject = (measured: readonly Measured[]): Measured[] => [
  ...new Map(measured.map((each) => [each.subject, each])).values(),
]

/** Where messages about alerts go. */
export function targetsOf({ alert_emails: emails, alert_webhook_url: url }: Settings): Target[] {
  const addresses = new Set(emails.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])))
  return [
    ...[...addresses].map((address) => ({ target: 'email', address }) as const),
    ...(url === '' ? [] : [{ target: 'webhook', address: url } as const]),
  ]
}
