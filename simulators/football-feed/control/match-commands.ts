import type { MatchState } from '../feed.ts'
import { elapsedAt, type Moment } from '../play/match-clock.ts'
import { INCIDENT_KINDS, type MatchOverrides } from '../play/overrides.ts'
import { squadOf } from '../play/squad.ts'
import { pickScorer, timelineOf } from '../play/timeline.ts'
import { ceilToMinute } from '../season/load-plan.ts'
import type { Quotes } from '../season/match.ts'
import { pickOne, drawsFor } from '../season/random.ts'
import { ODDS_COLUMNS } from '../season/bookmakers.ts'
import { SCENARIO_NAMES } from '../vendors.ts'
import { InvalidRequest, type Fields } from './fields.ts'

/** A control command for a match. Returns the new overrides. */
type MatchCommand = (seen: MatchState, fields: Fields, nowMs: number) => MatchOverrides

const SIDES = ['home', 'away'] as const
const CHANNELS = ['push', 'poll'] as const
const CARDS = ['yellow card', 'red card'] as const

export const MATCH_COMMANDS: ReadonlyMap<string, MatchCommand> = new Map<string, MatchCommand>([
  ['postpone', (_seen, _fields, nowMs) => ({ stopped: { status: 'Postponed', atMs: nowMs, scored: false } })],
  ['cancel', (_seen, _fields, nowMs) => ({ stopped: { status: 'Cancelled', atMs: nowMs, scored: false } })],
  ['abandon', (_seen, _fields, nowMs) => ({ stopped: { status: 'Abandoned', atMs: nowMs, scored: true } })],
  // Accepts any other text: Suspended, Interrupted, Delayed, Awarded, To finish, or an undocumented status.
  [
    'status',
    (_seen, fields, nowMs) => ({
      stopped: { status: fields.must('status', fields.text('status')), atMs: nowMs, scored: true },
    }),
  ],
  ['move', (_seen, fields) => ({ kickoffMs: readKickoff(fields) })],
  ['finish', () => ({ ended: true })],
  ['take-back-goal', (seen) => withdrawGoal(seen)],
  ['goal', (seen, fields) => addGoal(seen, fields)],
  ['card', (seen, fields) => addCard(seen, fields)],
  ['incident', (seen, fields, nowMs) => addIncident(seen, fields, nowMs)],
  ['delay', ({ overrides }, fields) => ({ delays: { ...overrides.delays, ...readDelay(fields) } })],
  ['correct', (_seen, fields) => ({ stated: statedScores(fields) })],
  ['extra-time', (_seen, fields) => ({ overtime: readOvertime(fields) })],
  ['odds', (_seen, fields, nowMs) => ({ quotes: readQuotes(fields), quotedMs: nowMs })],
  ['scenario', (seen, fields) => addScenario(seen, fields)],
  ['hide', () => ({ hidden: true })],
])

const readKickoff = (fields: Fields): number => {
  const kickoffMs = Date.parse(fields.must('kickoff', fields.text('kickoff')))
  if (Number.isNaN(kickoffMs)) throw new InvalidRequest('kickoff must be a date and time')
  return ceilToMinute(kickoffMs)
}

const withdrawGoal = ({ play, overrides }: MatchState): MatchOverrides => {
  const last = play.goals.at(-1)
  if (last === undefined) throw new InvalidRequest('there is no goal to withdraw')
  return { withdrawnGoals: [...(overrides.withdrawnGoals ?? []), last.place] }
}

const presentMoment = ({ match, play }: MatchState): { readonly moment: Moment; readonly elapsed: number } => {
  if (play.phase.name !== 'play') throw new InvalidRequest('the ball is not in play')
  const { moment } = play.phase
  return { moment, elapsed: elapsedAt(moment, timelineOf(match).stoppage) }
}

const addGoal = (seen: MatchState, fields: Fields): MatchOverrides => {
  const side = fields.must('side', fields.oneOf('side', SIDES))
  const addedGoals = seen.overrides.addedGoals ?? []
  const draw = drawsFor(`${seen.match.seed}/added goal ${addedGoals.length}`)
  return {
    addedGoals: [...addedGoals, { side, ...presentMoment(seen), ...pickScorer(draw, seen.match, side, new Set()) }],
  }
}

const addCard = (seen: MatchState, fields: Fields): MatchOverrides => {
  const side = fields.must('side', fields.oneOf('side', SIDES))
  const card = fields.oneOf('card', CARDS) ?? 'red card'
  const addedCards = seen.overrides.addedCards ?? []
  const draw = drawsFor(`${seen.match.seed}/added card ${addedCards.length}`)
  const club = side === 'home' ? seen.match.home : seen.match.away
  return {
    addedCards: [...addedCards, { side, ...presentMoment(seen), card, player: pickOne(draw, squadOf(club).starting) }],
  }
}

const addIncident = ({ match, overrides }: MatchState, fields: Fields, nowMs: number): MatchOverrides => {
  const side = fields.must('side', fields.oneOf('side', SIDES))
  const kind = fields.must('kind', fields.oneOf('kind', INCIDENT_KINDS))
  const elapsed = ((nowMs - match.kickoffMs) * match.speed) / 60_000
  return { incidents: [...(overrides.incidents ?? []), { kind, side, elapsed }] }
}

/** Without seconds the channel is no longer late. */
const readDelay = (fields: Fields): NonNullable<MatchOverrides['delays']> => ({
  [fields.must('channel', fields.oneOf('channel', CHANNELS))]: (fields.number('seconds') ?? 0) * 1_000,
})

const addScenario = ({ overrides }: MatchState, fields: Fields): MatchOverrides => {
  const name = fields.must('scenario', fields.oneOf('scenario', SCENARIO_NAMES))
  return { scenarios: [...(overrides.scenarios ?? []), name] }
}

const statedScores = (fields: Fields): NonNullable<MatchOverrides['stated']> => {
  const halfTime = fields.score('halfTimeHome', 'halfTimeAway')
  const fullTime = fields.must('home', fields.score('home', 'away'))
  return halfTime === undefined ? { fullTime } : { fullTime, halfTime }
}

const readOvertime = (fields: Fields): NonNullable<MatchOverrides['overtime']> => {
  const penalties = fields.score('penaltyHome', 'penaltyAway')
  const extra = fields.score('extraHome', 'extraAway') ?? { home: 0, away: 0 }
  return penalties === undefined ? { extra } : { extra, penalties }
}

/** `odds: {"odd_1": 2.1, …}`; without it the match has no odds. */
const readQuotes = (fields: Fields): Quotes | null => {
  const requested = fields.record('odds')
  if (requested === undefined) return null
  return Object.fromEntries(
    Object.entries(requested).map(([column, odds]) => {
      if (!ODDS_COLUMNS.includes(column)) throw new InvalidRequest(`${column} is not a column of get_odds`)
      if (typeof odds !== 'number' || !(odds > 1)) throw new InvalidRequest(`${column} must be a number above 1`)
      return [column, odds]
    }),
  )
}
