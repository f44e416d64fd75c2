import { type GameRow, isOpen } from '../catalogue/index.ts'

/** Counts of upcoming and live games, for the preview of changed settings. */
export function openGames(games: readonly GameRow[], now: Date) {
  const visible = games.filter(({ hidden }) => !hidden)
  const manualOdds = visible.flatMap(({ controls }) =>
    Object.values(controls).flatMap((control) => Object.keys(control.odds ?? {})),
  )
  return {
    /** Games that accept bets before their start. */
    open: visible.filter((game) => isOpen(game, now)).length,
    live: visible.filter(({ status }) => status === 'live').length,
    /** Games with prices of the model, open or not. */
    priced: visible.filter(({ model, resultVersion }) => model !== null && resultVersion === 0).length,
    /** Selections with manual odds. */
    manualOdds: manualOdds.length,
  }
}
