import { placeBet } from '@mupiira/contract/bets.ts'
import { requestDeposit } from '@mupiira/contract/payments.ts'
import type { MarketId } from '@mupiira/domain/markets/types.ts'
import type { Score } from '@mupiira/domain/match/goals.ts'
import { MINUTE_MS, SECOND_MS } from '@mupiira/domain/time/durations.ts'
import type { Modules } from '../compose.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Activity, AdvanceClock, HourlyWork, Player } from './activity.ts'
import { type Chance, pickFrom } from './chance.ts'
import { NO_GOALS, scoreAfterFirstGoal, type SeasonMatch } from './season.ts'
import type { Sessions } from './session.ts'

/** Ten minutes after kick-offs of the evening, before those matches end and while nothing else reports matches. */
const HOURS = [16, 18, 20, 21, 22].map((kickOff) => kickOff + 10 / 60)
const MATCHES = 8
const BETTORS = 6
const STAKE = 25_000
const SELECTIONS: readonly (readonly [MarketId, string])[] = [
  ['1x2', '1'],
  ['1x2', 'X'],
  ['1x2', '2'],
  ['over_under', 'over_2.5'],
  ['btts', 'yes'],
]
/**
 * Longer than the clocks of server and database may lengthen a delay, and shorter than until a decision is too late.
 */
const AFTER_DELAY_MS = 6 * SECOND_MS

type Deps = {
  readonly kernel: Pick<Kernel, 'clock'>
  readonly modules: Pick<Modules, 'betting' | 'catalogue' | 'pricing' | 'settings'>
  readonly sessions: Sessions
  readonly chance: Chance
  readonly activity: Activity
}

/**
 * Bets on live games in the past of the demo (INP-01), so that staff sees accepted and rejected bets, and players in
 * the courtsiding report. The first bettor bets on the team that scores next, like a player in the stadium.
 */
export function createLiveBets({ kernel, modules, sessions, chance, activity }: Deps) {
  const { betting, catalogue, pricing, settings } = modules
  const now = (): Date => kernel.clock.now()
  const afterFirstGoal = (match: SeasonMatch): Score => scoreAfterFirstGoal(match, activity.goalsOf(match))

  async function report(matches: readonly SeasonMatch[], scoreOf: (match: SeasonMatch) => Score): Promise<void> {
    const reports = matches.map((match) => {
      const minute = Math.floor((now().getTime() - match.startsAt.getTime()) / MINUTE_MS)
      const status = { kind: 'live', minute, halfTime: false } as const
      return { ...match.game, status, score: scoreOf(match), halfTime: null, redCards: NO_GOALS, incidents: 0 }
    })
    await catalogue.feed.ingest(reports, new Map(), now(), now())
  }

  async function fund(bettors: readonly Player[], amount: number, forward: AdvanceClock): Promise<void> {
    await Promise.all(
      bettors.map(async ({ id, phoneNumber, method }) => {
        const call = await sessions.of(id)
        await call(requestDeposit, { body: { amount, phoneNumber, method } })
      }),
    )
    await activity.processPayments(forward)
  }

  async function bet(player: Player, gameId: string, match: SeasonMatch, isInStadium: boolean): Promise<void> {
    const next = afterFirstGoal(match).home === 1 ? '1' : '2'
    const [market, selection] = isInStadium
      ? (['1x2', next] as const)
      : pickFrom(SELECTIONS, chance(`live selection ${player.number} ${match.id}`))
    // The cached games have older times of the feed's last report, because the history's clock jumps.
    const game = await catalogue.games.byId(gameId)
    const odds = game === null ? null : pricing.prices.of(game, now()).price(market, selection)?.oddsHundredths
    if (odds == null) return
    const call = await sessions.of(player.id)
    const selections = [{ gameId, market, selection, odds: odds / 100 }]
    await call(placeBet, { body: { stake: STAKE, selections, acceptOddsChanges: true } })
  }

  async function play(forward: AdvanceClock): Promise<void> {
    const matches = activity.matchesUnderWay().slice(0, MATCHES)
    const bettors = activity.players.slice(0, BETTORS)
    if (matches.length === 0) return
    await fund(bettors, matches.length * STAKE, forward)
    await report(matches, () => NO_GOALS)
    // The report that begins a game is its first. It opens when the reopening delay has passed.
    forward(MINUTE_MS)
    await report(matches, () => NO_GOALS)
    const gameIds = new Map((await catalogue.games.open(now())).map(({ id, feedMatchId }) => [feedMatchId, id]))
    for (const match of matches) {
      const gameId = gameIds.get(match.id)
      if (gameId === undefined) continue
      const betting = bettors.filter(({ number }, at) => at === 0 || chance(`live bet ${number} ${match.id}`) < 0.7)
      await Promise.all(betting.map((player, at) => bet(player, gameId, match, at === 0)))
    }
    // A goal during the delay rejects the bets on every third match.
    const isEarly = ({ id }: SeasonMatch): boolean => chance(`early goal ${id}`) < 1 / 3
    const { bet_delay_seconds, feed_latency } = settings.reads.current()
    forward(Math.max(bet_delay_seconds, feed_latency) * SECOND_MS + AFTER_DELAY_MS)
    await report(matches, (match) => (isEarly(match) ? afterFirstGoal(match) : NO_GOALS))
    await betting.delayedBets.decideDue()
    forward(15 * SECOND_MS)
    await report(matches, afterFirstGoal)
    forward(20 * SECOND_MS)
    await betting.moves.measure()
  }

  return { hours: HOURS.map((hour): HourlyWork => [hour, play]) }
}
