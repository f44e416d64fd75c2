/**
 * A value that changes while clients read it. Each value is valid from the request of its change to the confirmation of
 * the next change, so around a change both values are allowed.
 */
export type Timeline<T> = {
  readonly latest: () => T
  readonly change: (to: T, act: () => Promise<unknown>) => Promise<void>
  /** Every value that a request sent at `from` and answered at `to` may have seen. */
  readonly seen: (from: number, to: number) => readonly T[]
}

/** Logical time of this process, to order concurrent requests and responses. */
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
