import { type Static, Type } from 'typebox'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import { GAME_STATUSES } from '@mupiira/domain/ticket/states.ts'
import { ConfirmablePreview, ConfirmedChange, ConfirmedPreview } from './admin-game-changes.ts'
import { Offer } from './admin-offer.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, literals, Money, nullable, Odds, strict, Reason } from './schemas.ts'

const LOGIN = '❌ Authentication required: Please log in to manage games.'
const params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Goals = Type.Integer({ minimum: 0, maximum: 99 })

const GOALS_OF_BOTH = { home: Type.Integer(), away: Type.Integer() }

export const AdminGoal = Type.Object(
  {
    team: literals(['home', 'away']),
    minute: Type.Integer({ minimum: 1, maximum: 90 }),
    scorer: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
    /** An id from `players`. Goalscorer bets refer to it. */
    playerId: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
    /** `team` is the side that receives the goal. Goalscorer markets ignore own goals (D54). */
    ownGoal: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type AdminGoal = Static<typeof AdminGoal>

/** A game in the console. Odds are the base odds, not the offered prices; null without odds. */
export const AdminGame = Type.Object({
  id: Id,
  shortId: Type.String(),
  name: Type.String(),
  homeTeam: Type.String(),
  awayTeam: Type.String(),
  league: Type.String(),
  country: nullable(Type.String()),
  sport: literals(SPORTS),
  startTime: Instant,
  status: literals(GAME_STATUSES),
  source: literals(['feed', 'hand']),
  /** True for a feed game that staff runs. Reports of the feed are shown but not applied. */
  takenOver: Type.Boolean(),
  /** The last feed report that was not applied; null while the feed runs the game or has sent no report. */
  feedReport: nullable(
    Type.Object({
      status: Type.String(),
      minute: nullable(Type.Integer()),
      startTime: Instant,
      homeTeam: Type.String(),
      awayTeam: Type.String(),
      homeScore: nullable(Type.Integer()),
      awayScore: nullable(Type.Integer()),
    }),
  ),
  /** Hidden from players: staff deleted the game while the feed still lists it. */
  hidden: Type.Boolean(),
  /** The time at which bets become void if no result is entered (SETL-40). */
  voidsAt: Instant,
  /** True if settlement waits for a staff decision. */
  held: Type.Boolean(),
  suspended: Type.Boolean(),
  /** True if betting is suspended for the league or for all games. */
  barred: Type.Boolean(),
  /** True if betting is closed because the feed sends no reports or no odds for the game. */
  silent: Type.Boolean(),
  knockOut: Type.Boolean(),
  homeOdds: nullable(Odds),
  drawOdds: nullable(Odds),
  awayOdds: nullable(Odds),
  over25Odds: nullable(Odds),
  under25Odds: nullable(Odds),
  /** The offered prices; null without odds or after the end of the game. */
  offered: nullable(Offer),
  breakDuration: Type.Integer(),
  matchDuration: Type.Integer(),
  halfTimeDuration: Type.Integer(),
  minutesPassed: Type.Integer(),
  clock: nullable(Type.String()),
  homeScore: nullable(Type.Integer()),
  awayScore: nullable(Type.Integer()),
  halfTimeHomeScore: nullable(Type.Integer()),
  halfTimeAwayScore: nullable(Type.Integer()),
  goals: Type.Array(AdminGoal),
  /** The players of both line-ups, if the feed sends line-ups. */
  players: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), side: literals(['home', 'away']) })),
  /** The current result; null before the game is decided. */
  result: nullable(
    Type.Object({
      version: Type.Integer(),
      isSettled: Type.Boolean(),
      voidReason: nullable(Type.String()),
    }),
  ),
  /** A different result that the feed reported and the system did not apply; otherwise null. */
  toldResult: nullable(Type.Object({ ...GOALS_OF_BOTH, halfTime: nullable(Type.Object(GOALS_OF_BOTH)) })),
  hasBets: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type AdminGame = Static<typeof AdminGame>

export const getAdminGame = endpoint({
  method: 'GET',
  path: '/api/admin/games/{id}',
  summary: 'A game',
  access: 'admin',
  capability: 'admin:games:read',
  params,
  responses: { 200: AdminGame },
  errors: ['GAME_NOT_FOUND'],
})

const OddsInput = nullable(Type.Number({ minimum: 0, maximum: 100_000 }))
const Minutes = Type.Integer({ minimum: 1, maximum: 600 })

