/** Reads a decimal with a point or a comma, for example odds (ADMG-09). Null for blank or other text, such as 1e3. */
export function decimalOf(typed: string): number | null {
  const text = typed.trim()
  return /^\d{1,6}(?:[.,]\d*)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** Validates a field of a form: true for odds or a blank field, else the error text. */
export function oddsProblem(typed: string): true | string {
  if (typed.trim() === '') return true
  const odds = decimalOf(typed)
  if (odds === null) return 'is not a number'
  return odds !== 0 || 'must be above 1'
}

export const isOdds = (field: string): boolean => field.endsWith('Odds')
