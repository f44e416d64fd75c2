import { createContext, useContext } from 'react'
import { formatOdds, type OddsFormat } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'

/** How this house shows odds to its players (ADMS-04); staff reads decimals, as it writes them. */
export const ShownOddsFormat = createContext<OddsFormat>('decimal')

/** Odds in hundredths as the player reads them: `text(250)` → "2.50", "3/2" or "+150". */
export function useOddsText(): (hundredths: number | bigint) => string {
  const format = useContext(ShownOddsFormat)
  return (hundredths) => formatOdds(hundredths, format)
}

/** Odds of the interface as the player reads them, in a line of text. */
export function Odds({ odds }: { readonly odds: number }): string {
  return useOddsText()(oddsFromNumber(odds))
}
