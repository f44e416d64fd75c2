import { memo } from 'react'
import { Link } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { hasScore, isLive, marketsHref, timeText } from '../../shared/format/game-texts.ts'
import { counted } from '../../shared/format/counted.ts'
import { useClosedReason } from '../../shared/lock-reason.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { BoxSkeleton } from '../../shared/ui/skeletons.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { useGame } from '../../state/games.ts'
import { inColumns, isWithoutOdds, MoneylineOdds, PICKS } from '../../state/moneyline-odds.tsx'

/** `manyMarkets`: the row also shows over/under and both teams to score. */
type GameRowProps = { readonly id: string; readonly now: Date; readonly manyMarkets: boolean }

/** 57 px high, so that five rows of three leagues fit a screen of 360 × 640 below the controls and the live games. */
const ROW = 'game-row border-t border-line px-3 py-0.5'

export function GameRow({ id, ...others }: GameRowProps) {
  const game = useGame(id)
  return game && <KnownGame game={game} {...others} />
}

type KnownGameProps = Omit<GameRowProps, 'id'> & { readonly game: Game }

/** Renders the row only if the game or its time text changed. */
function KnownGame({ game, now, manyMarkets }: KnownGameProps) {
  const closed = useClosedReason(game, now)
  return <GameRowView game={game} time={timeText(game, now)} closed={closed} manyMarkets={manyMarkets} />
}

type GameRowViewProps = Omit<KnownGameProps, 'now'> & {
  readonly time: string
  readonly closed: string | null
}

const GameRowView = memo(function GameRowView({ game, time, closed, manyMarkets }: GameRowViewProps) {
  const href = marketsHref(game)
  const live = isLive(game)
  const scored = hasScore(game)
  const hasMore = game.moreMarkets > 0 && (closed === null || game.inPlay !== undefined)
  return (
    <li className={ROW}>
      <span
        className={classes(
          'min-h-4 text-12 tabular [grid-area:time]',
          live ? 'font-bold text-live' : 'text-muted max-lg:truncate',
        )}
      >
        {time}
      </span>
      {/* The "+24" link has the same target, so the keyboard skips this link if there is one. */}
      <Link
        href={live ? `/live/${game.id}` : href}
        tabIndex={hasMore ? -1 : 0}
        className="-my-1 block min-w-0 py-1 text-14 font-medium [grid-area:teams]"
      >
        <Team name={game.homeTeam} sport={game.sport} score={scored ? game.homeScore : null} />
        <Team name={game.awayTeam} sport={game.sport} score={scored ? game.awayScore : null} />
      </Link>
      <MoneylineOdds game={game} closed={closed} hasColumnTitles />
      {manyMarkets && game.sport === 'soccer' && !isWithoutOdds(game, closed) && (
        <MoreOdds game={game} closed={closed} />
      )}
      {hasMore && (
        <Link
          href={href}
          aria-label={`${counted(game.moreMarkets, 'more market')}, ${game.homeTeam} vs ${game.awayTeam}`}
          className="-my-1 flex min-h-6 min-w-8 items-center justify-end text-12 font-bold tabular [grid-area:more] lg:min-h-11"
        >
          +{game.moreMarkets}
        </Link>
      )}
    </li>
  )
})

const MoreOdds = lazyPart(() => import('../../state/more-odds.tsx').then((m) => m.MoreOdds))

type TeamProps = { readonly name: string; readonly sport: string; readonly score: number | null }

function Team({ name, sport, score }: TeamProps) {
  return (
    <span className="flex items-center gap-2 leading-[18px]">
      <Crest name={name} sport={sport} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {score !== null && <span className="min-w-4 text-right font-bold tabular">{score}</span>}
    </span>
  )
}

/** A placeholder with the size of a row and as many odds. */
export function GameRowSkeleton() {
  return (
    <div aria-hidden="true" className={ROW}>
      <Skeleton className="h-3 w-14 [grid-area:time]" />
      <div className="flex h-9 flex-col justify-center gap-2 [grid-area:teams]">
        <Skeleton className="h-3 w-28" />
        <Skeleton className="h-3 w-24" />
      </div>
      {inColumns(PICKS, (pick) => (
        <BoxSkeleton key={pick} className="h-12" />
      ))}
      <div className="hidden grid-cols-4 gap-1.5 [grid-area:goals] lg:grid">
        {Array.from({ length: 4 }, (_, at) => (
          <BoxSkeleton key={at} className="h-12" />
        ))}
      </div>
    </div>
  )
}
