import type { GameRow } from '../modules/catalogue/index.ts'
import type { TestApp } from './test-app.ts'

type Played = { readonly minute: number; readonly homeScore?: number; readonly awayScore?: number }

/** Live games of a feed, for tests of bets in play. */
export function liveGames(app: Pick<TestApp, 'kernel' | 'clock' | 'game' | 'changeGame'>) {
  const { kernel, clock } = app
  const reportedNow = (id: string) =>
    kernel.db.change('update feed_links set feed_reported_at = $2, feed_requested_at = $2 where game_id = $1', [
      id,
      clock.now(),
    ])
  /** Reports this minute and score as the feed, now. */
  async function play(id: string, { minute, homeScore = 0, awayScore = 0 }: Played): Promise<void> {
    await app.changeGame(id, { status: 'live', minutesPassed: minute, homeScore, awayScore })
    await reportedNow(id)
  }
  return {
    play,
    /** The feed repeats its last report now. */
    reportedNow,
    /** A live game that takes bets: the delay after its last goal has passed. */
    async open(played: Played): Promise<GameRow> {
      const game = await app.game({ sport: 'soccer' })
      await kernel.db.change(
        `with link as (insert into feed_links (game_id, feed_match_id, updated_at) select id, id::text, now() from games where id = $1)
         update games set source = 'feed' where id = $1`,
        [game.id],
      )
      await app.changeGame(game.id, { quotedAt: clock.now(), incidents: 0 })
      await play(game.id, played)
      clock.forward(60_000)
      await reportedNow(game.id)
      return game
    },
  }
}
