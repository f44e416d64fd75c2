import { acceptCashout, getCashout } from '@mupiira/contract/cashout.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { type GoalEvent, halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { feedFixture, feedMatch } from '../../apps/server/src/modules/catalogue/testing/feed-fixture.ts'
import type { TestAccount } from '../../apps/server/src/testing/test-accounts.ts'
import type { Slip } from '../../apps/server/src/testing/test-bets.ts'
import type { MatchWithOdds } from '../support/recorded-odds.ts'
import type { Draws } from '../support/seeded.ts'
import type { Pick } from './advantage-market.ts'

export type FeedGame = ReturnType<typeof feedMatch>

/** A recorded match that the product has received from its feed. */
export type ListedMatch = {
  readonly match: MatchWithOdds
  readonly gameId: string
  readonly feed: FeedGame
  /** All goals of the match in order, at drawn minutes. */
  readonly goals: readonly GoalEvent[]
}

type QuoteOf = (match: MatchWithOdds) => MatchOdds

const STAKE = DEFAULT_SETTINGS.later_bet_minimum
const BETS_A_DAY = DEFAULT_SETTINGS.max_daily_bets
/** The number of concurrent requests: no more than database connections. */
const AT_ONCE = 32

/**
 * The product with a feed that the test scripts: matches are ingested, bets and cash-outs go through the HTTP server,
 * and settlement pays.
 */
