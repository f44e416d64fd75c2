/** How typed odds become prices (D16). */
export const PRICES_FOLLOW =
  'Prices follow these odds with the margin of each market. To set a price exactly, use the markets of the game.'
