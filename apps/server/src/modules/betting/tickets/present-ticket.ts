import type { Ticket, TicketSelection } from '@mupiira/contract/tickets.ts'
import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { Outcome } from '@mupiira/domain/markets/types.ts'
import { isOver } from '@mupiira/domain/match/clock.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber } from '@mupiira/domain/odds/odds.ts'
import { ofStakeLeft } from '@mupiira/domain/ticket/stake-left.ts'
import type { GameStatus, TicketStatus } from '@mupiira/domain/ticket/states.ts'
import { stakePerSelection } from '@mupiira/domain/ticket/totals.ts'
import { footballClock, type GameRow } from '../../catalogue/index.ts'
import { scoreShown } from '../../pricing/index.ts'
import { type LegRow, stakePartsOf, type TicketRow } from './tickets.repository.ts'

/** A ticket as its owner sees it, with the state of its games (DATA-17, DATA-19, TICK-13 to TICK-25). */
export function presentTicket(ticket: TicketRow, legs: readonly LegRow[], games: ReadonlyMap<string, GameRow>): Ticket {
  const parts = stakePartsOf(ticket)
  const stake = ugxToNumber(stakePerSelection(ticket.totalStake, legs.length))
  return {
    id: ticket.id,
    bookingCode: ticket.bookingCode,
    userId: ticket.userId,
    totalStake: ugxToNumber(ticket.totalStake),
    cashedStake: ugxToNumber(ticket.cashedStake),
    cashedOut: ugxToNumber(ticket.cashedOut),
    totalOdds: Number(ticket.totalOdds),
    bonusPercentage: ticket.bonusPercentage,
    bonus: ugxToNumber(ofStakeLeft(ticket.bonus, parts)),
    bonusPaid: ugxToNumber(ticket.bonusPaid),
    potentialWin: ugxToNumber(ofStakeLeft(ticket.potentialWin, parts)),
    payout: ticket.payout === null ? null : ugxToNumber(ticket.payout),
    status: ticket.status,
    rulebook: ticket.rulebook,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    settledAt: ticket.settledAt === null ? null : ticket.settledAt.toISOString(),
    selections: legs.map((leg) => presentLeg(ticket, leg, games.get(leg.gameId), stake)),
    jointOdds: jointOddsOf(legs),
  }
}

/** Each leg of a same-game combination stores its joint odds. */
const jointOddsOf = (legs: readonly LegRow[]): Ticket['jointOdds'] => {
  const perGame = new Map<string, number>()
  for (const { gameId, sameGame } of legs)
    if (sameGame !== null) perGame.set(gameId, oddsToNumber(sameGame.oddsHundredths))
  return [...perGame].map(([gameId, odds]) => ({ gameId, odds }))
}

/** The id of a selection on its ticket (DATA-19). */
export const selectionIdOf = (leg: Pick<LegRow, 'gameId' | 'market' | 'selection'>): string =>
  `${leg.gameId}-${leg.market}-${leg.selection}`.toLowerCase()

function presentLeg(ticket: TicketRow, leg: LegRow, game: GameRow | undefined, stake: number): TicketSelection {
  const definition = marketDefinition(leg.market)
  return {
    selectionId: selectionIdOf(leg),
    gameId: leg.gameId,
    market: leg.market,
    marketName: definition.name,
    marketCategory: definition.category,
    selection: leg.selection,
    odds: oddsToNumber(leg.odds),
    stake,
    outcome: leg.outcome,
    label: legLabel({ ticketStatus: ticket.status, outcome: leg.outcome, gameStatus: game?.status ?? null }),
    sameGame: leg.sameGame !== null,
    selectionLabel: game === undefined ? leg.selection : labelOf(leg.market, leg.selection, game),
    ...(game === undefined ? unknownGame(ticket.createdAt) : factsOf(game)),
  }
}

/** Fields that depend on the game's row alone. */
type GameFacts = Pick<
  TicketSelection,
  | 'match'
  | 'homeTeam'
  | 'awayTeam'
  | 'league'
  | 'country'
  | 'sport'
  | 'gameTime'
  | 'gameStatus'
  | 'clock'
  | 'homeScore'
  | 'awayScore'
>

/** Keeps a ticket readable when its game is missing. Games with bets are never deleted. */
function unknownGame(placedAt: Date): GameFacts {
  const unknown = {
    match: '',
    homeTeam: '',
    awayTeam: '',
    league: '',
    country: null,
    sport: 'soccer',
    gameStatus: 'upcoming',
  }
  return { ...unknown, clock: null, homeScore: null, awayScore: null, gameTime: placedAt.toISOString() }
}

// Rows are immutable, and thousands of bets may reuse one.
const factsOfRows = new WeakMap<GameRow, GameFacts>()

function factsOf(game: GameRow): GameFacts {
  const known = factsOfRows.get(game)
  if (known !== undefined) return known
  const facts = presentGame(game)
  factsOfRows.set(game, facts)
  return facts
}

function presentGame(game: GameRow): GameFacts {
  const clock = footballClock(game)
  return {
    match: game.name,
    homeTeam: game.homeTeam,
    awayTeam: game.awayTeam,
    league: game.league,
    country: game.country,
    sport: game.sport,
    gameTime: game.startTime.toISOString(),
    gameStatus: game.status,
    clock: game.status === 'live' ? (clock?.label ?? game.period) : null,
    ...scoreShown(game, clock),
  }
}

const OUTCOME_LABELS: { readonly [outcome in Outcome]: string } = {
  won: 'WON',
  lost: 'LOST',
  void: 'VOID',
  'half-won': 'WON',
  'half-lost': 'LOST',
}

type LegState = {
  readonly ticketStatus: TicketStatus
  /** The outcome of the leg; null while undecided. */
  readonly outcome: Outcome | null
  /** The status of the game; null if the game is missing. */
  readonly gameStatus: GameStatus | null
}

/** Labels for games in these statuses, because NOT START would be wrong for them. */
const OFF_LABELS: { readonly [status in GameStatus]?: string } = {
  postponed: 'POSTPONED',
  abandoned: 'ABANDONED',
  cancelled: 'CANCELLED',
}

/** The label of a selection on its ticket (TICK-21 to TICK-25, TICK-49). */
export function legLabel({ ticketStatus, outcome, gameStatus }: LegState): string {
  if (ticketStatus === 'cancelled') return 'CANCELLED'
  if (ticketStatus === 'pending') return outcome === 'void' ? OUTCOME_LABELS.void : progressLabel(gameStatus)
  if (outcome !== null) return OUTCOME_LABELS[outcome]
  if (gameStatus === 'upcoming' || gameStatus === 'live') return progressLabel(gameStatus)
  // The other legs of a lost ticket keep showing progress; ended tickets otherwise show their status.
  return ticketStatus === 'lost' ? progressLabel(gameStatus) : ticketStatus.toUpperCase()
}

function progressLabel(status: GameStatus | null): string {
  if (status === null) return 'NOT START'
  if (isOver(status)) return 'FINISHED'
  return status === 'live' ? 'LIVE' : (OFF_LABELS[status] ?? 'NOT START')
}
