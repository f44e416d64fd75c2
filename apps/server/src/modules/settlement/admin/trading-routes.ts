import type { ConfirmedPreview } from '@mupiira/contract/admin-game-changes.ts'
import {
  endTradingGames,
  type ImpossibleGames,
  suspendTradingGames,
  type UnconfirmedGames,
} from '@mupiira/contract/admin-trading-changes.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { type Call, type Route, route } from '../../../kernel/http/route.ts'
import { presentConfirmable } from '../preview-result.ts'
import { changeGames, type GamesRefusal } from './change-games.ts'
import type { GameAdmin } from './game-admin.ts'
import { readConfirmed } from './confirmed-result.ts'

/** Changes of several games of the trading grid. */
export const tradingRoutes = (admin: GameAdmin): readonly Route[] => [
  route(suspendTradingGames, async (call) => {
    const { games: gameIds, suspended, confirmed } = call.body
    const action = suspended ? 'suspend' : 'reopen'
    const change = { action, gameIds, ...authorOf(call), confirmed: readOptional(confirmed) } as const
    const done = await changeGames(admin, change, call.now)
    return done.ok ? { status: 200, body: { games: done.value.changed } } : refusalOf(done.error)
  }),

  route(endTradingGames, async (call) => {
    const { games: gameIds, kind: action, confirmed } = call.body
    const change = { action, gameIds, ...authorOf(call), confirmed: readOptional(confirmed) } as const
    const done = await changeGames(admin, change, call.now)
    if (!done.ok) return refusalOf(done.error)
    const { changed, waiting } = done.value
    return waiting > 0 ? { status: 202, body: { approvals: waiting } } : { status: 200, body: { games: changed } }
  }),
]

const readOptional = (confirmed: ConfirmedPreview | undefined) =>
  confirmed === undefined ? null : readConfirmed(confirmed)

const authorOf = (call: Pick<Call<typeof suspendTradingGames>, 'actor' | 'address'>) => ({
  by: staffOf(call),
  mayRelease: may(call.actor, 'admin:games:release'),
})

function refusalOf(refusal: GamesRefusal) {
  if (refusal.error === 'GAMES_IMPOSSIBLE') {
    const details: ImpossibleGames = { count: refusal.games.length, games: refusal.games }
    return { error: refusal.error, details }
  }
  const { error, effect, seen, planned } = refusal
  const details: UnconfirmedGames = {
    ...presentConfirmable({ effect, seen }),
    games: planned.map(({ game: { id, name }, entered }) => ({
      id,
      name,
      score: entered?.kind === 'result' ? `${entered.score.home} – ${entered.score.away}` : null,
    })),
  }
  return { error, details }
}
