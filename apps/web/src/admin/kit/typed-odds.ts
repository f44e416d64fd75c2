/** ADMG-09: blank or unreadable odds are none. */
export function oddsOf(typed: string): number | null {
  const odds = Number(typed.replace(',', '.'))
  return typed.trim() === '' || Number.isNaN(odds) ? null : odds
}
