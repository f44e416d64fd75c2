/** Explains how entered odds become prices (D16). */
export const PRICES_EXPLAINED =
  'The odds of each market are computed from these odds and its margin. To set the odds of one selection exactly, use the markets of the game.'
