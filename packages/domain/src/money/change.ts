/** The change from yesterday in percent, with one decimal; null if yesterday was zero. `changeOf(12, 10)` → 20 */
export const changeOf = (today: number, yesterday: number): number | null =>
  yesterday === 0 ? null : Math.round(((today - yesterday) / yesterday) * 1_000) / 10

/** The share of won tickets among won and lost tickets, in percent with one decimal; 0 if there are none (ADMX-18). */
export const winRateOf = (won: number, lost: number): number =>
  won + lost === 0 ? 0 : Math.round((won / (won + lost)) * 1_000) / 10
