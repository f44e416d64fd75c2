import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'

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
export function stateText({ state, suspendedBy, suspendedByStaff }: InPlayGame): string {
  if (state === 'closed') return suspendedByStaff ? `closed: ${CAUSES.SUSPENDED_BY_STAFF}` : 'closed'
  return suspendedBy === null ? state : `${state}: ${CAUSES[suspendedBy]}`
}

/** "Goal, 21:04:10" */
export const eventText = ({ lastEvent }: Pick<InPlayGame, 'lastEvent'>): string =>
  lastEvent === null
    ? ''
    : `${lastEvent.kind === 'goal' ? 'Goal' : 'Card, penalty or review'}, ${secondsText(lastEvent.at)}`
