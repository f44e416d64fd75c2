import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { isSelectionId, settle } from '@mupiira/domain/markets/settle.ts'
import { isMarketId, SPORTS, type Settlement } from '@mupiira/domain/markets/types.ts'
type LiveOutcome = { readonly text: string; readonly tone: 'up' | 'down' | 'ink' }

const WINNING: LiveOutcome = { text: 'Winning now', tone: 'up' }
const LOSING: LiveOutcome = { text: 'Losing now', tone: 'down' }
const OUTCOMES: Record<Settlement, LiveOutcome | null> = {
  won: WINNING,
  'half-won': WINNING,
  lost: LOSING,
  'half-lost': LOSING,
  void: { text: 'Stake back now', tone: 'ink' },
  undecided: null,
}

type OpenLeg = Pick<TicketSelection, 'market' | 'selection' | 'sport' | 'label' | 'outcome' | 'homeScore' | 'awayScore'>

/**
 * How an open selection would be settled if its live game ended at the current score, by the settlement rules. Null
 * for games that are not live, and for selections that need more than the score (half time, scorers).
 */
export function liveOutcome(leg: OpenLeg, { rulebook }: Pick<Ticket, 'rulebook'>): LiveOutcome | null {
  const { homeScore: home, awayScore: away } = leg
  if (leg.label !== 'LIVE' || leg.outcome !== null || home === null || away === null) return null
  const sport = SPORTS.find((each) => each === leg.sport)
  // A cached ticket of an older version can have other ids.
  if (sport === undefined || !isMarketId(leg.market) || !isSelectionId(leg.market, leg.selection)) return null
  return OUTCOMES[settle(leg.market, leg.selection, { sport, home, away }, rulebook)]
}
