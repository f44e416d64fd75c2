import { randomBytes } from 'node:crypto'
import { bookingCodeFrom } from '@mupiira/domain/booking-code/booking-code.ts'
import { newId } from '../../kernel/ids.ts'
import type { GameRow } from './game-row.ts'

type Given = Pick<GameRow, 'homeTeam' | 'awayTeam' | 'league' | 'startTime' | 'source'> & Partial<GameRow>

/** A game as it begins: upcoming, without score, minute or odds (ADMG-12, DATA-15). */
export function newGame(given: Given, now: Date): GameRow {
  return {
    id: newId(),
    shortId: bookingCodeFrom(randomBytes(8)),
    name: `${given.homeTeam} vs ${given.awayTeam}`,
    country: null,
    sport: 'soccer',
    firstScheduledAt: given.startTime,
    status: 'upcoming',
    feedMatchId: null,
    held: false,
    homeOdds: null,
    drawOdds: null,
    awayOdds: null,
    over25Odds: null,
    under25Odds: null,
    model: null,
    priceVersion: 0,
    suspended: false,
    silent: false,
    knockOut: false,
    drawPossible: true,
    players: [],
    minutesPassed: 0,
    atHalfTime: false,
    breakDuration: 10,
    matchDuration: 100,
    halfTimeDuration: 45,
    period: null,
    homeScore: given.source === 'hand' ? 0 : null,
    awayScore: given.source === 'hand' ? 0 : null,
    halfTimeHomeScore: null,
    halfTimeAwayScore: null,
    winner: null,
    goalEvents: [],
    goalsComplete: true,
    redCards: { home: 0, away: 0 },
    participants: null,
    qualifier: null,
    retired: false,
    resultConfirmed: false,
    viewers: 0,
    firstLiveAt: null,
    lastGoalAt: null,
    lastIncidentAt: null,
    feedSeenAt: null,
    finishedAt: null,
    verdict: null,
    resultVersion: 0,
    settledVersion: 0,
    createdAt: now,
    updatedAt: now,
    ...given,
  }
}
