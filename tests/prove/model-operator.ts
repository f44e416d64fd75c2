import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { GameOdds, Operator } from '../support/operator.ts'
import { until } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import type { Draws } from '../support/seeded.ts'
import { type ExpectedState, type ExpectedGame, lineOf, type ModelSettings } from './expected-state.ts'
import type { Board, Person } from './model-players.ts'
import { createTimeline, moment } from './model-timeline.ts'

/** Realistic base odds: one-sided and open games, with and without the totals line. */
const QUOTES: readonly GameOdds[] = [
  { homeOdds: 210, drawOdds: 340, awayOdds: 360, over25Odds: 190, under25Odds: 195 },
  { homeOdds: 145, drawOdds: 450, awayOdds: 700, over25Odds: 165, under25Odds: 225 },
  { homeOdds: 290, drawOdds: 310, awayOdds: 265, over25Odds: 225, under25Odds: 168 },
  { homeOdds: 520, drawOdds: 390, awayOdds: 165, over25Odds: null, under25Odds: null },
  { homeOdds: 180, drawOdds: 360, awayOdds: 470, over25Odds: null, under25Odds: null },
]

type Change = {
  readonly [K in keyof ModelSettings]: readonly [key: K, values: readonly ModelSettings[K][]]
}[keyof ModelSettings]
const CHANGES: readonly Change[] = [
  ['min_bet_amount', [1_000, 5_000, 12_000]],
  ['max_bet_amount', [5_000_000, 1_000_000, 60_000]],
  ['max_daily_bets', [40, 120, 1_000_000, 1_000_000]],
  ['max_payout', [500_000_000, 6_000_000, 20_000_000]],
  ['bonus_min_odds', [1.2, 1.5, 2]],
  ['settlement_rulebook', ['house', 'industry']],
  ['betting_enabled', [false]],
  ['maintenance_mode', [false, true]],
]

/** Switches that stop all players are reverted soon. */
const SHORT: Partial<ModelSettings> = { betting_enabled: true, maintenance_mode: false }

