import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call, Route } from '../../../kernel/http/route.ts'
import { gameFactsRoutes } from './routes.ts'
import type { GameRow } from '../games/game-row.ts'
import type { FeedAnswer, FeedStanding, FeedStatistics, MatchFacts } from '../ports.ts'
import { at, BEFORE, feedMatch as match, goal, type FeedFixture, feedFixture } from '../testing/feed-fixture.ts'
import { bind, type Query } from '../../../kernel/db/query.ts'
import { finishedBetween } from './own-games.repository.ts'
import { createScoreRefresh } from './routes.ts'

type Body = {
  simulated: boolean
  toldAt: string | null
  items: { id: string; kind: string; team: string; form: string[]; home: number; away: number; points: number }[]
  meetings: unknown[]
  home: unknown[]
}

/** A feed with scripted responses that counts its requests. */
function reportedBy() {
  const requests: string[] = []
  const none: FeedAnswer<never> = { ok: false, error: 'REFUSED' }
  const responses = { statistics: none as FeedAnswer<FeedStatistics>, standings: none as FeedAnswer<FeedStanding[]> }
  const facts: MatchFacts = {
    statistics: async () => (requests.push('statistics'), responses.statistics),
    standings: async () => (requests.push('standings'), responses.standings),
    lineups: async () => none,
    meetings: async () => none,
  }
  return { requests, responses, facts }
}

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())

const feed = reportedBy()
let routes: readonly Route[] = []
beforeAll(() => void (routes = gameFactsRoutes(app.kernel, feed.facts, async () => true)))

async function readFacts(path: string, game: Pick<GameRow, 'id'>, now: Date): Promise<Body> {
  const found = routes.find(({ endpoint }) => endpoint.path.endsWith(path))
  if (found?.kind !== 'answer') throw new Error(`no route ${path}`)
  const outcome = await found.handler({ params: { id: game.id }, now } as unknown as Call)
  return (outcome as unknown as { body: Body }).body
}

const finished = (id: string, startsAt: Date, homeTeam: string, awayTeam: string, home: number, away: number) =>
  match(id, {
    startsAt,
    league: 'Second Division',
    homeTeam,
    awayTeam,
    status: { kind: 'finished' },
    score: { home, away },
    goals: [
      ...Array.from({ length: home }, (_, n) => goal('home', 10 + n)),
      ...Array.from({ length: away }, (_, n) => goal('away', 50 + n)),
    ],
  })

describe('statistics', () => {
  it('[LIVE-37] [LIVE-41] [LIVE-43] statistics that the feed does not have are simulated, marked as simulated, and contain the real goals', async () => {
    await app.ingest(BEFORE, match('quiet'))
    await app.ingest(
      at(30),
      match('quiet', {
        status: { kind: 'live', minute: 30, halfTime: false },
        score: { home: 1, away: 0 },
        goals: [goal('home', 9)],
      }),
    )
    const game = await app.stored('quiet')
    const shown = await readFacts('/statistics', game, at(30))
    expect(shown.simulated).toBe(true)
    expect(shown.items.map(({ id }) => id)).toEqual([
      'goals',
      'possession',
      'shots',
      'corners',
      'fouls',
      'yellowCards',
      'redCards',
    ])
    expect(shown.items[0]).toEqual({ id: 'goals', home: 1, away: 0 })
    expect(await readFacts('/statistics', game, at(30))).toEqual(shown)
  })

  it('[LIVE-39] statistics come from the feed where available, are stored with their time, and are requested at most once a minute', async () => {
    const game = await app.stored('quiet')
    feed.responses.statistics = { ok: true, value: { shots: { home: 7, away: 3 } } }
    const before = feed.requests.length
    const shown = await readFacts('/statistics', game, at(32))
    expect(shown).toEqual({
      simulated: false,
      toldAt: at(32).toISOString(),
      items: [
        { id: 'goals', home: 1, away: 0 },
        { id: 'shots', home: 7, away: 3 },
      ],
    })
    feed.responses.statistics = { ok: false, error: 'UNREACHABLE' }
    await readFacts('/statistics', game, at(32.5))
    expect(feed.requests.length).toBe(before + 1)
    expect(await readFacts('/statistics', game, at(34))).toEqual(shown)
    expect(feed.requests.length).toBe(before + 2)
  })

  it('statistics are empty before kick-off', async () => {
    await app.ingest(BEFORE, match('ahead'))
    expect((await readFacts('/statistics', await app.stored('ahead'), BEFORE)).items).toEqual([])
  })
})

it('[LIVE-40] the timeline lists the goal events with the score after each', async () => {
  const shown = await readFacts('/timeline', await app.stored('quiet'), at(34))
  expect(shown.items).toMatchObject([
    { kind: 'kick-off', minute: 0, homeScore: 0, awayScore: 0 },
    { kind: 'goal', minute: 9, team: 'home', scorer: 'A. Player', homeScore: 1, awayScore: 0 },
  ])
})

