import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { homeLiveQuery } from '@mupiira/contract/game-lists.ts'
import { isLive, timeText } from '../../shared/format/game-texts.ts'
import { closedReason } from '../../shared/lock-reason.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { Flag } from '../../shared/ui/flag.tsx'
import { ChevronRight } from '../../shared/ui/icons.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { gamesPages, useGame } from '../../state/games.ts'
import { MoneylineOdds } from '../../state/moneyline-odds.tsx'

const POLL_MS = 30_000

export const useLiveStrip = (query: ReturnType<typeof homeLiveQuery>, enabled: boolean) =>
  useInfiniteQuery({
    ...gamesPages(query),
    enabled,
    staleTime: POLL_MS,
    refetchInterval: usePollingMs(POLL_MS),
    placeholderData: keepPreviousData,
  })

type LiveStripProps = {
  readonly ids: readonly string[]
  /** The number of all live games, including those outside the strip. */
  readonly count: number | undefined
  readonly now: Date
}

/**
 * The live games in one row, so that upcoming games fill the first screen (HOME-16, HOME-18). Without live games the
 * row is hidden. A game that starts moves from the list into the row. Low screens show only teams and scores.
 */
export function LiveStrip({ ids, count, now }: LiveStripProps) {
  if (ids.length === 0) return null
  return (
    <section aria-label="Live now" className="border-t border-line tall:pb-2">
      <div className="hidden items-center gap-2 px-3 tall:flex">
        <span aria-hidden="true" className="size-2 rounded-full bg-live" />
        <h2 className="text-16 font-bold">Live now</h2>
        {count !== undefined && <span className="text-12 text-muted tabular">{count}</span>}
        <Link href="/live" className="ml-auto inline-flex min-h-11 items-center text-14 font-bold">
          All live <ChevronRight className="ml-1 size-4" />
        </Link>
      </div>
      <ul className="no-scrollbar -my-0.5 flex gap-2 overflow-x-auto px-3 py-1">
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
    <li className={classes('shrink-0', game.inPlay && 'flex items-center gap-1 tall:block')}>
      <Link
        href={`/live/${id}`}
        // On low screens 36 px high with a touch target of 44 px.
        className="relative grid h-9 w-44 grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)] items-center gap-x-2 rounded-card border border-line bg-raised px-2 text-12 before:absolute before:inset-x-0 before:-inset-y-1.25 letters:h-auto letters:w-64 tall:h-auto tall:w-52 tall:px-3 tall:py-2"
      >
        <b className="text-center whitespace-nowrap text-live tabular tall:text-left">{timeText(game, now)}</b>
        <span className="hidden items-center justify-end gap-1.5 text-muted tall:flex">
          <Flag country={game.country} />
          <span className="truncate">{game.league}</span>
        </span>
        <span className="min-w-0 leading-4 tall:col-span-2 tall:pt-1 tall:text-14 tall:leading-5">
          <Team name={game.homeTeam} sport={game.sport} score={game.homeScore ?? 0} />
          <Team name={game.awayTeam} sport={game.sport} score={game.awayScore ?? 0} />
        </span>
      </Link>
      {game.inPlay && (
        <div className="w-40 tall:w-auto tall:pt-1">
          <MoneylineOdds game={game} closed={closedReason(game, now)} />
        </div>
      )}
    </li>
  )
}

type TeamProps = { readonly name: string; readonly sport: string; readonly score: number }

const Team = ({ name, sport, score }: TeamProps) => (
  <span className="flex items-center gap-1.5">
    <Crest name={name} sport={sport} size="small" />
    <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
    <b className="tabular">{score}</b>
  </span>
)
