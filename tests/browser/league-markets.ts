import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_GROUPS } from '@mupiira/domain/markets/types.ts'

/** The markets that screens show for a league match: all except those that need a knockout game. */
export const LEAGUE_MARKETS = MARKETS.filter(({ needs }) => needs !== 'knockout')

const countOf = (group: string): number => LEAGUE_MARKETS.filter((market) => market.group === group).length

/** The tabs above the markets of a league match with their counts: "ALL", "POPULAR8". */
export const LEAGUE_TABS = ['ALL', ...MARKET_GROUPS.map((group) => `${group.toUpperCase()}${countOf(group)}`)]
