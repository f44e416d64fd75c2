/** The units of thresholds, as settings show them. */
export type AlertUnit = 'UGX' | '%' | 'minutes' | 'differences' | 'runs'
export type AlertSeverity = 'critical' | 'warning'

type Definition = {
  readonly label: string
  /** What is measured. An alert opens when the measured value reaches the threshold. */
  readonly measures: string
  readonly unit: AlertUnit
  /** The default threshold. */
  readonly threshold: number
  /** The highest threshold. */
  readonly max: number
  readonly severity: AlertSeverity
}

/**
 * The kinds of alerts. Each has a setting `alert_<kind>` with its threshold, where 0 turns the kind off. A new kind is
 * one entry here and its source in `modules/alerts/alert-sources.ts`.
 */
export const ALERTS = {
  large_win: {
    label: 'Large win',
    measures: 'Amount that a ticket or an Aviator bet pays',
    unit: 'UGX',
    threshold: 20_000_000,
    max: 100_000_000_000,
    severity: 'warning',
  },
  payment_failures: {
    label: 'Failed payments',
    measures: 'Share of the recent payments of a provider that failed',
    unit: '%',
    threshold: 50,
    max: 100,
    severity: 'critical',
  },
  unconfirmed_payments: {
    label: 'Unconfirmed payments',
    measures: 'Age of the oldest payment of a provider without a final result',
    unit: 'minutes',
    threshold: 120,
    max: 10_000,
    severity: 'warning',
  },
  feed_silence: {
    label: 'Feed silence',
    measures: 'Time without a report of the football feed while its games are in play',
    unit: 'minutes',
    threshold: 3,
    max: 1_440,
    severity: 'critical',
  },
  negative_margin: {
    label: 'Margin below zero',
    measures: 'Negative gross gaming revenue of a day or of a league of that day, today and yesterday',
    unit: 'UGX',
    threshold: 50_000_000,
    max: 100_000_000_000,
    severity: 'warning',
  },
  ledger_difference: {
    label: 'Ledger difference',
    measures: 'Differences in the last check of the ledger or of the audit log',
    unit: 'differences',
    threshold: 1,
    max: 1_000,
    severity: 'critical',
  },
  failed_job: {
    label: 'Failed job',
    measures: 'Runs of a background job that failed in a row',
    unit: 'runs',
    threshold: 5,
    max: 1_000,
    severity: 'critical',
  },
} as const satisfies { readonly [kind: string]: Definition }

export type AlertKind = keyof typeof ALERTS
export const ALERT_KINDS = Object.keys(ALERTS) as readonly AlertKind[]

export type AlertSetting = `alert_${AlertKind}`
export const alertSetting = (kind: AlertKind): AlertSetting => `alert_${kind}`

/** One value for the setting of each kind. */
export const forAlertSettings = <Value>(
  valueOf: (definition: Definition) => Value,
): { readonly [setting in AlertSetting]: Value } =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [alertSetting(kind), valueOf(ALERTS[kind])])) as {
    readonly [setting in AlertSetting]: Value
  }

/** The words of the units that are not symbols, for one and for several. */
export const ALERT_UNITS: { readonly [unit in Exclude<AlertUnit, 'UGX' | '%'>]: readonly [string, string] } = {
  minutes: ['minute', 'minutes'],
  differences: ['difference', 'differences'],
  runs: ['failed run', 'failed runs'],
}

/** `alertValueText('large_win', 20_000_000)` → "UGX 20,000,000", `alertValueText('feed_silence', 4)` → "4 minutes" */
export function alertValueText(kind: AlertKind, value: number): string {
  const { unit } = ALERTS[kind]
  const figure = value.toLocaleString('en-UG', { maximumFractionDigits: 2 })
  if (unit === 'UGX') return `UGX ${figure}`
  return unit === '%' ? `${figure} %` : `${figure} ${ALERT_UNITS[unit][value === 1 ? 0 : 1]}`
}

export const SEVERITY_TEXTS: { readonly [severity in AlertSeverity]: string } = {
  critical: 'Critical',
  warning: 'Warning',
}
