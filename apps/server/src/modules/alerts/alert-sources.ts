import { ALERTS, type AlertKind } from '@mupiira/domain/alerts/alerts.ts'
import { providerText } from '@mupiira/domain/payments/providers.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey, formatDateTime, startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { PositionedEvent } from '../../kernel/outbox/event.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SealCheck } from '../../kernel/seals/seal-checks.repository.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Measured } from './alerts.repository.ts'
import { failingJobs } from '../../kernel/jobs/failing-jobs.repository.ts'

export type SourceDeps = {
  readonly history: Pick<Betting['administration']['history'], 'paidAtLeast'>
  readonly feed: Pick<Catalogue['feed'], 'silenceMs'>
  readonly payments: Pick<Payments['administration']['history'], 'endedByProvider' | 'unconfirmedByProvider'>
  /** The gross gaming revenue of a day by league. */
  readonly revenueByLeague: (day: Date) => Promise<readonly { key: string; name: string; amount: bigint }[]>
  readonly lastChecks: { readonly [name in 'ledger' | 'audit log']: () => Promise<SealCheck | null> }
}

/**
 * How a kind is measured. `measure` returns the present values, and an alert closes when its subject is no longer at
 * the threshold. `measureEvents` returns values of single events, and staff closes their alerts.
 */
export type AlertSource =
  | { readonly measure: (now: Date, settings: Settings) => Promise<readonly Measured[]> }
  | {
      readonly measureEvents: (
        tx: Tx,
        events: readonly PositionedEvent[],
        threshold: bigint,
      ) => Promise<readonly Measured[]>
    }

export type AlertSources = { readonly [kind in AlertKind]: AlertSource }

export function createAlertSources({ db }: Pick<Kernel, 'db'>, deps: SourceDeps): AlertSources {
  const { history, feed, payments, revenueByLeague, lastChecks } = deps
  return {
    large_win: {
      async measureEvents(tx, events, threshold) {
        const ids = [...new Set(events.flatMap((event) => paidTicketOf(event) ?? []))]
        const tickets = ids.length === 0 ? [] : await history.paidAtLeast(tx, ids, threshold)
        return [
          ...tickets.map(({ id, code, paid }) => ({
            subject: id,
            name: `Ticket ${code}`,
            link: `/admin/bets?view=${id}`,
            value: paid,
          })),
          ...events.flatMap((event) => aviatorWinOf(event) ?? []),
        ]
      },
    },

    payment_failures: {
      async measure(now, { alert_payment_minutes: minutes, alert_payment_count: least }) {
        const ended = await payments.endedByProvider(new Date(now.getTime() - minutes * MINUTE_MS))
        return ended
          .filter((each) => each.ended >= least)
          .map(({ provider, ended: count, failed }) => ({
            subject: provider,
            name: `${providerText(provider)}: ${failed} of ${count} payments`,
            link: '/admin/transactions',
            value: hundredths((failed / count) * 100),
          }))
      },
    },

    unconfirmed_payments: {
      async measure(now) {
        return (await payments.unconfirmedByProvider()).map(({ provider, payments: count, oldest }) => ({
          subject: provider,
          name: `${providerText(provider)}: ${count} ${count === 1 ? 'payment' : 'payments'}`,
          link: '/admin/transactions?review=true',
          value: hundredths(Math.floor((now.getTime() - oldest.getTime()) / MINUTE_MS)),
        }))
      },
    },

    feed_silence: {
      async measure(now) {
        const minutes = Math.floor((await feed.silenceMs(now)) / MINUTE_MS)
        return [{ subject: 'football', name: 'Football feed', link: '/admin/in-play', value: hundredths(minutes) }]
      },
    },

    negative_margin: {
      // Yesterday stays measured, so that an alert of the evening is still open in the morning.
      async measure(now) {
        const today = startOfDay(now)
        const days = [today, startOfDay(new Date(today.getTime() - DAY_MS))]
        return (await Promise.all(days.map(async (day) => lossesOf(day, await revenueByLeague(day))))).flat()
      },
    },

    ledger_difference: {
      async measure() {
        const checks = await Promise.all(
          Object.entries(lastChecks).map(async ([name, last]) => [name, await last()] as const),
        )
        return checks.map(([name, check]) => ({
          subject: name,
          name: `Check of the ${name}`,
          link: '/admin/dashboard',
          // A lost seal is one difference.
          value: hundredths((check?.differences ?? 0) + (check?.outcome === 'seal lost' ? 1 : 0)),
        }))
      },
    },

    failed_job: {
      async measure(now) {
        const failing = await failingJobs(db, now)
        return failing.map(({ name, runs }) => ({
          subject: name,
          name: `Job ${name}`,
          link: '/admin/dashboard',
          value: hundredths(runs),
        }))
      },
    },
  }
}

export const hundredths = (value: number): bigint => BigInt(Math.round(value * 100))

/** The ticket that an event may have paid. */
function paidTicketOf({ type, data }: PositionedEvent): string | null {
  switch (type) {
    case 'ticket-settled':
    case 'ticket-resettled':
    case 'ticket-changed':
      return data.ticketId
    default:
      return null
  }
}

function aviatorWinOf({ type, userId = '', data }: PositionedEvent): Measured | null {
  if (type !== 'aviator-bet' || data.bet.state !== 'cashed-out') return null
  const { id, roundId, payout } = data.bet
  return {
    subject: id,
    name: `Aviator round ${roundId}`,
    link: `/admin/users/${userId}`,
    value: hundredths(payout),
  }
}

type Revenue = { readonly key: string; readonly name: string; readonly amount: bigint }

/** The losses of a day, and of its leagues, as positive amounts. */
function lossesOf(day: Date, leagues: readonly Revenue[]): Measured[] {
  const key = dayKey(day)
  const link = `/admin/reports/profit-and-loss?from=${key}&to=${key}&by=league`
  const total = leagues.reduce((sum, { amount }) => sum + amount, 0n)
  return [{ key: 'all', name: 'All bets', amount: total }, ...leagues].map((group) => ({
    subject: `${key} ${group.key}`,
    // The day as staff write it: 21 Nov 2026.
    name: `${group.name}, ${formatDateTime(day).split(',')[0]}`,
    link,
    value: -group.amount,
  }))
}

/** Kinds about single events. Their alerts close when they are acknowledged. */
export const isEventKind = (sources: AlertSources, kind: AlertKind): boolean => 'measureEvents' in sources[kind]

/** `alertTitle({ kind: 'large_win', name: 'Ticket 7KQ2' })` → "Large win: Ticket 7KQ2" */
export const alertTitle = ({ kind, name }: { readonly kind: AlertKind; readonly name: string }): string =>
  `${ALERTS[kind].label}: ${name}`
