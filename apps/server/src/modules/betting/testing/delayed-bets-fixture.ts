import { type DelayedBet, getDelayedBet } from '@mupiira/contract/delayed-bets.ts'
import type { SelectionInput } from '@mupiira/contract/bets.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { bettingFixture } from './betting-fixture.ts'

/** A bet's delay, the setting's default. The clocks of server and database can lengthen it by their uncertainty. */
export const DELAY_S = 8
/** Later than the end of every delay. */
const DELAY_IS_OVER_MS = 13_000

/** The application with live games of a feed and bets on them. The feed reports when a test says so. */
export async function delayedBetsFixture(options: Parameters<typeof bettingFixture>[0] = {}) {
  const app = await bettingFixture(options)
  const { clock, kernel } = app
  await app.set('in_play_betting', 'on')
  // The tests calculate with the delay only; a test of the latency sets `feed_latency`.
  await app.set('feed_latency', 0)

  /** The feed reports the games now, or only answers with an older state. */
  const report = (...ids: readonly string[]) =>
    kernel.db.change(
      'update feed_links set feed_reported_at = $2, feed_requested_at = $2 where game_id = any($1::uuid[])',
      [ids, clock.now()],
    )

  return {
    ...app,
    delayedBets: app.modules.betting.delayedBets,
    report,
    /** A live game of a feed at 0–0 in minute 30, open for bets. */
    async liveGame(): Promise<GameRow> {
      const game = await app.game({ sport: 'soccer' })
      await kernel.db.change(
        `with link as (insert into feed_links (game_id, feed_match_id, updated_at) select id, id::text, now() from games where id = $1)
         update games set source = 'feed' where id = $1`,
        [game.id],
      )
      await app.changeGame(game.id, { quotedAt: clock.now(), incidents: 0 })
      await app.changeGame(game.id, { status: 'live', minutesPassed: 30, homeScore: 0, awayScore: 0 })
      // The reopening delay of the first report has passed.
      clock.forward(60_000)
      await report(game.id)
      return game
    },
    /** The feed reports a change of a live game. */
    async play(id: string, change: Partial<GameRow>): Promise<void> {
      await app.changeGame(id, change)
      await report(id)
    },
    delayIsOverMs: DELAY_IS_OVER_MS,
    /** Advances time; the feed answers for these games at the end of it. */
    async wait(seconds: number, ...gameIds: readonly string[]): Promise<void> {
      clock.forward(seconds * 1000)
      await report(...gameIds)
    },
    /** Advances time to the end of the delay, and decides the bets that are due. */
    async decide(...gameIds: readonly string[]): Promise<void> {
      clock.forward(DELAY_IS_OVER_MS)
      await report(...gameIds)
      await app.modules.betting.delayedBets.decideDue()
    },
    /** Places a bet that waits, on the home wins of these games unless other selections are given. */
    async placeWaiting(
      player: TestAccount,
      games: readonly (string | SelectionInput)[],
      more: { readonly stake?: number; readonly oddsPolicy?: DelayedBet['oddsPolicy'] } = {},
    ): Promise<DelayedBet> {
      const selections = await Promise.all(
        games.map(async (each) => (typeof each === 'string' ? app.pick(each) : each)),
      )
      return app.placeDelayedBet(player, { stake: 10_000, ...more, selections })
    },
    /** Throws if the ledger has a difference. */
    async requireCleanLedger(): Promise<void> {
      const { differences } = await app.checkLedger()
      if (differences.length > 0) throw new Error(JSON.stringify(differences))
    },
    /** The bet as its owner reads it. */
    async delayedBet(player: TestAccount, { id }: Pick<DelayedBet, 'id'>): Promise<DelayedBet> {
      const { status, body, text } = await player.call(getDelayedBet, { params: { id } })
      if (status !== 200) throw new Error(text)
      return body
    },
  }
}

export type DelayedBetsFixture = Awaited<ReturnType<typeof delayedBetsFixture>>
