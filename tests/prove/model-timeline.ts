/**
 * A thing that changes while others look at it. Each value holds from the moment the change was asked for until the next
 * change was confirmed, so that around a change both may be seen.
 */
export type Timeline<T> = {
  readonly latest: () => T
  readonly change: (to: T, act: () => Promise<unknown>) => Promise<void>
  /** Every value that somebody may have seen who asked at `from` and was answered at `to`. */
  readonly seen: (from: number, to: number) => readonly T[]
}

/** The order in which this process asked and was answered: what everything that runs at once is compared by. */
export const moment = (): number => performance.now()

export function createTimeline<T>(first: T): Timeline<T> {
  const spans: { readonly value: T; readonly from: number; to: number }[] = [
    { value: first, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  ]
  const last = () => spans.at(-1) as (typeof spans)[number]
  return {
    latest: () => last().value,
    async change(value, act) {
      const before = last()
      spans.push({ value, from: moment(), to: Number.POSITIVE_INFINITY })
      await act()
      before.to = moment()
    },
    seen: (from, to) => spans.filter((span) => span.from <= to && span.to >= from).map((span) => span.value),
  }
}
