/** By how many percent today is above yesterday, with one decimal; null where yesterday was nothing. `changeOf(12, 10)` → 20 */
export const changeOf = (today: number, yesterday: number): number | null =>
  yesterday === 0 ? null : Math.round(((today - yesterday) / yesterday) * 1_000) / 10

/** Won of won and lost, in percent with one decimal; 0 where there is neither (ADMX-18). */
export const winRateOf = (won: number, lost: number): number =>
  won + lost === 0 ? 0 : Math.round((won / (won + lost)) * 1_000) / 10
