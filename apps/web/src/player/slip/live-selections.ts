import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/client.ts'
import { isLive } from '../../shared/format/game-texts.ts'
import { suspendedText } from '../../shared/suspension-text.ts'
import { putGames, type Games, useGames } from '../../state/games.ts'
import type { SlipItem } from '../../state/slip-rules.ts'

/** The live games of the slip that take bets: null if a game is open, or why it is suspended ("Suspended: goal"). */
export type LiveGames = Readonly<Record<string, string | null>>

export function useLiveGames(items: readonly SlipItem[], now: Date): LiveGames {
  useStartedGames(items, now)
  return useGames((games) => liveGames(items, games))
}

const liveGames = (items: readonly SlipItem[], games: Games): LiveGames =>
  Object.fromEntries(
    items.flatMap(({ gameId }) => {
      const game = games[gameId]
      return game?.inPlay && isLive(game) ? [[gameId, game.open ? null : suspendedText(game)]] : []
    }),
  )

/** After a reload, the games of the slip are not cached. A started game may be suspended instead of closed. */
function useStartedGames(items: readonly SlipItem[], now: Date): void {
  const client = useQueryClient()
  const missing = useGames((games) =>
    items.flatMap(({ gameId, names }) =>
      games[gameId] === undefined && Date.parse(names.gameTime) <= now.getTime() ? gameId : [],
    ),
  )
  useQuery({
    queryKey: ['started games', missing],
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(
        missing.map((id) => api('GET /api/games/{id}', { params: { id } }, { signal })),
      )
      putGames(
        client,
        answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
      )
      return null
    },
    enabled: missing.length > 0,
    retry: false,
  })
}