describe('match details computed from our own finished games when the feed has none', () => {
  beforeAll(async () => {
    await app.ingest(at(-3000), finished('d1', at(-3110), 'Lira', 'Gulu', 2, 0))
    await app.ingest(at(-2000), finished('d2', at(-2110), 'Gulu', 'Arua', 1, 1))
    await app.ingest(at(-1000), finished('d3', at(-1110), 'Lira', 'Arua', 0, 1))
    await app.ingest(BEFORE, match('d4', { league: 'Second Division', homeTeam: 'Lira', awayTeam: 'Gulu' }))
  })

  it('[LIVE-39] a league table computed from our games has points, goal differences and recent results of each team', async () => {
    const { items } = await readFacts('/standings', await app.stored('d4'), BEFORE)
    expect(items.map(({ team, points, form }) => [team, points, form.toSorted().join('')])).toEqual([
      ['Arua', 4, 'DW'],
      ['Lira', 3, 'LW'],
      ['Gulu', 1, 'DL'],
    ])
  })

  it('[LIVE-45] a basketball table has no draws or league points, and tennis has no table', async () => {
    const league = 'Basketball League'
    await app.ingest(at(-3000), { ...finished('b1', at(-3110), 'Oilers', 'Canons', 3, 1), league })
    await app.ingest(BEFORE, match('b2', { league, homeTeam: 'Oilers', awayTeam: 'Canons' }))
    const playAs = (sport: string) =>
      app.kernel.db.query('update games set sport = $1 where league = $2', [sport, league])
    const game = await app.stored('b2')
    await playAs('basketball')
    expect((await readFacts('/standings', game, BEFORE)).items).toMatchObject([
      {
        team: 'Oilers',
        played: 1,
        won: 1,
        lost: 0,
        goalsFor: 3,
        goalsAgainst: 1,
        drawn: null,
        points: null,
        form: ['W'],
      },
      {
        team: 'Canons',
        played: 1,
        won: 0,
        lost: 1,
        goalsFor: 1,
        goalsAgainst: 3,
        drawn: null,
        points: null,
        form: ['L'],
      },
    ])
    await playAs('tennis')
    expect((await readFacts('/standings', game, BEFORE)).items).toEqual([])
  })

  it('[LIVE-39] head-to-head results contain the meetings of both teams and the last games of each', async () => {
    const shown = await readFacts('/head-to-head', await app.stored('d4'), BEFORE)
    expect(shown.meetings).toMatchObject([{ homeTeam: 'Lira', awayTeam: 'Gulu', homeScore: 2, awayScore: 0 }])
    expect(shown.home).toHaveLength(2)
  })

  it('[LIVE-39] head-to-head results contain a meeting many games ago', async () => {
    for (let round = 0; round < 11; round++) {
      const start = -900 + 20 * round
      await app.ingest(at(start), finished(`l${round}`, at(start - 110), 'Lira', 'Arua', 1, 0))
      await app.ingest(at(start), finished(`g${round}`, at(start - 110), 'Arua', 'Gulu', 0, 1))
    }
    const shown = await readFacts('/head-to-head', await app.stored('d4'), BEFORE)
    expect(shown.meetings).toMatchObject([{ homeTeam: 'Lira', awayTeam: 'Gulu', homeScore: 2, awayScore: 0 }])
    expect(shown.home).toHaveLength(10)
  })

  it('[LIVE-39] meetings of two teams are read through an index, whichever team was at home', async () => {
    const plan = await app.kernel.db.transaction(async (tx) => {
      // The planner prefers a scan for a few games.
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local enable_sort = off')
      const steps: string[] = []
      const run = async (query: Query<unknown>) => {
        const { text, values } = bind(query)
        const lines = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        steps.push(...lines.map((line) => line['QUERY PLAN'].trim()))
        return []
      }
      await finishedBetween({ ...tx, run }, ['Lira', 'Gulu'], 'soccer', 10)
      return steps.filter((step) => /Scan.* on games/.test(step)).map((step) => step.replace(/ on .*/, ''))
    })
    expect(plan).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/Index Scan using games_of_pair$/)))
  })

  it('[LIVE-39] [LIVE-41] a league table from the feed takes precedence over a table computed from our own games', async () => {
    const line = {
      position: 1,
      team: 'Lira',
      played: 9,
      won: 9,
      drawn: 0,
      lost: 0,
      goalsFor: 20,
      goalsAgainst: 1,
      points: 27,
    }
    feed.responses.standings = { ok: true, value: [line] }
    const shown = await readFacts('/standings', await app.stored('d4'), at(20))
    expect(shown).toMatchObject({ toldAt: at(20).toISOString(), items: [{ ...line, form: expect.any(Array) }] })
  })
})

it('a request for the details of an unknown game is refused with GAME_NOT_FOUND', async () => {
  for (const { endpoint, ...found } of routes.filter(({ endpoint }) => endpoint.path.includes('{id}'))) {
    if (found.kind !== 'answer') continue
    const outcome = await found.handler({ params: { id: 'nobody' }, now: BEFORE } as unknown as Call)
    expect(outcome, endpoint.path).toEqual({ error: 'GAME_NOT_FOUND' })
  }
})

it('[LIVE-09] the live score update takes no input, returns success and message, and limits requests to the feed', async () => {
  let requests = 0
  const refresh = createScoreRefresh(async () => (requests += 1) > 0)
  const [route] = gameFactsRoutes(app.kernel, null, refresh).filter(({ endpoint }) => endpoint.method === 'POST')
  if (route?.kind !== 'answer') throw new Error('no route')
  const update = async (now: Date) => (await route.handler({ now } as unknown as Call)) as unknown
  expect(await update(at(1))).toEqual({
    status: 200,
    body: { success: true, message: 'Live scores are up to date.' },
  })
  await update(at(1.1))
  expect(requests).toBe(1)
  await update(at(2))
  expect(requests).toBe(2)
  expect(app.kernel.config.feedPollMs).toBeLessThanOrEqual(30_000)
})
