import type { TestApp } from '../../apps/server/src/testing/test-app.ts'
import type { Rulebook } from '../support/market-rules.ts'
import { type Draws, seededDraws } from '../support/seeded.ts'
import { deliveriesAt, type Delivery, isWithin } from './in-play-feed.ts'
import type { History } from './in-play-history.ts'
import { factsOf, finalGoals, type Match, scoreOf, halfTimeOf, scriptMatch, TICK_MS } from './in-play-match.ts'
import type { SecondNode } from './in-play-nodes.ts'
import type { Board, Offer } from './in-play-players.ts'
import type { State } from './in-play-state.ts'

/** Bookmakers' odds in hundredths: home, draw, away, over and under 2.5 goals. */
const ODDS = [
  [210, 340, 360, 190, 195],
  [150, 430, 650, 170, 220],
  [280, 330, 255, 200, 185],
  [500, 390, 168, 180, 205],
  [125, 600, 1100, 155, 250],
  [235, 300, 330, 240, 158],
] as const
/** A new match every 36 seconds keeps about eight live. */
const NEW_EVERY_TICKS = 12
const LISTED_BEFORE_TICKS = 40
/** Automatic cashouts are evaluated as often as prices change. */
const AUTOMATIC_EVERY_TICKS = 3
/** How long a dead node keeps its bets. */
const LEASE_MS = 5_000
/** How long the response of a request takes at most. */
const TRAVEL_MS = 400
const CLOCK_EVERY_TICKS = 10
/** Goalscorers are closed in play, and qualification needs a knockout game. */
const LEFT_OUT = new Set(['anytime_scorer', 'to_qualify'])

type Deps = {
  readonly app: TestApp
  readonly history: History
  readonly state: State
  readonly rulebook: Rulebook
  readonly seed: number
}