/** The fields that every game requires. */
const RequiredGameFields = {
  homeTeam: Type.String({ maxLength: 80 }),
  awayTeam: Type.String({ maxLength: 80 }),
  league: Type.String({ minLength: 1, maxLength: 80 }),
  startTime: Type.String({ maxLength: 30 }),
}
/** Odds of 1.00 or less mean no odds. */
const OptionalGameFields = {
  country: Type.Optional(nullable(Type.String({ maxLength: 60 }))),
  sport: Type.Optional(literals(SPORTS)),
  knockOut: Type.Optional(Type.Boolean()),
  homeOdds: Type.Optional(OddsInput),
  drawOdds: Type.Optional(OddsInput),
  awayOdds: Type.Optional(OddsInput),
  over25Odds: Type.Optional(OddsInput),
  under25Odds: Type.Optional(OddsInput),
  breakDuration: Type.Optional(Minutes),
  matchDuration: Type.Optional(Minutes),
  halfTimeDuration: Type.Optional(Minutes),
  goals: Type.Optional(Type.Array(AdminGoal, { maxItems: 60 })),
}
/** The response to a saved game. */
const Saved = Type.Object({ game: AdminGame, warning: nullable(Type.String()) })

export const createAdminGame = endpoint({
  method: 'POST',
  path: '/api/admin/games',
  summary: 'Create a manual game',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  loginText: LOGIN,
  body: Type.Object({ ...RequiredGameFields, ...OptionalGameFields }, strict),
  responses: { 201: Saved },
  errors: ['GAME_TEAMS_MISSING', 'GAME_START_MISSING', 'NOT_ALLOWED'],
})

export const updateAdminGame = endpoint({
  method: 'PUT',
  path: '/api/admin/games/{id}',
  summary: 'Change a manual game. Absent fields stay unchanged',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  loginText: LOGIN,
  params,
  body: Type.Object(
    {
      ...Type.Partial(Type.Object(RequiredGameFields)).properties,
      ...OptionalGameFields,
      status: Type.Optional(literals(['upcoming', 'live', 'finished', 'cancelled'])),
      /** The previous values of the changed fields. The request fails if someone else has since changed one of them. */
      seen: Type.Optional(
        Type.Object({ ...Type.Partial(Type.Object(RequiredGameFields)).properties, ...OptionalGameFields }, strict),
      ),
      confirmed: Type.Optional(ConfirmedChange),
    },
    strict,
  ),
  responses: { 200: Saved },
  errors: [
    ...(['GAME_NOT_FOUND', 'GAME_OF_FEED', 'GAME_CHANGED', 'GAME_TEAMS_MISSING', 'GAME_START_MISSING'] as const),
    'CHANGE_MOVES_BETS',
    'STEP_IMPOSSIBLE',
    'GAME_DECIDED',
    'GAME_HAS_BETS',
    'GAME_EDIT_SETTLES',
    'START_WAITS',
    'ODDS_WAIT',
    'NOT_ALLOWED',
    'FINISH_WAITS',
  ],
})

export const deleteAdminGame = endpoint({
  method: 'DELETE',
  path: '/api/admin/games/{id}',
  summary: 'Delete a game without bets. A game of the feed is hidden instead',
  access: 'admin',
  capability: 'admin:games:edit',
  loginText: LOGIN,
  params,
  query: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }, strict),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['GAME_NOT_FOUND', 'GAME_HAS_BETS'],
})

export const stepAdminGame = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/step',
  summary: 'Control a manual game: clock, goals, end',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  params,
  body: Type.Object(
    {
      step: literals([
        'start',
        'half-time',
        'second-half',
        'finish',
        'postpone',
        'abandon',
        'cancel',
        'reopen',
        'minute',
        'goal',
        'no-goal',
      ]),
      minute: Type.Optional(Type.Integer({ minimum: 0, maximum: 90 })),
      team: Type.Optional(literals(['home', 'away'])),
      scorer: Type.Optional(nullable(Type.String({ maxLength: 80 }))),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
      confirmed: Type.Optional(ConfirmedChange),
    },
    strict,
  ),
  responses: { 200: AdminGame },
  errors: [
    'GAME_NOT_FOUND',
    'CHANGE_MOVES_BETS',
    'GAME_OF_FEED',
    'GAME_DECIDED',
    'START_HAS_PASSED',
    'STEP_IMPOSSIBLE',
    'NO_SUCH_GOAL',
    'MINUTE_IMPOSSIBLE',
    'FINISH_WAITS',
    'GAME_EDIT_SETTLES',
  ],
})

/** The result after 90 minutes with stoppage time, or a void of all bets. */
export const EnteredResult = Type.Object(
  {
    kind: literals(['result', 'void']),
    home: Type.Optional(Goals),
    away: Type.Optional(Goals),
    halfTimeHome: Type.Optional(nullable(Goals)),
    halfTimeAway: Type.Optional(nullable(Goals)),
    /** All goals. If absent, the known goals are kept. */
    goals: Type.Optional(Type.Array(AdminGoal, { maxItems: 60 })),
    qualifier: Type.Optional(nullable(literals(['home', 'away', 'nobody']))),
  },
  strict,
)
export type EnteredResult = Static<typeof EnteredResult>

