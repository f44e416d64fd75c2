import type { Sport } from '@mupiira/domain/markets/types.ts'
import { isBookmakerMarket } from '@mupiira/domain/pricing/margin.ts'

const SIDES = ['homeOdds', 'drawOdds', 'awayOdds'] as const
const TOTALS = ['over25Odds', 'under25Odds'] as const
type OddsField = (typeof SIDES | typeof TOTALS)[number]

/** The fields of a form or draft that are validated; odds as decimals, where 0 or nothing means none (ADMG-09). */
export type EvaluatedMatch = {
  readonly sport?: Sport
  readonly homeTeam?: string
  readonly awayTeam?: string
  readonly startsAt?: Date
} & { readonly [field in OddsField]?: number | null | undefined }
export type Fault = { readonly field: 'awayTeam' | 'startsAt' | OddsField; readonly message: string }

const MIN_ODDS = 1.01

/** The problems of a new game or of changed fields, by field (decision 0028). */
export function faultsOf(match: EvaluatedMatch, now: Date): readonly Fault[] {
  const { sport = 'soccer', homeTeam, awayTeam, startsAt } = match
  const faults: Fault[] = []
  const addFault = (field: Fault['field'], message: string) => faults.push({ field, message })
  if (homeTeam !== undefined && homeTeam.toLowerCase() === awayTeam?.toLowerCase())
    addFault('awayTeam', 'is the home team')
  if (startsAt !== undefined && startsAt <= now) addFault('startsAt', 'has already started')
  // In football the draw needs odds too.
  const sides = sport === 'soccer' ? SIDES : SIDES.filter((field) => field !== 'drawOdds' || match[field])
  for (const fields of [sides, TOTALS]) {
    const given = fields.flatMap((field) => (match[field] ? [{ field, odds: match[field] }] : []))
    const tooLow = given.filter(({ odds }) => Math.round(odds * 100) / 100 < MIN_ODDS)
    for (const { field } of tooLow) addFault(field, 'must be above 1')
    // The sum of the probabilities can be checked only if every side has odds (decision 0027).
    if (tooLow.length === 0 && given.length === fields.length && !isBookmakerMarket(given.map(({ odds }) => odds)))
      for (const field of fields)
        addFault(field, 'does not match the other odds: their probabilities must sum to 95–130 %')
  }
  return faults
}