/** Operator actions during play, each applied to the model and the product. */
export function createOperatorActions(
  product: Product,
  operator: Operator,
  expected: ExpectedState,
  board: Board,
  people: readonly Person[],
  draws: Draws,
) {
  const busy = new Set<object>()
  const visitor = product.client()
  let opened = 0

  async function openGame(): Promise<void> {
    const at = (opened += 1)
    const { gameId } = await operator.order('open-game', {
      homeTeam: `Home ${at}`,
      awayTeam: `Away ${at}`,
      startTime: new Date(product.clock.now().getTime() + DAY_MS).toISOString(),
      odds: draws.one(QUOTES),
    })
    expected.games.set(gameId, {
      id: gameId,
      state: createTimeline<'open' | 'suspended' | 'closed'>('open'),
      prices: createTimeline(0),
      firstLiveAt: null,
      endsFrom: null,
      ending: null,
      endedBy: null,
      correctedFrom: null,
    })
    await board.look(gameId)
  }

  async function change(
    game: ExpectedGame,
    to: ReturnType<ExpectedGame['state']['latest']>,
    changes: object,
  ): Promise<void> {
    await game.state.change(to, async () => {
      const { firstLiveAt } = await operator.order('change-game', { gameId: game.id, change: changes })
      game.firstLiveAt = firstLiveAt === null ? null : new Date(firstLiveAt)
    })
  }

  /** Games can get a result only after their start. */
  const begun = () => ({ startTime: new Date(product.clock.now().getTime() - 1_000).toISOString() })

  function drawScore(): { home: number; away: number; halfHome: number; halfAway: number } {
    const [home, away] = [draws.one([0, 0, 1, 1, 2, 3, 5]), draws.one([0, 0, 1, 1, 2, 4])]
    return { home, away, halfHome: draws.below(home + 1), halfAway: draws.below(away + 1) }
  }

  async function finish(game: ExpectedGame): Promise<void> {
    const { home, away, halfHome, halfAway } = drawScore()
    game.endsFrom = moment()
    game.ending = lineOf(home, away, halfHome, halfAway)
    await change(game, 'closed', {
      ...begun(),
      status: 'finished',
      homeScore: home,
      awayScore: away,
      halfTimeHomeScore: halfHome,
      halfTimeAwayScore: halfAway,
    })
    game.endedBy = moment()
  }

  /** Replaces a game's result by another one, or voids the game (D21). */
  async function correct(game: ExpectedGame): Promise<void> {
    const { home, away, halfHome, halfAway } = drawScore()
    const isVoid = draws.chance(0.2)
    const ending = isVoid ? 'void' : lineOf(home, away, halfHome, halfAway)
    if (JSON.stringify(ending) === JSON.stringify(game.ending)) return
    game.correctedFrom = moment()
    game.ending = ending
    const { firstLiveAt } = await operator.order('decide-result', {
      gameId: game.id,
      entered: isVoid
        ? { kind: 'void', reason: 'CANCELLED' }
        : { kind: 'result', score: { home, away }, halfTime: { home: halfHome, away: halfAway } },
    })
    game.firstLiveAt = firstLiveAt === null ? null : new Date(firstLiveAt)
  }

  async function cancel(game: ExpectedGame): Promise<void> {
    game.endsFrom = moment()
    game.ending = 'void'
    await change(game, 'closed', { ...begun(), status: 'cancelled' })
    game.endedBy = moment()
  }

  const begin = (game: ExpectedGame): Promise<void> => change(game, 'closed', { ...begun(), status: 'live' })
  const halt = (game: ExpectedGame): Promise<void> => change(game, 'suspended', { suspended: true })
  const resume = (game: ExpectedGame): Promise<void> => change(game, 'open', { suspended: false })

  async function reprice(game: ExpectedGame): Promise<void> {
    await game.prices.change(game.prices.latest() + 1, () =>
      operator.order('change-game', { gameId: game.id, change: draws.one(QUOTES) }),
    )
    await board.look(game.id)
  }

  async function set<K extends keyof ModelSettings>(key: K, value: ModelSettings[K]): Promise<void> {
    await expected.settings.change({ ...expected.settings.latest(), [key]: value }, async () => {
      await operator.order('set', { key, value })
      await until(`the product knows ${key}`, async () => (await shown())[key] === value)
    })
  }

  async function shown(): Promise<Partial<ModelSettings>> {
    const settings = await visitor.must('GET /api/settings', {})
    return {
      min_bet_amount: settings.minBetAmount,
      max_bet_amount: settings.maxBetAmount,
      max_daily_bets: settings.maxDailyBets,
      max_payout: settings.maxPayout,
      bonus_min_odds: settings.bonusMinOdds,
      betting_enabled: settings.bettingEnabled,
      maintenance_mode: settings.maintenanceMode,
      settlement_rulebook: settings.settlementRulebook,
    }
  }

  async function changeSetting(): Promise<void> {
    const current = expected.settings.latest()
    for (const [key, normal] of Object.entries(SHORT) as [keyof ModelSettings, boolean][]) {
      if (current[key] !== normal) return set(key, normal)
    }
    const [key, values] = draws.one(CHANGES)
    const value = draws.one(values as readonly ModelSettings[typeof key][])
    if (current[key] !== value) await set(key, value)
  }

  async function suspend({ expected: player }: Person): Promise<void> {
    await player.account.change('suspended', () =>
      operator.order('set-account', { userId: player.id, status: 'suspended' }),
    )
  }

  async function reinstate(person: Person): Promise<void> {
    const { expected: player } = person
    await player.account.change('active', async () => {
      await operator.order('set-account', { userId: player.id, status: 'active' })
      const { token } = await operator.order('open-session', { userId: player.id })
      person.client = product.client(2, token)
    })
  }

  /** Runs an action unless one on the same target is in progress. */
  async function exclusively<T extends object>(
    target: T | undefined,
    act: (target: T) => Promise<void>,
  ): Promise<void> {
    if (target === undefined || busy.has(target)) return
    busy.add(target)
    try {
      await act(target)
    } finally {
      busy.delete(target)
    }
  }

  const gamesThat = (are: (game: ExpectedGame) => boolean): ExpectedGame | undefined => {
    const found = [...expected.games.values()].filter(are)
    return found.length === 0 ? undefined : draws.one(found)
  }
  const isPlayable = (game: ExpectedGame): boolean => game.endsFrom === null
  const hasEnded = (game: ExpectedGame): boolean => game.endedBy !== null
  const isIn = (state: string) => (game: ExpectedGame) => isPlayable(game) && game.state.latest() === state

  /** One random action. */
  async function act(): Promise<void> {
    const roll = draws.below(100)
    if (roll < 24) await exclusively(gamesThat(isPlayable), finish)
    else if (roll < 46) await openGame()
    else if (roll < 52) await exclusively(gamesThat(isIn('open')), begin)
    else if (roll < 57) await exclusively(gamesThat(isPlayable), cancel)
    else if (roll < 61) await exclusively(gamesThat(isIn('open')), halt)
    else if (roll < 71) await exclusively(gamesThat(isIn('suspended')), resume)
    else if (roll < 78) await exclusively(gamesThat(isIn('open')), reprice)
    else if (roll < 84) await exclusively(expected.settings, changeSetting)
    else if (roll < 88) await exclusively(draws.one(people.filter(isActive)), suspend)
    else if (roll < 93)
      await exclusively(
        people.find((person) => !isActive(person)),
        reinstate,
      )
    else await exclusively(gamesThat(hasEnded), correct)
    forgetClosedGames()
  }

  const isActive = ({ expected: player }: Person): boolean => player.account.latest() === 'active'

  /** Games that started long ago receive few bets; some attempts are still made. */
  function forgetClosedGames(): void {
    const closed = [...board.offered.keys()].filter((id) => expected.games.get(id)?.state.latest() === 'closed')
    for (const id of closed.slice(0, Math.max(0, closed.length - 1))) board.offered.delete(id)
  }

  /** Ends every game and reverts every switch. */
  async function endEverything(): Promise<void> {
    for (const [key, normal] of Object.entries(SHORT) as [keyof ModelSettings, boolean][]) {
      if (expected.settings.latest()[key] !== normal) await set(key, normal)
    }
    for (const game of expected.games.values()) if (isPlayable(game)) await finish(game)
    for (const person of people) if (!isActive(person)) await reinstate(person)
  }

  return { act, openGame, endEverything }
}
