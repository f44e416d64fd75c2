/** ADMG-09: blank or unreadable text means no odds. */
export function oddsOf(typed: string): number | null {
  const odds = Number(typed.replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(odds) ? null : odds
}

/** The problem with typed odds that would otherwise count as none; null for valid and blank odds. */
function oddsFault(typed: string): string | null {
  if (typed.trim() === '') return null
  const odds = oddsOf(typed)
  if (odds === null) return 'is not a number'
  return odds === 0 ? 'must be above 1' : null
}

/** Of a form's fields. */
export const isOdds = (field: string): boolean => field.endsWith('Odds')

/** The problems with the odds of a form, by the paths that the server uses; `at` is the path of the form. */
export const oddsFaultsIn = (typed: object, at = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([field, text]) => {
      const fault = isOdds(field) ? oddsFault(String(text)) : null
      return fault === null ? [] : [[`${at}${field}`, fault]]
    }),
  )
