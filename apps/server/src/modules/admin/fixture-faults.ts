import { isBook } from '@mupiira/domain/pricing/margin.ts'

/** A match as a form or a draft has it; odds as decimals, 0 or nothing for none (ADMG-09). */
type Match = {
  readonly homeTeam: string
  readonly awayTeam: string
  readonly startsAt: Date
  readonly homeOdds?: number | null
  readonly drawOdds?: number | null
  readonly awayOdds?: number | null
}
type Fault = { readonly path: string; readonly message: string }

const ODDS = ['homeOdds', 'drawOdds', 'awayOdds'] as const
const LEAST_ODDS = 1.01

/** What is wrong with a match that is to become a game, by field; `path` is where it stands in the form. */
export function faultsOf(match: Match, path: string, now: Date): readonly Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ path: `${path}.${field}`, message })
  if (match.homeTeam.toLowerCase() === match.awayTeam.toLowerCase()) say('awayTeam', 'is the home team')
  if (match.startsAt <= now) say('date', 'has begun already')
  const given = ODDS.flatMap((field) => (match[field] ? [{ field, odds: match[field] }] : []))
  const low = given.filter(({ odds }) => Math.round(odds * 100) / 100 < LEAST_ODDS)
  for (const { field } of low) say(field, 'must be above 1')
  // Without a price for each side there are no odds, and so no book (decision 0463).
  if (low.length === 0 && given.length === ODDS.length && !isBook(given.map(({ odds }) => odds)))
    for (const field of ODDS) say(field, 'is no book with the others: their chances must sum to 95–130 %')
  return faults
}
