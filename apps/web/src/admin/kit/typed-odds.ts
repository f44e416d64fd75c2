/** Reads odds (ADMG-09). Blank or invalid text means no odds. */
export function oddsOf(typed: string): number | null {
  const odds = Number(typed.replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(odds) ? null : odds
}

/** The error of typed odds that would otherwise be ignored; null if valid or blank. */
function oddsFault(typed: string): string | null {
  if (typed.trim() === '') return null
  const odds = oddsOf(typed)
  if (odds === null) return 'is not a number'
  return odds === 0 ? 'must be above 1' : null
}

/** Returns whether a form field contains odds. */
export const isOdds = (field: string): boolean => field.endsWith('Odds')

/** The odds errors of a form, by the server's field paths. `at` is the path of the form. */
export const oddsFaultsIn = (typed: object, at = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([field, text]) => {
      const fault = isOdds(field) ? oddsFault(String(text)) : null
      return fault === null ? [] : [[`${at}${field}`, fault]]
    }),
  )
