import { ALERTS, alertValueText } from '@mupiira/domain/alerts/alerts.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { alertTitle } from './alert-sources.ts'
import { type DueDelivery, endAttempt, takeDueDeliveries } from './deliveries.repository.ts'
import type { MailSender, SendOutcome, WebhookSender } from './ports.ts'

const AT_ONCE = 10
const FIRST_DELAY_MS = 15_000
const MAX_DELAY_MS = 3_600_000
/** After this time a message is not sent any more. */
const GIVE_UP_AFTER_MS = DAY_MS

export type SendDeps = Pick<Kernel, 'clock' | 'log' | 'workerDb'> & {
  readonly mails: MailSender
  readonly webhooks: WebhookSender
  /** The origin of links to the console. */
  readonly origin: string
}

/** The delay starts at 15 s and doubles with each attempt, up to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts)

/** Sends the due messages about alerts. */
export async function sendAlerts(deps: SendDeps): Promise<void> {
  const due = await takeDueDeliveries(deps.workerDb, deps.clock.now(), AT_ONCE)
  await Promise.all(due.map((delivery) => sendOne(deps, delivery)))
}

async function sendOne(deps: SendDeps, delivery: DueDelivery): Promise<void> {
  const { id, attempts, openedAt, target } = delivery
  const outcome = await send(deps, delivery)
  const now = deps.clock.now()
  if (outcome.kind === 'sent') {
    await endAttempt(deps.workerDb, { id, sentAt: now, failure: null, nextAt: null })
    return
  }
  const nextAt = new Date(now.getTime() + retryDelayMs(attempts))
  const isRetried = outcome.kind === 'retry' && nextAt.getTime() - openedAt.getTime() < GIVE_UP_AFTER_MS
  deps.log.warn({ delivery: id, target, attempts, reason: outcome.reason, isRetried }, 'an alert was not sent')
  const { reason } = outcome
  await endAttempt(deps.workerDb, { id, sentAt: null, failure: reason, nextAt: isRetried ? nextAt : null })
}

function send({ mails, webhooks, origin, clock }: SendDeps, delivery: DueDelivery): Promise<SendOutcome> {
  const { target, address } = delivery
  return target === 'email'
    ? mails.send({ to: address, ...emailOf(delivery, origin) })
    : webhooks.send({ url: address, body: webhookBody(delivery, origin), now: clock.now() })
}

const numberOf = (hundredths: bigint): number => Number(hundredths) / 100

function emailOf({ kind, name, value, threshold, link, openedAt }: DueDelivery, origin: string) {
  return {
    subject: `Mupiira alert: ${alertTitle({ kind, name })}`,
    text: [
      `${alertTitle({ kind, name })}, ${alertValueText(kind, numberOf(value))}`,
      `Threshold: ${alertValueText(kind, numberOf(threshold))}. Opened: ${formatDateTime(openedAt)} (Kampala).`,
      `Details: ${origin}${link}`,
      `Acknowledge it: ${origin}/admin/alerts?kind=${kind}`,
    ].join('\n\n'),
  }
}

/** The body of a webhook, as docs/runbooks/alerts.md describes it. A repeated message has the same id. */
function webhookBody(delivery: DueDelivery, origin: string): string {
  const { alertId, kind, subject, name, value, threshold, openedAt, link } = delivery
  const { label, severity, unit } = ALERTS[kind]
  return JSON.stringify({
    id: alertId,
    type: 'alert.opened',
    kind,
    severity,
    title: label,
    subject,
    name,
    value: numberOf(value),
    threshold: numberOf(threshold),
    unit,
    openedAt: openedAt.toISOString(),
    link: `${origin}${link}`,
  })
}
