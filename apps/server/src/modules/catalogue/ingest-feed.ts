import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { applyChange, eventsOf, withOdds } from './game-change.ts'
import type { GameRow } from './game-row.ts'
import { newGame } from './new-game.ts'
import type { FeedGame } from './ports.ts'
import { keepRawChanges, lockGamesByFeedId, writeGames } from './queries.ts'

const CHUNK = 500

export type IngestCount = { readonly seen: number; readonly changed: number }

/**
 * Takes over what a feed says of its matches, and their odds where given. Safe to repeat: a second time nothing is
 * written. Games are matched by the feed's match id; a game with a verdict is not changed by a feed any more.
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
    changed += await kernel.workerDb.transaction((tx) => ingestChunk(kernel, tx, chunk, odds, now))
  }
  return { seen: single.length, changed }
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
  const raw: { gameId: string; raw: unknown }[] = []
  for (const match of matches) {
    const before = byMatch.get(match.matchId)
    const after = told(before ?? firstSight(match, now), match, odds.get(match.matchId), now)
    if (after === before) continue
    changed.push(after)
    raw.push({ gameId: after.id, raw: match.raw })
  }
  await writeGames(tx, changed)
  await keepRawChanges(tx, raw, now)
  await markSeen(tx, known, now)
  await kernel.outbox.appendEvents(tx, eventsOf(new Map(known.map((game) => [game.id, game])), changed))
  return changed.length
}

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
  if (game.resultVersion > 0) return game
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
    knockOut: match.knockOut,
    players: match.players.length > 0 ? match.players : game.players,
  }
  if (status.kind === 'upcoming') return change
  const played: Partial<GameRow> = {
    ...change,
    status: status.kind,
    homeScore: match.score?.home ?? game.homeScore,
    awayScore: match.score?.away ?? game.awayScore,
    halfTimeHomeScore: match.halfTime?.home ?? game.halfTimeHomeScore,
    halfTimeAwayScore: match.halfTime?.away ?? game.halfTimeAwayScore,
    goalEvents: match.goals,
    goalsComplete: match.goalsComplete,
    qualifier: match.qualifier,
  }
  if (status.kind !== 'live') return { ...played, atHalfTime: false }
  return { ...played, minutesPassed: status.minute ?? game.minutesPassed, atHalfTime: status.halfTime }
}

const hundredths = (
  odds: MatchOdds,
): Pick<GameRow, 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds'> => ({
  homeOdds: Math.round(odds.home * 100),
  drawOdds: odds.draw === null ? null : Math.round(odds.draw * 100),
  awayOdds: Math.round(odds.away * 100),
  over25Odds: odds.over25 === undefined ? null : Math.round(odds.over25 * 100),
  under25Odds: odds.under25 === undefined ? null : Math.round(odds.under25 * 100),
})

/** That the feed has spoken of a live game is written down, so that silence can be told (D22); it is no change of the game. */
async function markSeen(tx: Tx, games: readonly GameRow[], now: Date): Promise<void> {
  const live = games.filter((game) => game.status === 'live').map((game) => game.id)
  if (live.length > 0) await tx.change('update games set feed_seen_at = $2 where id = any($1::uuid[])', [live, now])
}