/** The matches, their feed and the staff, and the work that servers do in the background. */
export function createWorld({ app, history, state, seed }: Deps) {
  const { clock, kernel, modules } = app
  const { betting, cashout, catalogue, pricing } = modules
  const matches: Match[] = []
  /** The scripts do not depend on what players and servers do. */
  const drawsOf = (...numbers: readonly number[]): Draws =>
    seededDraws(numbers.reduce((mixed, each) => Math.imul(mixed ^ each, 0x9e3779b1) ^ (mixed >>> 15), seed))
  let offers = new Map<string, readonly Offer[]>()
  let now = clock.now().getTime()
  let reports = 0
  /**
   * When a node last died during its work, or a server process ran that is killed later. Until its leases end, another
   * node does not decide its bets.
   */
  let diedAt = Number.NEGATIVE_INFINITY

  async function addMatch(startsInTicks: number): Promise<void> {
    const draws = drawsOf(1, matches.length)
    const [homeOdds, drawOdds, awayOdds, over25Odds, under25Odds] = draws.one(ODDS)
    const startsAt = now + startsInTicks * TICK_MS
    const number = matches.length + 1
    const names = { homeTeam: `Home ${number}`, awayTeam: `Away ${number}` }
    const odds = { homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }
    const game = await app.game({ ...names, startTime: new Date(startsAt) }, odds)
    const id = `match-${number}`
    await kernel.db.change(
      `with link as (insert into feed_links (game_id, feed_match_id, updated_at) select id, $2, now() from games where id = $1)
       update games set source = 'feed' where id = $1`,
      [game.id, id],
    )
    await app.changeGame(game.id, { quotedAt: clock.now(), incidents: 0 })
    if (game.model?.kind !== 'score') throw new Error('the game has no score model')
    const { homeTeam: home, awayTeam: away } = names
    const match = scriptMatch({ id, gameId: game.id, home, away, params: game.model, startsAt }, draws)
    matches.push(match)
    history.add(match)
  }

  const isOver = ({ gameId }: Match): boolean => history.of(gameId).isOver
  /** A match is final when no report and no decision of staff can change its result. */
  const isFinal = (match: Match): boolean =>
    isOver(match) && now > Math.max(match.endsAt, match.correction?.at ?? 0, match.voidedAt ?? 0) + 10 * TICK_MS

  /** Delivers the feed's reports of this tick: all responses together, then the pushed reports. */
  async function deliver(tick: number): Promise<string[]> {
    const requestedAt = now - drawsOf(4, tick).below(TRAVEL_MS)
    const all = matches
      .filter((match) => !isFinal(match))
      .flatMap((match) =>
        deliveriesAt(match, { now, requestedAt, hasEnded: isOver(match) }, drawsOf(2, tick, matches.indexOf(match))),
      )
    const [responses, pushed] = [true, false].map((isResponse) =>
      all.filter((delivery) => (delivery.requestedAt !== null) === isResponse),
    ) as [Delivery[], Delivery[]]
    const ingest = (group: readonly Delivery[], requested: Date | null) =>
      catalogue.feed.ingest(
        group.map(({ report }) => report),
        new Map(),
        clock.now(),
        requested,
      )
    await ingest(responses, new Date(requestedAt))
    await ingest(pushed, null)
    for (const delivery of [...responses, ...pushed]) {
      const wasOver = isOver(delivery.match)
      history.received(now, delivery)
      reports += 1
      if (wasOver || !isOver(delivery.match)) continue
      const { gameId, isCancelled, correction } = delivery.match
      history.decided(gameId, now, isCancelled ? 'void' : factsOf(finalGoals(delivery.match, correction === null)))
    }
    return [...new Set(all.map(({ match }) => match.gameId))]
  }

  /** Staff suspends and reopens games, and corrects results. */
  async function runStaff(): Promise<string[]> {
    const changed: string[] = []
    for (const match of matches.filter((each) => !isFinal(each))) {
      const { gameId, suspensions, correction, voidedAt } = match
      const game = history.of(gameId)
      const isSuspended = !isOver(match) && suspensions.some((span) => isWithin(span, now))
      if (isSuspended !== game.isSuspended) {
        await app.changeGame(gameId, { suspended: isSuspended })
        history.suspend(gameId, now, isSuspended)
        changed.push(gameId)
      }
      if (!isOver(match) || match.isCancelled) continue
      const isCorrectedNow = correction !== null && game.results.length === 1 && now >= correction.at
      if (isCorrectedNow) {
        const goals = finalGoals(match, true)
        if (correction.by === 'staff') {
          const entered = { score: scoreOf(goals), halfTime: halfTimeOf(goals), goals }
          await enter(gameId, { kind: 'result', ...entered })
        }
        history.decided(gameId, now, factsOf(goals))
        changed.push(gameId)
      }
      const isVoid = game.results.some(({ facts }) => facts === 'void')
      if (voidedAt !== null && now >= voidedAt && !isVoid && (correction === null || game.results.length > 1)) {
        await enter(gameId, { kind: 'void', reason: 'CANCELLED' })
        history.decided(gameId, now, 'void')
        changed.push(gameId)
      }
    }
    return changed
  }

  async function enter(gameId: string, result: Parameters<TestApp['enterResult']>[1]): Promise<void> {
    const entered = await app.enterResult(gameId, result)
    if (!entered.ok) throw new Error(`the result was refused: ${entered.error}`)
  }

  /** The work of a node in the background, after these games have changed. */
  async function work(changed: readonly string[], tick: number, isRecheckMissed: boolean): Promise<void> {
    if (!isRecheckMissed) {
      await betting.delayedBets.recheck(changed)
      await cashout.acceptances.recheck(changed)
    }
    if (tick % AUTOMATIC_EVERY_TICKS === 0) await cashout.automatic.evaluate(changed)
    await betting.delayedBets.decideDue()
    await cashout.acceptances.decideDue()
    await app.settle()
  }

  /** Reads the odds of all listed games, as players do. */
  async function readOdds(): Promise<void> {
    const listed = matches.filter((match) => !isOver(match))
    const prices = await pricing.prices.snapshot(
      listed.map(({ gameId }) => gameId),
      clock.now(),
    )
    const before = offers
    offers = new Map(
      listed.map(({ gameId, startsAt }) => {
        const of = prices.get(gameId)
        const isLive = startsAt <= now
        if (of?.open !== true) return [gameId, (before.get(gameId) ?? []).map((offer) => ({ ...offer, isLive }))]
        const found = of.markets.flatMap(({ id: market, selections }) =>
          LEFT_OUT.has(market)
            ? []
            : selections.flatMap(({ id: selection, oddsHundredths }) =>
                oddsHundredths === null
                  ? []
                  : [{ gameId, market, selection, odds: BigInt(oddsHundredths), readAt: now, isLive }],
              ),
        )
        return [gameId, found]
      }),
    )
  }

  const groupsOf = (wanted: (offer: Offer) => boolean): (readonly Offer[])[] =>
    [...offers.values()].filter(([first]) => first !== undefined && wanted(first))
  const board: Board = {
    live: () => groupsOf(({ isLive, readAt }) => isLive && readAt === now),
    closed: () => groupsOf(({ isLive, readAt }) => isLive && readAt < now),
    upcoming: () => groupsOf(({ isLive }) => !isLive),
    gaining: () =>
      matches.flatMap(({ gameId, moments }) => {
        const goal = moments.find(({ kind, at }) => kind === 'goal' && at <= now && now - at < 5_000)
        if (goal === undefined) return []
        const selection = goal.side === 'home' ? '1' : '2'
        return (offers.get(gameId) ?? []).filter((offer) => offer.market === '1x2' && offer.selection === selection)
      }),
  }

  return {
    board,
    matches,
    drawsOf,
    reports: () => reports,
    areAllFinal: () => matches.every(isFinal),

    async start(): Promise<void> {
      for (let at = 0; at < 5; at += 1) await addMatch(2 + at)
      for (let ticks = NEW_EVERY_TICKS; ticks < LISTED_BEFORE_TICKS; ticks += NEW_EVERY_TICKS) await addMatch(ticks)
    },

    /** One tick: the feed, the staff, the servers. `dying` is a node that dies during its work. */
    async tick(tick: number, { isLast, isExact, dying }: TickOptions): Promise<void> {
      now = clock.now().getTime()
      if (!isLast && tick % NEW_EVERY_TICKS === 0) await addMatch(LISTED_BEFORE_TICKS)
      if (tick % CLOCK_EVERY_TICKS === 0) await catalogue.clock.run()
      const changed = [...new Set([...(await deliver(tick)), ...(await runStaff())])]
      const isRecheckMissed = drawsOf(3, tick).chance(0.25)
      const other = dying?.modules.betting.delayedBets.decideDue().catch(() => undefined)
      const others = dying?.modules.cashout.acceptances.decideDue().catch(() => undefined)
      await work(changed, tick, isRecheckMissed)
      await Promise.all([other, others])
      if (dying !== null || !isExact) diedAt = now
      await state.observe(now, isExact)
      for (const { gameId } of matches) if (history.of(gameId).results.at(-1)?.at === now) state.settle(gameId, now)
      state.checkOverdue(now, new Set(isRecheckMissed || now - diedAt <= LEASE_MS ? [] : changed))
      await readOdds()
    },
  }
}

type TickOptions = {
  /** No match is added. */
  readonly isLast: boolean
  /** No other process works. */
  readonly isExact: boolean
  readonly dying: SecondNode | null
}

export type World = ReturnType<typeof createWorld>
