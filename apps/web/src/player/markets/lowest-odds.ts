import type { Market } from '@mupiira/contract/games.ts'
import { LOWEST_OFFERED } from '@mupiira/domain/odds/odds.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { NO_DRAW, NOT_OFFERED } from '../../shared/lock-reason.ts'

type Priced = Pick<Market, 'id'> & { readonly selections: readonly Pick<Market['selections'][number], 'odds'>[] }

/** Why a selection of an open game has no odds (MKT-37 to MKT-39, MKT-45). */
export function withoutOdds(market: Priced, selection: string): string {
  if (market.selections.every(({ odds }) => odds === null)) return NOT_OFFERED
  if (market.id === '1x2' && selection === 'X') return NO_DRAW
  return `its odds would be below ${oddsText(LOWEST_OFFERED / 100)}, the lowest we offer`
}
