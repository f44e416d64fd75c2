/** Reads a decimal with a point or a comma. Blank or other text, such as 1e3, is none. */
export function decimalOf(typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,6}(?:[.,]\d*)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** Reads odds (ADMG-09). Blank or invalid text means no odds. */
export const oddsOf = decimalOf

/** Returns true for odds or a blank field, else the error, by which the form refuses text that would be ignored. */
export function oddsProblem(typed: string): true | string {
  if (typed.trim() === '') return true
  const odds = oddsOf(typed)
  if (odds === null) return 'is not a number'
  return odds !== 0 || 'must be above 1'
}

/** Returns whether a form field contains odds. */
export const isOdds = (field: string): boolean => field.endsWith('Odds')
