import { BONUS_LADDER } from './totals.ts'

/**
 * The number of games to the next bonus step and its percentage; null at the highest (SLIP-26, 27). `nextBonusStep(2)`
 * → 1 game, 3 %
 */
export function nextBonusStep(
  qualifyingGames: number,
): { readonly missingGames: number; readonly percent: number } | null {
  const step = BONUS_LADDER.find(({ games }) => games > qualifyingGames)
  return step === undefined ? null : { missingGames: step.games - qualifyingGames, percent: step.percent }
}
