/** Explains how entered odds become prices (D16). */
export const PRICES_EXPLAINED =
  'Prices are computed from these odds with the margin of each market. To set a price exactly, use the markets of the game.'
