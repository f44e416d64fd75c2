import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'
import type { Answer } from '../../shared/api/client.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', timeStyle: 'medium' })

/** The time in Kampala with seconds: "21:04:10" */
export const secondsText = (instant: string): string => TIME.format(new Date(instant))

const CAUSES: { readonly [cause in NonNullable<InPlayGame['suspendedBy']>]: string } = {
  SUSPENDED_BY_STAFF: 'staff',
  CONTRADICTION: 'contradictory reports',
  NO_NEWS: 'no feed data',
  GOAL: 'goal',
  INCIDENT: 'card, penalty or review',
  POSSIBLE_GOAL: 'possible goal',
  NOT_PRICED: 'no odds',
  BEING_DECIDED: 'result being decided',
}

/** `stateText({ state: 'suspended', suspendedBy: 'GOAL', … })` → "suspended: goal" */
export function stateText({ state, suspendedBy, suspendedByStaff, reportsIncidents }: InPlayGame): string {
  if (state === 'closed') return suspendedByStaff ? `closed: ${CAUSES.SUSPENDED_BY_STAFF}` : 'closed'
  if (suspendedBy === 'NOT_PRICED' && !reportsIncidents) return `${state}: no live data`
  return suspendedBy === null ? state : `${state}: ${CAUSES[suspendedBy]}`
}

type MissingLiveOdds = NonNullable<Answer<'GET /api/admin/in-play'>['missingLiveOdds']>

const FAILURES: { readonly [failure in MissingLiveOdds['failure']]: string } = {
  LATE: 'arrive too late',
  REFUSED: 'are refused by the provider. Check the plan of the feed',
  QUOTA: 'are not requested, because the quota of the feed is used up',
  UNREACHABLE: 'have no response',
  NOT_JSON: 'cannot be read',
  MALFORMED: 'cannot be read',
}

/** "The live odds of the feed arrive too late. The last ones arrived at 21:04:10. …" */
export function missingLiveOddsText({ failure, receivedAt }: MissingLiveOdds): string {
  const last = receivedAt === null ? '' : ` The last ones arrived at ${secondsText(receivedAt)}.`
  return `The live odds of the feed ${FAILURES[failure]}.${last} Its live games take no bets until live odds arrive, because they show penalties and reviews.`
}

/** "Goal, 21:04:10" */
export const eventText = ({ lastEvent }: Pick<InPlayGame, 'lastEvent'>): string =>
  lastEvent === null
    ? ''
    : `${lastEvent.kind === 'goal' ? 'Goal' : 'Card, penalty or review'}, ${secondsText(lastEvent.at)}`
