import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { isDatabaseAway } from '../../kernel/db/failures.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { correctedByFeed, lockResults, type ResultFields } from './correct-result.ts'
import { applyChange, eventsOf, withOdds } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { newGame } from './new-game.ts'
import type { FeedGame } from './ports.ts'
import { keepRawChanges, lockGamesByFeedId, writeGames } from './queries.ts'

/** A match with new odds is fitted anew in milliseconds: few of them between two turns of the event loop. */
const CHUNK = 100
const MATCHES_A_TURN = 10
/** In hundredths; beyond it a price is a slip of the feed. */
const HIGHEST_PRICE = 1_000_000

export type IngestCount = { readonly seen: number; readonly changed: number }

/**
 * Takes over what a feed says of its matches, and their odds where given. Safe to repeat: a second time nothing is
 * written. Games are matched by the feed's match id; a game with a verdict is not changed by a feed any more. A match
 * that cannot be written is left out, and hurts no other.
 */
export async function ingestFeed(
  kernel: Kernel,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<IngestCount> {
  const single = [...new Map(matches.map((match) => [match.matchId, match])).values()]
  let changed = 0
  for (let start = 0; start < single.length; start += CHUNK) {
    const chunk = single.slice(start, start + CHUNK)
    changed += await ingestWhatCan(kernel, chunk, odds, now)
  }
  return { seen: single.length, changed }
}

async function ingestWhatCan(
  kernel: Kernel,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<number> {
  try {
    return await kernel.workerDb.transaction((tx) => ingestChunk(kernel, tx, matches, odds, now))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (matches.length === 1) {
      kernel.log.error({ err: error, match: matches[0]?.matchId }, 'a match of the feed could not be taken over')
      return 0
    }
    const middle = matches.length >> 1
    const first = await ingestWhatCan(kernel, matches.slice(0, middle), odds, now)
    return first + (await ingestWhatCan(kernel, matches.slice(middle), odds, now))
  }
}

async function ingestChunk(
  kernel: Kernel,
  tx: Tx,
  matches: readonly FeedGame[],
  odds: ReadonlyMap<string, MatchOdds>,
  now: Date,
): Promise<number> {
  const known = await lockGamesByFeedId(
    tx,
    matches.map((match) => match.matchId),
  )
  const byMatch = new Map(known.map((game) => [game.feedMatchId, game]))
  const changed: GameRow[] = []
  const released: GameRow[] = []
  const raw: { gameId: string; raw: unknown }[] = []
  for (const [at, match] of matches.entries()) {
    if (at % MATCHES_A_TURN === MATCHES_A_TURN - 1) await nextTurn()
    let before = byMatch.get(match.matchId)
    if (before !== undefined && isPlayedAnew(before, match, now)) {
      released.push({ ...before, feedMatchId: `${match.matchId} until ${now.toISOString()}`, updatedAt: now })
      before = undefined
    }
    const after = told(before ?? firstSight(match, now), match, odds.get(match.matchId), now)
    if (after === before) continue
    changed.push(after)
    if (before === undefined || saysMore(before, after)) raw.push({ gameId: after.id, raw: match.raw })
  }
  if (changed.some((game) => game.resultVersion > 1)) await lockResults(tx)
  await writeGames(tx, released, { decidedBy: 'feed' })
  await writeGames(tx, changed, { decidedBy: 'feed' })
  await keepRawChanges(tx, raw, now)
  await markSeen(tx, known, now)
  await kernel.outbox.appendEvents(tx, eventsOf(new Map(known.map((game) => [game.id, game])), changed))
  return changed.length
}

/** More than that a minute has passed: that alone is no matter for a dispute. */
const saysMore = (before: GameRow, after: GameRow): boolean =>
  !isDeepStrictEqual({ ...before, minutesPassed: after.minutesPassed, updatedAt: after.updatedAt }, after)

/** Its bets were void (D20), and the feed has it on a new date: it is offered as another game. */
const isPlayedAnew = (game: GameRow, { status, startsAt }: FeedGame, now: Date): boolean =>
  game.verdict?.kind === 'void' && status.kind === 'upcoming' && startsAt > now

const firstSight = (match: FeedGame, now: Date): GameRow =>
  newGame(
    {
      source: 'feed',
      feedMatchId: match.matchId,
      homeTeam: match.homeTeam,
      awayTeam: match.awayTeam,
      league: match.league,
      country: match.country,
      startTime: match.startsAt,
      knockOut: match.knockOut,
      players: match.players,
    },
    now,
  )

/** The game after what the feed told. The very same object when nothing is new. */
function told(game: GameRow, match: FeedGame, odds: MatchOdds | undefined, now: Date): GameRow {
  if (game.resultVersion > 0)
    return match.status.kind === 'finished' ? correctedByFeed(game, playedOf(game, match), now) : game
  const priced = odds === undefined || game.status !== 'upcoming' ? game : withOdds(game, hundredths(odds))
  return applyChange(priced, changeOf(priced, match), now)
}

function changeOf(game: GameRow, match: FeedGame): Partial<GameRow> {
  const { status } = match
  if (status.kind === 'held') return { held: true }
  const change: Partial<GameRow> = {
    held: false,
    startTime: match.startsAt,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    name: `${match.homeTeam} vs ${match.awayTeam}`,
    league: match.league,
    country: match.country,
    knockOut: match.knockOut || game.knockOut,
    players: match.players.length > 0 ? match.players : game.players,
  }
  if (status.kind === 'upcoming') return change
  const played: Partial<GameRow> = {
    ...change,
    ...playedOf(game, match),
    status: status.kind,
    redCards: match.redCards ?? game.redCards,
  }
  if (status.kind !== 'live') return { ...played, atHalfTime: false }
  return { ...played, minutesPassed: status.minute ?? game.minutesPassed, atHalfTime: status.halfTime }
}

function playedOf(game: GameRow, match: FeedGame): ResultFields {
  // A running score may have extra time in it: of a finished match only what the feed says of its 90 minutes counts.
  const known = match.status.kind === 'finished' ? null : game
  return {
    homeScore: match.score?.home ?? known?.homeScore ?? null,
    awayScore: match.score?.away ?? known?.awayScore ?? null,
    halfTimeHomeScore: match.halfTime?.home ?? game.halfTimeHomeScore,
    halfTimeAwayScore: match.halfTime?.away ?? game.halfTimeAwayScore,
    goalEvents: match.goals,
    goalsComplete: match.goalsComplete,
    qualifier: match.qualifier,
    participants: match.participants ?? game.participants,
  }
}

const hundredths = (
  odds: MatchOdds,
): Pick<GameRow, 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds'> => ({
  homeOdds: price(odds.home),
  drawOdds: price(odds.draw),
  awayOdds: price(odds.away),
  over25Odds: price(odds.over25),
  under25Odds: price(odds.under25),
})

/** A decimal price in hundredths; null where it is none. */
function price(decimal: number | null | undefined): number | null {
  const value = Math.round((decimal ?? 0) * 100)
  return value > 100 && value <= HIGHEST_PRICE ? value : null
}

/** That the feed has spoken of a live game is written down, so that silence can be told (D22); it is no change of the game. */
async function markSeen(tx: Tx, games: readonly GameRow[], now: Date): Promise<void> {
  const live = games.filter((game) => game.status === 'live').map((game) => game.id)
  if (live.length > 0) await tx.change('update games set feed_seen_at = $2 where id = any($1::uuid[])', [live, now])
}