export async function advantageProduct(draws: Draws) {
  const app = await feedFixture()
  const { cashout, pricing, betting } = app.modules
  let listedCount = 0
  const gameIds = new Map<string, string>()

  /**
   * Ingests the feed's current answer. Then runs the checks of accepted offers: those on changed games, and those that
   * are due.
   */
  async function receive(
    reports: readonly FeedGame[],
    {
      quotes = new Map(),
      requestedAt = null,
    }: { quotes?: ReadonlyMap<string, MatchOdds>; requestedAt?: Date | null } = {},
  ): Promise<void> {
    await app.catalogue.feed.ingest(reports, quotes, app.clock.now(), requestedAt)
    await cashout.acceptances.recheck(reports.flatMap(({ matchId }) => gameIds.get(matchId) ?? []))
    await cashout.acceptances.decideDue()
  }

  async function findGames(feeds: readonly FeedGame[]): Promise<void> {
    const rows = await app.kernel.db.query<{ id: string; match: string }>(
      'select game_id as id, feed_match_id as match from feed_links where feed_match_id = any($1)',
      [feeds.map(({ matchId }) => matchId)],
    )
    for (const { id, match } of rows) gameIds.set(match, id)
  }

  /** The feed lists these matches again. A match whose game was voided gets a new game. */
  async function listAgain(listed: readonly ListedMatch[], quoteOf: QuoteOf): Promise<ListedMatch[]> {
    await quote(listed, quoteOf)
    await findGames(listed.map(({ feed }) => feed))
    return listed.map((each) => ({ ...each, gameId: gameIds.get(each.feed.matchId) ?? '' }))
  }

  /** The feed reports new odds of listed matches. */
  const quote = (listed: readonly ListedMatch[], quoteOf: QuoteOf): Promise<void> =>
    receive(
      listed.map(({ feed }) => feed),
      { quotes: new Map(listed.map(({ feed, match }) => [feed.matchId, quoteOf(match)])) },
    )

  const bettors = (count: number, balanceUgx = BETS_A_DAY * STAKE): Promise<TestAccount[]> =>
    inChunks(Array.from({ length: count }), () => app.player({ balanceUgx, hasBetBefore: true }))

  return {
    ...app,
    receive,
    listAgain,
    quote,
    bettors,
    runClock: app.catalogue.clock.run,

    /** Lists matches that start in some hours, at these odds. */
    async list(
      matches: readonly MatchWithOdds[],
      hoursBefore: number,
      quoteOf: QuoteOf,
      detailsOf: (at: number) => Partial<FeedGame> = () => ({}),
    ): Promise<ListedMatch[]> {
      const startsAt = new Date(app.clock.now().getTime() + hoursBefore * HOUR_MS)
      const unlisted = matches.map((match, at): ListedMatch => {
        listedCount += 1
        const teams = { homeTeam: `Home ${listedCount}`, awayTeam: `Away ${listedCount}` }
        const feed = feedMatch(`advantage-${listedCount}`, { startsAt, incidents: 0, ...teams, ...detailsOf(at) })
        return { match, feed, gameId: '', goals: goalsOf(match, draws) }
      })
      return listAgain(unlisted, quoteOf)
    },
    /** The offered prices of these selections, as screens show them, without locked selections. */
    async offers(listed: readonly ListedMatch[], picks: readonly Pick[]) {
      const prices = await pricing.prices.snapshot(
        listed.map(({ gameId }) => gameId),
        app.clock.now(),
      )
      return listed.map(({ gameId }) =>
        picks.flatMap((pick) => {
          const hundredths = prices.get(gameId)?.price(...pick)?.oddsHundredths ?? null
          if (hundredths === null) return []
          const [market, selection] = pick
          return [{ pick, odds: hundredths / 100, selection: { gameId, market, selection, odds: hundredths / 100 } }]
        }),
      )
    },

    /** Bets the minimum on each slip, over as many accounts as the daily limit needs; null where refused. */
    async bet(slips: readonly Slip[]): Promise<(Ticket | null)[]> {
      const players = await bettors(Math.ceil(slips.length / BETS_A_DAY))
      return inChunks(slips, (slip, at) =>
        app.tryBet(players[at % players.length] as TestAccount, { stake: STAKE, ...slip }),
      )
    },
    /** Records that all accounts have signed in on the same device. */
    async shareDevice(players: readonly TestAccount[]): Promise<void> {
      await app.kernel.db.change(
        `insert into known_devices (user_id, device_hash, created_at, seen_at)
         select id, sha256('shared'::bytea), now(), now() from unnest($1::uuid[]) id`,
        [players.map(({ id }) => id)],
      )
    },

    /** Accepts each offer above this share of the stake; returns whether it was accepted. */
    cashOut: (wanted: readonly { readonly ticket: Ticket; readonly above: number }[]): Promise<boolean[]> =>
      inChunks(wanted, async ({ ticket, above }) => {
        const params = { id: ticket.id }
        const owner = app.account(ticket.userId)
        const { offer, state } = (await owner.call(getCashout, { params })).body
        if (state !== 'offered' || offer === null || offer <= above * ticket.totalStake) return false
        return (await owner.call(acceptCashout, { params, body: { offer } })).status < 300
      }),

    /** The feed reports full time, and the tickets are settled. */
    async finish(listed: readonly ListedMatch[]): Promise<void> {
      const last = Math.max(...listed.map(({ feed }) => feed.startsAt.getTime()))
      app.clock.set(new Date(Math.max(app.clock.now().getTime(), last + 3 * HOUR_MS)))
      await receive(listed.map((each) => ({ ...reportAfterGoals(each, each.goals), status: { kind: 'finished' } })))
      await app.settle()
    },

    /** The return of each settled ticket per unit staked, and whether it was cashed out. */
    async endings(tickets: readonly Ticket[]): Promise<{ returned: number; isCashedOut: boolean }[]> {
      const found = await betting.tickets.present(tickets.map(({ id }) => id))
      const endings = new Map(
        found.map(({ id, payout, totalStake, status }) => {
          if (status === 'pending') throw new Error(`ticket ${id} is not settled`)
          return [id, { returned: (payout ?? 0) / totalStake, isCashedOut: status === 'cashout' }]
        }),
      )
      return tickets.flatMap(({ id }) => endings.get(id) ?? [])
    },
  }
}

export type AdvantageProduct = Awaited<ReturnType<typeof advantageProduct>>

/** The report of a listed match after these goals. */
export const reportAfterGoals = ({ feed }: { readonly feed: FeedGame }, goals: readonly GoalEvent[]): FeedGame => ({
  ...feed,
  score: scoreOf(goals),
  halfTime: halfTimeOf(goals),
  goals,
})

/** The recorded goals at different drawn minutes. */
function goalsOf({ result }: MatchWithOdds, draws: Draws): GoalEvent[] {
  const teams = [...Array<'home'>(result.home).fill('home'), ...Array<'away'>(result.away).fill('away')]
  const minutes = draws.some(
    Array.from({ length: 88 }, (_, at) => at + 2),
    teams.length,
  )
  return teams
    .map((team, at) => ({ team, minute: minutes[at] ?? 90, scorer: 'A. Player', playerId: '9' }))
    .toSorted((a, b) => a.minute - b.minute)
}

/** Calls `each` for all items, `AT_ONCE` at a time. */
async function inChunks<T, R>(all: readonly T[], each: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map((one, index) => each(one, at + index)))))
  return done
}
