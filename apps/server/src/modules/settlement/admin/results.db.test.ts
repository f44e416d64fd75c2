import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame, AdminGoal, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { createManualGame, enterWithConfirmation, hoursAhead } from '../../../testing/test-manual-games.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

const PLAYERS = [
  { id: '9', name: 'A. Okello', side: 'home' },
  { id: '11', name: 'B. Kato', side: 'away' },
]
/** Kato scores an own goal, then a goal. */
const REPORTED = [
  { team: 'home', minute: 20, scorer: 'B. Kato', playerId: '11', ownGoal: true },
  { team: 'away', minute: 60, scorer: 'B. Kato', playerId: '11' },
]

/** A game with line-ups and goals but without a result, two hours after its start. */
async function finishedGame(goals: object[] = REPORTED): Promise<AdminGame> {
  const { id } = await createManualGame(app, { startTime: hoursAhead(app, 1) })
  await app.kernel.db.query(
    `with offer as (update game_offers set players = $3 where game_id = $1)
     update game_results set home_score = 1, away_score = 1, half_time_home_score = 1, half_time_away_score = 0,
            goal_events = $2, participants = $4
      where game_id = $1`,
    [id, JSON.stringify(goals), JSON.stringify(PLAYERS), JSON.stringify(['9', '11'])],
  )
  app.clock.forward(3 * 3_600_000)
  return gameNow(id)
}

const gameNow = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body as unknown as AdminGame
const decisionOf = async (id: string) => (await app.modules.catalogue.games.byId(id))?.decision
const entered = (game: AdminGame, change: Partial<EnteredResult> = {}): EnteredResult => ({
  kind: 'result',
  home: 1,
  away: 1,
  halfTimeHome: 1,
  halfTimeAway: 0,
  goals: game.goals,
  ...change,
})
const decide = (id: string, result: EnteredResult) => enterWithConfirmation(app.staff, id, result)
const goal = (team: AdminGoal['team'], minute: number): AdminGoal => ({ team, minute })

describe('a result that leaves bets open', () => {
  it('[SETL-36] [D54] a game whose result lacks the half-time score stays on the list of games to decide until staff enters that score', async () => {
    const player = await app.player({ balanceUgx: 100_000 })
    const { id } = await createManualGame(app, { startTime: hoursAhead(app, 1) })
    await app.bet(player, [await app.pick(id, 'half_time_result', 'X')])
    const isListed = async () =>
      ((await app.get('/api/admin/games?decide=true')).body as { items: AdminGame[] }).items.some(
        (game) => game.id === id,
      )
    app.clock.forward(3 * 3_600_000)
    const score = { kind: 'result', home: 1, away: 1, halfTimeHome: null, halfTimeAway: null } as const
    await decide(id, score)
    await app.settle()
    expect(await app.balance(player)).toBe(75_000)
    expect(await isListed()).toBe(false)
    app.clock.forward(3_600_000)
    expect(await isListed()).toBe(true)
    await decide(id, { ...score, halfTimeHome: 0, halfTimeAway: 0 })
    await app.settle()
    expect(await app.balance(player)).toBeGreaterThan(75_000)
    app.clock.forward(3_600_000)
    expect(await isListed()).toBe(false)
  })
})

describe('the goals of a result by staff', () => {
  it('[SETL-30] [D54] the goals of a result by staff keep their scorers, except own goals', async () => {
    const game = await finishedGame()
    expect(game.players).toEqual(PLAYERS)
    expect((await decide(game.id, entered(game))).status).toBe(200)
    expect(await decisionOf(game.id)).toMatchObject({ result: { firstToScore: 'home', scorers: ['11'] } })
    const alone = await finishedGame([
      REPORTED[0] ?? {},
      { team: 'away', minute: 60, scorer: 'A. Okello', playerId: '9', ownGoal: true },
    ])
    expect((await decide(alone.id, entered(alone))).status).toBe(200)
    expect(await decisionOf(alone.id)).toMatchObject({ result: { scorers: [] } })
  })

  it('[D54] goals without a scorer’s name leave Goalscorer open, but decide First to Score', async () => {
    const game = await finishedGame()
    const goals = [goal('away', 12), ...game.goals]
    expect((await decide(game.id, entered(game, { away: 2, halfTimeAway: 1, goals }))).status).toBe(200)
    const decision = await decisionOf(game.id)
    expect(decision).toMatchObject({ result: { home: 1, away: 2, firstToScore: 'away' } })
    expect(decision?.kind === 'result' && 'scorers' in decision.result).toBe(false)
  })

  it.each<[string, string, Partial<EnteredResult>]>([
    ['another score', 'goals', { home: 2 }],
    ['another half time', 'halfTimeHome', { halfTimeHome: 0 }],
    ['fewer goals than listed', 'goals', { home: 0, halfTimeHome: 0 }],
  ])('[SETL-06] [ADMG-15] the goals of a result by staff are refused if they give %s', async (_, path, change) => {
    const game = await finishedGame()
    const refused = await decide(game.id, entered(game, change))
    expect([refused.status, refused.body['code']]).toEqual([422, 'RESULT_IMPOSSIBLE'])
    expect(refused.body['errors']).toMatchObject([{ path }])
    expect((await gameNow(game.id)).result).toBeNull()
    // Without entered goals only the score counts.
    if (change.home !== undefined)
      expect((await decide(game.id, entered(game, { ...change, goals: [] }))).status).toBe(200)
  })

  it.each<[string, string, object, string]>([
    [
      'a half-time score above the final score',
      'halfTimeHome',
      { home: 0, halfTimeHome: 1 },
      'is higher than the final score',
    ],
    ['a final score without its away goals', 'away', { away: undefined }, 'is missing'],
    ['half of the half-time score', 'halfTimeAway', { halfTimeAway: null }, 'is missing'],
    [
      'new goals without a half-time score',
      'halfTimeHome',
      { home: 0, halfTimeHome: undefined, halfTimeAway: undefined },
      'is missing, because the goals have changed',
    ],
  ])('[SETL-06] the refusal of %s names the field %s', async (_, path, change, message) => {
    const { id } = await finishedGame()
    const result = { kind: 'result', home: 1, away: 1, halfTimeHome: 1, halfTimeAway: 0, ...change }
    for (const response of [
      await enterWithConfirmation(app.staff, id, result),
      await app.post(`/api/admin/games/${id}/result/preview`, result),
    ]) {
      expect([response.status, response.body['code']]).toEqual([422, 'RESULT_IMPOSSIBLE'])
      expect(response.body['errors']).toEqual([{ path, message }])
    }
  })

  it('[SETL-06] a corrected final score needs a half-time score; an unchanged one keeps its half time', async () => {
    const game = await finishedGame()
    expect((await decide(game.id, { kind: 'result', home: 1, away: 1 })).status).toBe(200)
    expect(await decisionOf(game.id)).toMatchObject({ result: { halfTime: { home: 1, away: 0 } } })
    const corrected = { kind: 'result', home: 0, away: 1 } as const
    expect((await decide(game.id, corrected)).body['code']).toBe('RESULT_IMPOSSIBLE')
    expect((await decide(game.id, { ...corrected, halfTimeHome: 0, halfTimeAway: 0 })).status).toBe(200)
    expect(await decisionOf(game.id)).toMatchObject({ result: { halfTime: { home: 0, away: 0 } } })
  })
})
