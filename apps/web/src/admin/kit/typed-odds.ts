/** ADMG-09: blank or unreadable odds are none. */
export function oddsOf(typed: string): number | null {
  const odds = Number(typed.replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(odds) ? null : odds
}

/** What is wrong with typed odds that would be taken for none, and are not blank; null: nothing. */
function oddsFault(typed: string): string | null {
  if (typed.trim() === '') return null
  const odds = oddsOf(typed)
  if (odds === null) return 'is not a number'
  return odds === 0 ? 'must be above 1' : null
}

/** Of a form's fields. */
export const isOdds = (field: string): boolean => field.endsWith('Odds')

/** What is wrong with the odds of a form before anybody is asked, by the paths that the server names; `at` is where the form stands. */
export const oddsFaultsIn = (typed: object, at = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([field, text]) => {
      const fault = isOdds(field) ? oddsFault(String(text)) : null
      return fault === null ? [] : [[`${at}${field}`, fault]]
    }),
  )
