import { afterEach, describe, expect, it } from 'vitest'
import { startFootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { manualClock, NOON, SEED } from '@mupiira/simulators/football-feed/test-feed.ts'
import { DAY_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'
import { createApifootball } from './apifootball.ts'
import { createTeamRecords } from './apifootball-records.ts'
import type { FeedRow } from './feed-row.ts'

const player = (key: unknown, type: string, played: unknown, goals: unknown): FeedRow => ({
  player_key: key,
  player_name: 'B. Player',
  player_type: type,
  player_match_played: played,
  player_goals: goals,
})
const team = (teamId: string, ...players: FeedRow[]): FeedAnswer<readonly FeedRow[]> => ({
  ok: true,
  value: [{ team_key: teamId, team_name: 'A team', players }],
})
const START = new Date('2026-11-21T15:00:00Z')
/** Minutes after the kick-off. */
const at = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE_MS)
const feedMatch = (matchId: string, change: Partial<FeedGame>): FeedGame => ({
  matchId,
  league: 'Premier League',
  country: 'Uganda',
  homeTeam: 'Vipers SC',
  awayTeam: 'KCCA FC',
  teamIds: null,
  startsAt: START,
  status: { kind: 'upcoming' },
  score: null,
  halfTime: null,
  goals: [],
  goalsComplete: true,
  redCards: null,
  incidents: null,
  knockOut: false,
  qualifier: null,
  players: [],
  participants: null,
  raw: { match_id: matchId },
  ...change,
})
const STARTER = { id: '9', name: 'B. Player', side: 'home' } as const
const announced = (matchId: string, home: string, away: string, startsAt = START) =>
  feedMatch(matchId, { teamIds: { home, away }, players: [STARTER], startsAt })

/** A reader whose requests the test answers. */
function reader(answer: (teamId: string) => FeedAnswer<readonly FeedRow[]>) {
  const clock = manualClock(at(-60).getTime())
  const requested: string[] = []
  const read = createTeamRecords(
    (teamId) => {
      requested.push(teamId)
      return Promise.resolve(answer(teamId))
    },
    { now: () => new Date(clock.now()) },
  )
  return { read, clock, requested }
}

describe('the records of a team’s players', () => {
  it('scoring records are read by player, for the teams of an upcoming match with line-ups', async () => {
    const { read, requested } = reader((teamId) =>
      team(
        teamId,
        player(9, 'Forwards', '20', '11'),
        player('4', 'Defenders', 18, 1),
        player('1', 'Goalkeepers', '20', ''),
        player('2', 'Coaches', '20', '0'),
        player('', 'Forwards', '20', '3'),
        player('7', 'Midfielders', '-3', '2'),
      ),
    )
    const [game, ...others] = await read([
      announced('1', '80', '90'),
      feedMatch('2', { teamIds: { home: '81', away: '91' } }),
      feedMatch('3', { players: [STARTER] }),
      { ...announced('4', '82', '92'), status: { kind: 'live', minute: 3, halfTime: false } },
    ])
    const records = [
      { playerId: '9', position: 'forward', matches: 20, goals: 11 },
      { playerId: '4', position: 'defender', matches: 18, goals: 1 },
    ]
    expect(game?.records).toEqual({ home: records, away: records })
    expect(others.map((each) => each.records)).toEqual([undefined, undefined, undefined])
    expect(requested).toEqual(['80', '90'])
  })

  it('scoring records are requested once a day, and again ten minutes after a failure', async () => {
    let answer: FeedAnswer<readonly FeedRow[]> = { ok: false, error: 'REFUSED' }
    const { read, clock, requested } = reader((teamId) => (teamId === '80' ? answer : team(teamId)))
    const games = [announced('1', '80', '90')]
    expect((await read(games))[0]?.records).toEqual({ home: null, away: [] })
    await read(games)
    expect(requested).toEqual(['80', '90'])
    clock.pass(10 * MINUTE_MS)
    answer = team('80', player('9', 'Forwards', '20', '11'))
    expect((await read(games))[0]?.records?.home).toHaveLength(1)
    expect(requested).toEqual(['80', '90', '80'])
    clock.pass(DAY_MS)
    answer = { ok: false, error: 'UNREACHABLE' }
    expect((await read(games))[0]?.records?.home).toHaveLength(1)
    expect(requested).toEqual(['80', '90', '80', '80', '90'])
    clock.pass(2 * DAY_MS)
    expect((await read(games))[0]?.records?.home).toBeNull()
  })

  it('scoring records are requested for ten teams at a time, the next kick-off first', async () => {
    const { read, requested } = reader((teamId) => team(teamId))
    const games = Array.from({ length: 12 }, (_, place) => announced(`${place}`, `h${place}`, `a${place}`, at(-place)))
    await read(games)
    expect(requested).toEqual(['h11', 'a11', 'h10', 'a10', 'h9', 'a9', 'h8', 'a8', 'h7', 'a7'])
    await read(games)
    expect(requested.slice(10, 12)).toEqual(['h6', 'a6'])
  })

  it('scoring records are requested again without delay if the quota allows it', async () => {
    let answer: FeedAnswer<readonly FeedRow[]> = { ok: false, error: 'QUOTA' }
    const { read } = reader(() => answer)
    const games = [announced('1', '80', '80')]
    expect((await read(games))[0]?.records?.home).toBeNull()
    answer = team('80', player('9', 'Forwards', '20', '11'))
    expect((await read(games))[0]?.records?.home).toHaveLength(1)
  })

  it('scoring records are empty if the response is about another team', async () => {
    const { read } = reader(() => team('17', player('9', 'Forwards', '20', '11')))
    expect((await read([announced('1', '80', '90')]))[0]?.records).toEqual({ home: null, away: null })
  })
})

describe('the simulated feed', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => void (await Promise.all(open.splice(0).map((each) => each.close()))))

  it('the simulated feed has a scoring record for every starter of the next matches', async () => {
    const simulator = await startFootballFeed({ clock: manualClock(NOON), seed: SEED })
    open.push(simulator)
    const feed = createApifootball({ url: simulator.url, key: simulator.apiKey, timeoutMs: 60_000 })
    const week = await feed.games(new Date(NOON), new Date(NOON))
    if (!week.ok) throw new Error('the feed had no answer')
    const games = week.value.filter(({ records }) => records?.home != null && records.away !== null)
    expect(games.length).toBeGreaterThanOrEqual(5)
    for (const { players, records } of games) {
      expect(players).toHaveLength(22)
      for (const { id, side } of players) {
        expect(records?.[side]?.find(({ playerId }) => playerId === id)).toMatchObject({ matches: 38 })
      }
    }
  })
})
