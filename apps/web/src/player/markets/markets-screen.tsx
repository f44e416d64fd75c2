import { useQuery } from '@tanstack/react-query'
import { Link, Redirect, useSearch } from 'wouter'
import type { Game } from '@mupiira/contract/games.ts'
import { rankingOf } from '@mupiira/domain/match/league-table.ts'
import { useNow } from '../../shared/clock.ts'
import { isLive, leagueName, sportName, timeText } from '../../shared/format/game-texts.ts'
import { startText } from '../../shared/format/times.ts'
import { counted } from '../../shared/format/counted.ts'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { EmptyState, Loaded } from '../../shared/ui/states.tsx'
import { gameMarkets, useGame } from '../../state/games.ts'
import { useOpenSlip } from '../../state/slip-sheet.ts'
import { useSlipCount } from '../../state/slip.ts'
import { GAME_MISSING } from './game-missing.tsx'
import { MarketPanel, MarketsSkeleton } from './market-panel.tsx'
import { ChevronRight } from '../../shared/ui/icons.tsx'

const REFRESH_MS = 30_000

/** All markets of a game (MKT-01 to MKT-22). */
export function MarketsScreen() {
  const search = new URLSearchParams(useSearch())
  const gameId = search.get('gameId') ?? ''
  const homeTeam = search.get('homeTeam') ?? ''
  const awayTeam = search.get('awayTeam') ?? ''
  const known = gameId.length >= 3
  const markets = useQuery({ ...gameMarkets(gameId), enabled: known, refetchInterval: REFRESH_MS })
  const game = useGame(gameId)
  if (gameId === '' && homeTeam === '' && awayTeam === '') return <Redirect to="/" replace />
  const isNamed = homeTeam !== '' || awayTeam !== ''
  return (
    <>
      <ScreenHeader title={game?.name ?? (isNamed ? `${homeTeam} vs ${awayTeam}` : 'Markets')} backTo="/sports" />
      {game ? <GameFacts game={game} /> : isNamed && <GamePlaceholder search={search} />}
      {known && markets.error === null && (
        <AboutGame id={gameId} hasTable={game === undefined || rankingOf(game.sport) !== null} />
      )}
      {known ? (
        <Loaded query={markets} what="the markets" skeleton={<MarketsSkeleton />} missing={GAME_MISSING}>
          {(items) => game && <MarketPanel game={game} markets={items} />}
        </Loaded>
      ) : (
        <EmptyState
          title="No markets for this game"
          text="Game is missing a valid ID. Please refresh or contact support."
          action={GAME_MISSING.action}
        />
      )}
      {(markets.data || !known) && <Hints />}
    </>
  )
}

function GameFacts({ game }: { readonly game: Game }) {
  const now = useNow(REFRESH_MS)
  const live = isLive(game)
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 px-3 py-2">
      <p className="min-w-0 text-14">
        <span className={live ? 'font-bold text-live' : 'text-muted'}>{timeText(game, now)}</span>
        <br />
        <span className="text-muted">
          {sportName(game.sport)} · {leagueName(game.league, game.country)}
        </span>
      </p>
      {game.homeScore !== null && game.awayScore !== null && (
        <p className="text-20 font-bold whitespace-nowrap tabular">
          {game.homeScore} – {game.awayScore}
        </p>
      )}
    </div>
  )
}

const AboutGame = ({ id, hasTable }: { readonly id: string; readonly hasTable: boolean }) => (
  <Link
    href={`/live/${id}`}
    className="flex min-h-11 items-center justify-between gap-2 border-t border-line px-3 text-14 font-bold"
  >
    <span>{hasTable ? 'Statistics, head to head, standings' : 'Statistics, head to head'}</span>
    <ChevronRight className="size-5 shrink-0 text-muted" />
  </Link>
)

/** Shows the game data of the URL until the game is loaded. */
function GamePlaceholder({ search }: { readonly search: URLSearchParams }) {
  const now = useNow(REFRESH_MS)
  const gameTime = search.get('gameTime') ?? 'Live'
  const time = Number.isNaN(Date.parse(gameTime)) ? gameTime : startText(gameTime, now)
  return (
    <div className="flex min-h-14 items-center px-3 py-2">
      <p className="text-14 text-muted">
        {time}
        <br />
        <span>{search.get('league') ?? 'Premier League'}</span>
      </p>
    </div>
  )
}

function Hints() {
  const count = useSlipCount()
  const openSlip = useOpenSlip()
  return (
    <div className="border-t border-line px-3 py-4 text-12 text-muted">
      <p>Tap on any option to add to bet slip</p>
      <p>Only one selection per category allowed</p>
      <Link
        href="/betslip"
        onClick={openSlip}
        className="inline-flex min-h-11 items-center text-14 font-bold text-ink underline"
      >{`${counted(count, 'selection')} in your betslip`}</Link>
    </div>
  )
}
