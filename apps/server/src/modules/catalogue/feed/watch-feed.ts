import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import type { Sql, Tx } from '../../../kernel/db/sql.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { eventsOf } from '../games/game-change.ts'
import type { FootballFeed } from '../ports.ts'
import { gamesById } from '../games/queries.ts'

const FEED = 'football'
const ODDS = 'football-odds'
const WEEK = 'football-week'
const REPORTED_AT_ONCE = 500

/** How long a feed may be silent before live games are marked as delayed, and before prices are suspended. */
export type Patience = { readonly liveMs: number; readonly pricesMs: number }

const LATE_MS = 60_000
const TURNS_MISSED = 3

/** Live games are delayed a minute after the last report, or later when the feed is polled rarely. */
export function patienceOf({ feedPollMs, feedSilenceMs, footballFeed }: Config): Patience {
  const { requestsPerHour } = footballFeed
  const turnMs = Math.max(feedPollMs, requestsPerHour === 0 ? 0 : HOUR_MS / requestsPerHour)
  const liveMs = Math.max(LATE_MS, TURNS_MISSED * turnMs)
  return { liveMs, pricesMs: Math.max(liveMs, feedSilenceMs) }
}

/** Records that the feed has responded. */
export const feedWasReceived = (sql: Sql): Promise<number> => wasReceived(sql, FEED)

/** Whether any node has received a response recently. */
export async function wasFeedReceivedWithin(sql: Sql, ms: number): Promise<boolean> {
  const rows = await sql.query(
    'select from feed_states where name = $1 and heard_at > now() - make_interval(secs => $2::float8 / 1000)',
    [FEED, ms],
    'catalogue-feed-heard-within',
  )
  return rows.length > 0
}

/** Records that odds were received. */
export const oddsWereReceived = (sql: Sql): Promise<number> => wasReceived(sql, ODDS)

/** Records that the week ahead was received. */
export const weekWasReceived = (sql: Sql): Promise<number> => wasReceived(sql, WEEK)

const wasReceived = (sql: Sql, name: string): Promise<number> =>
  sql.change(
    `insert into feed_states (name, heard_at) values ($1, now())
     on conflict (name) do update set heard_at = now() where feed_states.heard_at < now() - interval '1 second'`,
    [name],
    'catalogue-feed-heard',
  )

/**
 * Marks games as silent when their feed no longer reports them, and unmarks them. Games with another id prefix are
 * always silent. Upcoming games are also silent when odds or fixtures are no longer received. Silent games have
 * suspended prices and a delay notice (isOpen, `delayed`). Returns the number of changed games.
 */
export async function watchFeed(
  kernel: Kernel,
  { mark, weekEveryMs }: Pick<FootballFeed, 'mark' | 'weekEveryMs'>,
  { liveMs, pricesMs }: Patience,
): Promise<number> {
  await kernel.workerDb.change(
    'insert into feed_states (name, heard_at) select unnest($1::text[]), now() on conflict do nothing',
    [[FEED, ODDS, WEEK]],
    'catalogue-feed-known',
  )
  const weekMs = Math.max(pricesMs, TURNS_MISSED * weekEveryMs)
  return kernel.workerDb.transaction(async (tx) => {
    const changed = await tx.query<{ id: string }>(
      MARK_SILENT,
      [FEED, mark, liveMs, pricesMs, kernel.clock.now(), [ODDS, WEEK], weekMs],
      'catalogue-mark-silent',
    )
    const gameIds = changed.map(({ id }) => id)
    if (gameIds.length > 0) kernel.log.warn({ games: gameIds.length }, 'games became silent, or are reported again')
    for (let at = 0; at < gameIds.length; at += REPORTED_AT_ONCE)
      await announce(kernel, tx, gameIds.slice(at, at + REPORTED_AT_ONCE))
    return gameIds.length
  })
}

async function announce(kernel: Kernel, tx: Tx, gameIds: readonly string[]): Promise<void> {
  const games = await gamesById(tx, gameIds)
  await kernel.outbox.appendEvents(tx, eventsOf(new Map(games.map((game) => [game.id, game])), games))
}

/** An empty prefix matches ids without a prefix. */
const MARK_SILENT = `
  with silence as (
    select g.id,
           case when $2 = '' then position(':' in g.feed_match_id) > 0 else not starts_with(g.feed_match_id, $2) end
             or now() - s.heard_at > make_interval(secs => (case g.status when 'live' then $3::float8 else $4::float8 end) / 1000)
             or g.status = 'upcoming' and now() - w.heard_at > make_interval(secs => $7::float8 / 1000) as silent
      from games g, feed_states s, (select min(heard_at) as heard_at from feed_states where name = any($6)) w
     where s.name = $1 and g.source = 'feed' and g.status in ('upcoming', 'live') and g.result_version = 0)
  update games g set silent = silence.silent, offer_version = offer_version + 1, updated_at = $5
    from silence where g.id = silence.id and g.silent <> silence.silent
  returning g.id`
