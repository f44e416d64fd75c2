import { createContext, useContext } from 'react'
import { formatOdds, type OddsFormat } from '@mupiira/domain/odds/odds-format.ts'
import { oddsFromNumber } from '@mupiira/domain/odds/odds.ts'

/** The odds format of players (ADMS-04). Staff always see decimal odds. */
export const ShownOddsFormat = createContext<OddsFormat>('decimal')

/** Formats odds in hundredths in the player's format: `text(250)` → "2.50", "3/2" or "+150". */
export function useOddsText(): (hundredths: number | bigint) => string {
  const format = useContext(ShownOddsFormat)
  return (hundredths) => formatOdds(hundredths, format)
}

/** Odds in the player's format, within a line of text. */
export function Odds({ odds }: { readonly odds: number }): string {
  return useOddsText()(oddsFromNumber(odds))
}
