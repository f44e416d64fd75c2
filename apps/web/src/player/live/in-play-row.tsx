import { Link } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { marketsHref, timeText } from '../../shared/format/game-texts.ts'
import { counted } from '../../shared/format/counted.ts'
import { closedReason } from '../../shared/lock-reason.ts'
import { useMatches } from '../../shared/use-matches.ts'
import { TWO_COLUMNS } from '../../shared/wide.ts'
import { Crest } from '../../shared/ui/crest.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { isWithoutOdds, MoneylineOdds } from '../../state/moneyline-odds.tsx'

type InPlayRowProps = { readonly game: Game; readonly now: Date; readonly hasOwnBet: boolean }

/** A live game that takes bets: like a row of the home list, so that the odds are beside the score (INP-13). */
export function InPlayRow({ game, now, hasOwnBet }: InPlayRowProps) {
  const { homeTeam, awayTeam, sport, halfTimeHomeScore: halfHome, halfTimeAwayScore: halfAway } = game
  const closed = closedReason(game, now)
  const manyMarkets = useMatches(TWO_COLUMNS)
  return (
    <li className="game-row row-when-seen border-t border-line px-3 py-0.5">
      <span className="flex min-h-4 min-w-0 flex-wrap gap-x-1.5 text-12 leading-4 tabular [grid-area:time]">
        {/* As wide as "Half time", so that the score beside it stays in place. */}
        <b className="min-w-12.5 text-live">{timeText(game, now)}</b>
        {halfHome !== null && halfAway !== null && (
          <span className="text-muted">
            HT {halfHome} – {halfAway}
          </span>
        )}
        {hasOwnBet && (
          <span className="inline-flex items-center gap-1 font-bold">
            <span aria-hidden="true" className="size-2 rounded-full bg-gold" />
            <span className="sr-only">Your bet</span>
          </span>
        )}
      </span>
      <Link href={`/live/${game.id}`} className="-my-1 block min-w-0 py-1 text-14 font-medium [grid-area:teams]">
        <Team name={homeTeam} sport={sport} score={game.homeScore ?? 0} />
        <Team name={awayTeam} sport={sport} score={game.awayScore ?? 0} />
      </Link>
      <MoneylineOdds game={game} closed={closed} hasColumnTitles />
      {manyMarkets && !isWithoutOdds(game, closed) && <MoreOdds game={game} closed={closed} />}
      <Link
        href={marketsHref(game)}
        aria-label={`${counted(game.moreMarkets, 'more market')}, ${homeTeam} vs ${awayTeam}`}
        tabIndex={-1}
        className="-my-1 flex min-h-6 min-w-8 items-center justify-end text-12 font-bold tabular [grid-area:more] lg:min-h-11"
      >
        +{game.moreMarkets}
      </Link>
    </li>
  )
}

const MoreOdds = lazyPart(() => import('../../state/more-odds.tsx').then((m) => m.MoreOdds))

type TeamProps = { readonly name: string; readonly sport: string; readonly score: number }

const Team = ({ name, sport, score }: TeamProps) => (
  <span className="flex items-center gap-2 leading-[18px]">
    <Crest name={name} sport={sport} />
    <span className="min-w-0 flex-1 truncate">{name}</span>
    <b className="min-w-4 text-right tabular">{score}</b>
  </span>
)