const RESULT_ERRORS = ['GAME_NOT_FOUND', 'RESULT_TOO_EARLY', 'RESULT_IMPOSSIBLE', 'RESULT_SAME'] as const

export const previewAdminResult = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/result/preview',
  summary: 'Preview the effects of a first or corrected result',
  access: 'admin',
  capability: 'admin:games:edit',
  perMinute: 30,
  params,
  body: EnteredResult,
  responses: { 200: ConfirmablePreview },
  errors: [...RESULT_ERRORS],
})

export const decideAdminResult = endpoint({
  method: 'POST',
  path: '/api/admin/games/{id}/result',
  summary: 'Enter or correct the result of a game, and settle its bets',
  access: 'admin',
  capability: 'admin:games:edit',
  requiresFreshConfirmation: true,
  params,
  /** A preview that no longer applies is refused with `CHANGE_MOVES_BETS` and the new `ConfirmablePreview`. */
  body: Type.Object({ result: EnteredResult, confirmed: ConfirmedPreview }, strict),
  /** 202: the result waits for a second approver, because the staff member's total exceeds the threshold (ADMT-30). */
  responses: { 200: AdminGame, 202: Type.Object({ approvalId: Id }) },
  errors: [...RESULT_ERRORS, 'CHANGE_MOVES_BETS'],
})

/** A selection with its offered price, model price, manual settings and exposure. */
export const AdminSelection = Type.Object({
  id: Type.String(),
  label: Type.String(),
  offered: nullable(Odds),
  model: nullable(Odds),
  /** 1 ÷ the probability of the model; null if the model has no price. */
  fair: nullable(Odds),
  probability: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** The share of stakes that the house keeps at the offered odds, in percent; negative if players win on average. */
  kept: nullable(Type.Number()),
  own: nullable(Odds),
  mostStake: nullable(Money),
  bets: Type.Integer(),
  stake: Money,
  /** The total payout of the open tickets with this selection if all their legs win. */
  payout: Money,
})
export const AdminMarket = Type.Object({
  id: Type.String(),
  name: Type.String(),
  suspended: Type.Boolean(),
  /**
   * The percentage of each book without the small movements of odds: 100 is fair, and under 100 players who back every
   * selection win on average.
   */
  books: Type.Array(Type.Object({ line: nullable(Type.String()), percent: Type.Number() })),
  selections: Type.Array(AdminSelection),
})
export type AdminMarket = Static<typeof AdminMarket>

export const getAdminMarkets = endpoint({
  method: 'GET',
  path: '/api/admin/games/{id}/markets',
  summary: 'All markets of a game with offered prices, model odds, manual settings and open bets',
  access: 'admin',
  capability: 'admin:games:read',
  params,
  responses: {
    200: Type.Object({
      game: AdminGame,
      markets: Type.Array(AdminMarket),
      /** The rules for manual odds with a risk. `alone`: there is no second approver, so they are typed twice. */
      manualOdds: Type.Object({ approval: literals(['alone', 'wait']), distancePercent: Type.Number() }),
    }),
  },
  errors: ['GAME_NOT_FOUND'],
})

const EnteredNumbers = Type.Optional(Type.Record(Type.String({ maxLength: 64 }), nullable(Type.Number())))

export const controlAdminMarket = endpoint({
  method: 'PUT',
  path: '/api/admin/games/{id}/markets/{market}',
  summary: 'Suspend a market, or set odds and stake limits of its selections. Null removes a setting',
  access: 'admin',
  capability: 'admin:odds:edit',
  requiresFreshConfirmation: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }), market: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      suspended: Type.Optional(Type.Boolean()),
      odds: Type.Optional(
        Type.Record(Type.String({ maxLength: 64 }), nullable(Type.Number({ minimum: 1.01, maximum: 1_000 }))),
      ),
      /** Odds with a risk, entered a second time by a member of staff without a second approver. */
      confirmedOdds: EnteredNumbers,
      mostStake: Type.Optional(
        Type.Record(Type.String({ maxLength: 64 }), nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }))),
      ),
      /** The values when the form was opened. The request fails if another change has replaced one of them. */
      seen: Type.Optional(Type.Object({ odds: EnteredNumbers, mostStake: EnteredNumbers }, strict)),
      reason: Reason,
    },
    strict,
  ),
  responses: { 200: AdminMarket },
  errors: ['GAME_NOT_FOUND', 'MARKET_NOT_FOUND', 'GAME_CHANGED', 'ODDS_NOT_CONFIRMED', 'ODDS_WAIT'],
})
