import type { Route } from '../../kernel/http/route.ts'
import type { TaskReading } from '../../kernel/access/tasks.ts'
import { recordFailedRun, recordSuccessfulRun } from '../../kernel/jobs/failing-jobs.repository.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Admin } from '../admin/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Payments } from '../payments/index.ts'
import type { SettingsApi } from '../settings/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { createAlertSources } from './alert-sources.ts'
import { alertsToAcknowledge } from './alerts.repository.ts'
import { evaluateAlerts, evaluateEvents } from './evaluate-alerts.ts'
import type { MailSender, WebhookSender } from './ports.ts'
import { alertRoutes } from './routes.ts'
import { sendAlerts } from './send-alerts.ts'

const EVALUATE_EVERY_MS = MINUTE_MS
const SEND_EVERY_MS = 1_000

type AlertDeps = {
  readonly audit: Audit
  readonly betting: Pick<Betting, 'administration'>
  readonly catalogue: Pick<Catalogue, 'feed'>
  readonly figures: Admin['figures']
  readonly identity: Pick<Identity, 'profiles'>
  readonly payments: Pick<Payments, 'administration'>
  readonly settings: SettingsApi['reads']
  readonly wallet: Pick<Wallet, 'ledger'>
}

export type Alerts = {
  readonly routes: readonly Route[]
  readonly tasks: { readonly alerts: TaskReading }
  readonly commands: {
    /** Measures every kind once. Also a job. */
    readonly evaluate: () => Promise<void>
    /** Sends the messages that are due. Also a job. */
    readonly send: () => Promise<void>
  }
}

/** Alerts about metrics and events, to the console, by email and by webhook. */
export function createAlerts(
  kernel: Kernel,
  { audit, betting, catalogue, figures, identity, payments, settings, wallet }: AlertDeps,
  { mails, webhooks }: { readonly mails: MailSender; readonly webhooks: WebhookSender },
): Alerts {
  const { config, jobs, outbox } = kernel
  const sources = createAlertSources(kernel, {
    history: betting.administration.history,
    feed: catalogue.feed,
    payments: payments.administration.history,
    revenueByLeague: figures.revenueByLeague,
    lastChecks: { ledger: wallet.ledger.lastCheck, 'audit log': audit.seals.lastCheck },
  })
  const evaluation = { ...kernel, sources, settings: settings.current }
  const origin = config.publicOrigin ?? `http://127.0.0.1:${config.port}`
  const commands = {
    evaluate: () => evaluateAlerts(evaluation),
    send: () => sendAlerts({ ...kernel, mails, webhooks, origin }),
  }
  jobs.every('evaluate-alerts', EVALUATE_EVERY_MS, commands.evaluate, { leaderOnly: true })
  jobs.every('send-alerts', SEND_EVERY_MS, commands.send, { leaderOnly: true })
  outbox.durableReader('alerts', (tx, events) => evaluateEvents(evaluation, tx, events))
  jobs.onRun(createRunRecorder(kernel))
  return {
    routes: alertRoutes(kernel, { audit: audit.commands, fullNames: identity.profiles.fullNames, sources }),
    tasks: { alerts: alertsToAcknowledge(kernel.db) },
    commands,
  }
}

/** Another node may have stored a failure of a job that succeeds here, so a success is stored this often. */
const STORE_SUCCESS_EVERY_MS = MINUTE_MS

/** Stores failed runs of jobs until the job succeeds. While the database is unavailable, nothing is stored. */
function createRunRecorder({ workerDb, clock, log }: Pick<Kernel, 'workerDb' | 'clock' | 'log'>) {
  const succeededAtMs = new Map<string, number>()
  return ({ name, isFailed }: { readonly name: string; readonly isFailed: boolean }): void => {
    const nowMs = performance.now()
    const isStored = nowMs - (succeededAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < STORE_SUCCESS_EVERY_MS
    if (!isFailed && isStored) return
    if (isFailed) succeededAtMs.delete(name)
    else succeededAtMs.set(name, nowMs)
    const stored = isFailed ? recordFailedRun(workerDb, name, clock.now()) : recordSuccessfulRun(workerDb, name)
    stored.catch((error: unknown) => log.debug({ err: error, job: name }, 'the outcome of a job was not stored'))
  }
}
