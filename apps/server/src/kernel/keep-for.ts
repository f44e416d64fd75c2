/**
 * Reads at most once per `ms` and returns the kept value in between. One reading serves concurrent calls; a failed one is
 * not kept.
 *
 * @example const openGames = keepFor(30_000, () => gamesWithOpenLegs(db))
 */
export function keepFor<T>(ms: number, read: (now: Date) => Promise<T>): (now: Date) => Promise<T> {
  let last: { readonly at: Date; readonly value: Promise<T> } | null = null
  return (now) => {
    if (last === null || Math.abs(now.getTime() - last.at.getTime()) > ms) {
      const value = read(now)
      last = { at: now, value }
      value.catch(() => (last = null))
    }
    return last.value
  }
}
