import type { Market } from '@mupiira/contract/games.ts'
import { lowestOffered } from '@mupiira/domain/pricing/offered.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { NO_DRAW } from '../../shared/lock-reason.ts'

/** Why a selection of a game that takes bets has no odds (MKT-37 to MKT-39, MKT-45). */
export const withoutOdds = (market: Market['id'], selection: string): string =>
  market === '1x2' && selection === 'X'
    ? NO_DRAW
    : `its odds would be below ${oddsText(lowestOffered(market, selection) / 100)}, the lowest we offer`
