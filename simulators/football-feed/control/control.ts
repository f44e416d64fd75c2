import type { Feed } from '../feed.ts'
import { readCsv, type CsvRow } from '../season/csv.ts'
import { planMatches } from '../season/load-plan.ts'
import { readFaults, type Faults } from './faults.ts'
import { fieldsOf, isRecord, InvalidRequest, type Fields } from './fields.ts'
import { MATCH_COMMANDS } from './match-commands.ts'

export type ControlReply = Readonly<Record<string, unknown>>

/** Executes a control request. Throws `InvalidRequest` if the request is invalid. */
export type Control = (request: unknown) => ControlReply

interface Controlled {
  readonly feed: Feed
  readonly faults: Faults
}

type FeedCommand = (controlled: Controlled, fields: Fields) => ControlReply

const FEED_COMMANDS: ReadonlyMap<string, FeedCommand> = new Map<string, FeedCommand>([
  ['load', ({ feed }, fields) => load(feed, fields)],
  [
    'faults',
    ({ faults }, fields) => {
      faults.set(readFaults(fields))
      return { faults: faults.state() }
    },
  ],
  ['freeze', ({ feed }) => frozen(feed, true)],
  ['resume', ({ feed }) => frozen(feed, false)],
  [
    'reset',
    ({ feed, faults }) => {
      feed.reset()
      faults.set(readFaults(fieldsOf({})))
      return {}
    },
  ],
])

const ACTION_NAMES = [...FEED_COMMANDS.keys(), ...MATCH_COMMANDS.keys(), 'restore']

export const createControl =
  (controlled: Controlled): Control =>
  (request) => {
    const fields = fieldsOf(request)
    const name = fields.must('action', fields.text('action'))
    const command = FEED_COMMANDS.get(name)
    if (command !== undefined) return command(controlled, fields)
    if (!ACTION_NAMES.includes(name))
      throw new InvalidRequest(`unknown action; the actions are ${ACTION_NAMES.join(', ')}`)
    const id = fields.must('match_id', fields.text('match_id'))
    if (name === 'restore') {
      controlled.feed.restore(id)
      return { match_id: id }
    }
    const matchCommand = MATCH_COMMANDS.get(name)
    const seen = controlled.feed.find(id)
    if (matchCommand === undefined || seen === undefined) throw new InvalidRequest(`there is no match ${id}`)
    controlled.feed.override(id, matchCommand(seen, fields, controlled.feed.now()))
    return { match_id: id }
  }

const frozen = (feed: Feed, stop: boolean): ControlReply => {
  feed.freeze(stop)
  return { now: new Date(feed.now()).toISOString() }
}

const load = (feed: Feed, fields: Fields): ControlReply => {
  const csv = fields.text('csv')
  const rows = csv === undefined ? fields.must('matches', fields.list('matches')).map(cellsOf) : readCsv(csv)
  const plan = {
    rows,
    kickoffInSeconds: fields.number('kickoffInSeconds'),
    spreadSeconds: fields.number('spreadSeconds') ?? 0,
    speed: fields.number('speed') ?? feed.speed,
    hasAlerts: fields.flag('alerts'),
  }
  const planned = planMatches(plan, feed.now())
  if ('invalidRow' in planned) throw new InvalidRequest(planned.invalidRow)
  feed.load(planned.matches, fields.flag('only'))
  return {
    matches: planned.matches.map((match) => ({
      match_id: match.id,
      kickoff: new Date(match.kickoffMs).toISOString(),
      home: match.home.name,
      away: match.away.name,
    })),
  }
}

/** Converts the cells of a JSON row to texts, because they may be numbers. */
const cellsOf = (row: unknown): CsvRow => {
  if (!isRecord(row)) throw new InvalidRequest('each entry of matches must be an object of cells')
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, typeof cell === 'number' ? String(cell) : textOf(cell)]),
  )
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '')
