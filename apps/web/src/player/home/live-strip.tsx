import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { homeLiveQuery } from '@mupiira/contract/game-lists.ts'
import { isLive, timeText } from '../../shared/format/game-texts.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { gamesPages, useGame } from '../../state/games.ts'

const POLL_MS = 30_000

export const useLiveStrip = (query: ReturnType<typeof homeLiveQuery>, enabled: boolean) =>
  useInfiniteQuery({
    ...gamesPages(query),
    enabled,
    staleTime: POLL_MS,
    refetchInterval: usePollingMs(POLL_MS),
    placeholderData: keepPreviousData,
  })

type LiveStripProps = { readonly ids: readonly string[]; readonly now: Date }

/**
 * The live games in one row, so that upcoming games fill the first screen (HOME-16, HOME-18). Without live games the
 * row is hidden. A game that starts moves from the list into the row.
 */
export function LiveStrip({ ids, now }: LiveStripProps) {
  if (ids.length === 0) return null
  return (
    <section aria-label="Live now" className="border-t border-line">
      <ul className="no-scrollbar flex gap-2 overflow-x-auto px-3 py-0.5">
        {ids.map((id) => (
          <LiveCard key={id} id={id} now={now} />
        ))}
      </ul>
    </section>
  )
}

function LiveCard({ id, now }: { readonly id: string; readonly now: Date }) {
  const game = useGame(id)
  if (game === undefined || !isLive(game)) return null
  return (
    <li className="shrink-0">
      <Link
        href={`/live/${id}`}
        className="grid h-11 w-44 grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)] items-center gap-x-2 rounded-card border border-line bg-raised px-2 text-12 letters:h-auto letters:w-64"
      >
        <b className="text-center whitespace-nowrap text-live tabular">{timeText(game, now)}</b>
        <span className="min-w-0 leading-4">
          <Team name={game.homeTeam} sport={game.sport} score={game.homeScore ?? 0} />
          <Team name={game.awayTeam} sport={game.sport} score={game.awayScore ?? 0} />
        </span>
      </Link>
    </li>
  )
}

type TeamProps = { readonly name: string; readonly sport: string; readonly score: number }

const Team = ({ name, sport, score }: TeamProps) => (
  <span className="flex items-center gap-1">
    <Crest name={name} sport={sport} size="small" />
    <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
    <b className="tabular">{score}</b>
  </span>
)
