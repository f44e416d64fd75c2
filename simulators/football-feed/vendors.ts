import { API_FOOTBALL_SCENARIOS } from './api-football/scenarios.ts'
import { APIFOOTBALL_SCENARIOS } from './apifootball/scenarios.ts'
import type { Scenarios } from './scenario.ts'

/** The scenarios of each vendor; see each vendor's folder. */
export const VENDOR_SCENARIOS = {
  apifootball: APIFOOTBALL_SCENARIOS,
  'api-football': API_FOOTBALL_SCENARIOS,
} as const satisfies Readonly<Record<string, Scenarios>>

export const SCENARIO_NAMES: readonly string[] = [
  ...new Set(Object.values(VENDOR_SCENARIOS).flatMap((scenarios) => Object.keys(scenarios))),
].sort()

/** The effect of each scenario on each vendor's reports, as listed by `GET /control`. */
export const scenarioEffects = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    SCENARIO_NAMES.map((name) => [
      name,
      Object.fromEntries(
        Object.entries(VENDOR_SCENARIOS).flatMap(([vendor, scenarios]: [string, Scenarios]) => {
          const scenario = scenarios[name]
          return scenario === undefined ? [] : [[vendor, scenario.effect]]
        }),
      ),
    ]),
  )
