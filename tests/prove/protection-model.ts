import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
/** An independent model of limits and exclusions. Amounts in whole shillings. */
export const KINDS = ['deposit', 'stake', 'loss'] as const
export const PERIODS = ['day', 'week', 'month'] as const
export type Kind = (typeof KINDS)[number]
export type Period = (typeof PERIODS)[number]
export type LimitName = `${Kind} ${Period}`
export const LIMIT_NAMES: readonly LimitName[] = KINDS.flatMap((kind) =>
  PERIODS.map((period) => `${kind} ${period}` as const),
)
export const partsOf = (name: LimitName): readonly [Kind, Period] => name.split(' ') as [Kind, Period]

/** The day, week and month in East Africa Time that contain a moment, by name. */
export function periodsAt(at: Date): { readonly [period in Period]: string } {
  const local = new Date(at.getTime() + 3 * HOUR_MS)
  const day = local.toISOString().slice(0, 10)
  const monday = new Date(Date.parse(day) - ((local.getUTCDay() + 6) % 7) * DAY_MS)
  return { day, week: monday.toISOString().slice(0, 10), month: day.slice(0, 7) }
}

/** A value with the earliest start and latest end of its validity, in moments of this process. */
type Span = { readonly amount: number | null; readonly from: number; to: number }
type Raise = { readonly amount: number | null; readonly requestedAt: Date }

/** One limit of one player with its history. */
export function createLimit() {
  const spans: Span[] = [{ amount: null, from: -1, to: Number.POSITIVE_INFINITY }]
  let raise: Raise | null = null
  const latest = () => spans.at(-1) as Span
  const seen = (sent: number, answered: number) => spans.filter(({ from, to }) => from <= answered && to >= sent)
  /** Both values may apply until the response arrives. */
  function become(amount: number | null, sent: number): (answered: number) => void {
    const before = latest()
    spans.push({ amount, from: sent, to: Number.POSITIVE_INFINITY })
    return (answered) => void (before.to = answered)
  }
  return {
    amount: () => latest().amount,
    raise: () => raise,
    /** The highest limit that a request sent and answered at these moments may have met; null: no limit. */
    most(sent: number, answered: number): number | null {
      const amounts = seen(sent, answered).map(({ amount }) => amount)
      return amounts.includes(null) ? null : Math.max(...(amounts as number[]))
    },
    least: (sent: number, answered: number): number =>
      Math.min(...seen(sent, answered).map(({ amount }) => amount ?? Number.POSITIVE_INFINITY)),
    /** Begins a change. Call the returned function when the change was accepted. */
    ask(amount: number | null, at: Date, sent: number): (answered: number) => void {
      const before = latest().amount
      if (before === null || (amount !== null && amount <= before)) {
        raise = null
        return become(amount, sent)
      }
      if (raise === null || raise.amount !== amount || isOver(raise, at)) raise = { amount, requestedAt: at }
      return () => undefined
    },
    /** Whether a confirmation at that time is accepted. */
    isConfirmable: (at: Date): boolean =>
      raise !== null && at.getTime() >= raise.requestedAt.getTime() + DAY_MS && !isOver(raise, at),
    confirm(sent: number): (answered: number) => void {
      const amount = raise === null ? null : raise.amount
      raise = null
      return become(amount, sent)
    },
  }
}

const isOver = ({ requestedAt }: Raise, at: Date): boolean => at.getTime() >= requestedAt.getTime() + 8 * DAY_MS

export type ModelLimit = ReturnType<typeof createLimit>

/** Sums of movements by kind and time: positive for deposits and stakes, negative for returns. */
export function createSums() {
  const sums = new Map<string, number>()
  return {
    add(kind: Kind, amount: number, at: Date): void {
      for (const [period, key] of Object.entries(periodsAt(at))) {
        const sumKey = `${kind} ${period} ${key}`
        sums.set(sumKey, (sums.get(sumKey) ?? 0) + amount)
      }
    },
    of(name: LimitName, at: Date): number {
      const [kind, period] = partsOf(name)
      return sums.get(`${kind} ${period} ${periodsAt(at)[period]}`) ?? 0
    },
  }
}

export const limitsOn = (kind: 'deposit' | 'stake'): readonly LimitName[] =>
  LIMIT_NAMES.filter((name) => (kind === 'deposit' ? name.startsWith('deposit') : !name.startsWith('deposit')))

/** The next ends of the day, week and month after a moment. */
export function periodEndsAfter(at: Date): { readonly [period in Period]: Date } {
  const { day, week } = periodsAt(at)
  const local = new Date(at.getTime() + 3 * HOUR_MS)
  const midnight = (key: string, days: number): Date => new Date(Date.parse(key) + days * DAY_MS - 3 * HOUR_MS)
  return {
    day: midnight(day, 1),
    week: midnight(week, 7),
    month: new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - 3 * HOUR_MS),
  }
}
