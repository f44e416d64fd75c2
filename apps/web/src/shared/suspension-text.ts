import type { Game } from '@mupiira/contract/games.ts'
import type { SuspensionCause } from '@mupiira/domain/in-play/suspension.ts'

const CAUSES: Record<SuspensionCause, string> = {
  GOAL: 'Goal',
  INCIDENT: 'Red card, penalty or review',
  POSSIBLE_GOAL: 'Possible goal',
  NO_NEWS: 'No news from the stadium',
  CONTRADICTION: 'The score is being checked',
  SUSPENDED_BY_STAFF: 'Bets are stopped for now',
  NOT_PRICED: 'No odds at this stage',
  BEING_DECIDED: 'Waiting for the result',
}

/** Why a live game takes no bets, in plain words (INP-08). A phone shows it in a third of its width. */
export const suspensionText = ({ inPlay }: Pick<Game, 'inPlay'>): string =>
  CAUSES[inPlay?.suspendedBy ?? 'SUSPENDED_BY_STAFF'] ?? CAUSES.SUSPENDED_BY_STAFF

/** "Suspended: goal" */
export const suspendedText = (game: Pick<Game, 'inPlay'>): string =>
  `Suspended: ${suspensionText(game).replace(/^./, (first) => first.toLowerCase())}`
