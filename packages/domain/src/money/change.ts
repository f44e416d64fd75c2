/** With fewer events, a percentage is not meaningful. */
export const MIN_EVENTS_FOR_CHANGE = 20

/** A change in percent with one decimal. `new`: no events on the day before. Null: too few events to compare. */
export type Change = number | 'new' | null

/**
 * The change from yesterday (ADMX-14). `events`: the number of events behind yesterday's value, by default the value.
 * `changeOf(30, 25)` → 20
 */
export function changeOf(today: number, yesterday: number, events = yesterday): Change {
  if (events === 0) return today === 0 ? null : 'new'
  return events < MIN_EVENTS_FOR_CHANGE || yesterday === 0
    ? null
    : Math.round(((today - yesterday) / yesterday) * 1_000) / 10
}

/** The share of won tickets among won and lost tickets, in percent with one decimal; 0 if there are none (ADMX-18). */
export const winRateOf = (won: number, lost: number): number =>
  won + lost === 0 ? 0 : Math.round((won / (won + lost)) * 1_000) / 10
