import type { MatchState } from './feed.ts'
import type { WireRow } from './wire-row.ts'

/** A deviation between a vendor's report and the simulated match. Tests switch scenarios on for single matches. */
export interface Scenario {
  readonly effect: string
  /** Changes the vendor's row of a match. */
  readonly change: (row: WireRow, seen: MatchState) => WireRow
}

export type Scenarios = Readonly<Record<string, Scenario>>

/** The row of a match with the scenarios that are switched on for it. A vendor ignores the scenarios of others. */
export const playScenarios = (scenarios: Scenarios, row: WireRow, seen: MatchState): WireRow =>
  (seen.overrides.scenarios ?? []).reduce((changed, name) => scenarios[name]?.change(changed, seen) ?? changed, row)

/** The list in a field of a row; empty if the row has none. */
export const listIn = (row: WireRow, field: string): readonly WireRow[] => {
  const list = row[field]
  return Array.isArray(list) ? (list as readonly WireRow[]) : []
}
