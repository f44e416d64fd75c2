/** What becomes of odds that staff types in a form (D16). */
export const PRICES_FOLLOW =
  'Prices follow the odds with the margin of each market; own prices that stand as typed are set on the game’s markets.'
