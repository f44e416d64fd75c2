import { inPlayRestrictions } from '../courtsiding/in-play-restrictions.ts'
import { stakeLimits } from '../tickets/player-counters.repository.ts'
import {
  countBets,
  exposureOfReschedule,
  gamesWithBets,
  gamesWithOpenLegs,
  liabilityOf,
  openTicketsByResults,
  openTicketsOn,
  openTicketsOnMarket,
} from './exposure.repository.ts'
import type { OpenExposure } from './open-exposure.ts'

/** The bets on games, their possible payouts, and the stake limits that staff set for players. */
export const createExposure = (openExposure: OpenExposure) => ({
  countBets,
  gamesWithBets,
  gamesWithOpenLegs,
  liabilityOf,
  openTicketsByResults,
  openTicketsOn,
  openTicketsOnMarket,
  openFigures: () => openExposure.figures(),
  ofReschedule: exposureOfReschedule,
  stakeLimits,
  inPlayRestrictions,
})
