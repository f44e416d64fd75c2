/** ADMG-09: blank or unreadable odds are none. */
export function oddsOf(typed: string): number | null {
  const odds = Number(typed.replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(odds) ? null : odds
}

/** What is wrong with typed odds that would be taken for none, and are not blank; null: nothing. */
export function oddsFault(typed: string): string | null {
  if (typed.trim() === '') return null
  const odds = oddsOf(typed)
  if (odds === null) return 'is not a number'
  return odds === 0 ? 'must be above 1' : null
}
