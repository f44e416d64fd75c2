import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import { Link } from 'wouter'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { MAIN_MARKETS } from '@mupiira/domain/markets/main-markets.ts'
import { useNow } from '../../shared/clock.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { startText } from '../../shared/format/times.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { LeagueText } from '../kit/game-cell.tsx'
import type { Column } from '../kit/table-columns.ts'
import { WorstCase } from '../kit/worst-case.tsx'
import { isOver, oddsLine, scoreOf, STATUS_TONES } from './game-texts.ts'
import { OddsCells, type TradingMarket } from './odds-cells.tsx'

const marketOf = ({ markets }: TradingGame, id: TradingMarket['id']): TradingMarket | undefined =>
  markets.find((market) => market.id === id)

/** The minute and the score of a live game, otherwise its start relative to today. */
function TimeText({ game }: { readonly game: TradingGame }) {
  const now = useNow(60_000)
  const { clock, startTime, status } = game
  return (
    <span className="inline-flex gap-x-2 whitespace-nowrap">
      {clock === null ? startText(startTime, now) : <b className="text-live">{clock.replace(/^Live /, '')}</b>}
      {status !== 'upcoming' && <b>{scoreOf(game)}</b>}
    </span>
  )
}

/** Whether players can bet, and what staff must know before they change that. */
const StateBadges = ({ game }: { readonly game: TradingGame }) => (
  <span className="inline-flex flex-wrap gap-1 max-lg:justify-end">
    {game.status !== 'upcoming' && <Badge tone={STATUS_TONES[game.status]}>{game.status}</Badge>}
    {!isOver(game) && game.betting !== 'open' && (
      <Badge tone={game.betting === 'suspended' ? 'down' : 'muted'}>{game.betting}</Badge>
    )}
    {game.barred && <Badge tone="down">league suspended</Badge>}
    {game.held && <Badge tone="gold">to decide</Badge>}
    {game.silent && <Badge tone="down">no feed data</Badge>}
    {game.hidden && <Badge tone="down">hidden</Badge>}
    {game.takenOver && <Badge tone="gold">taken over</Badge>}
  </span>
)

/** The operator's result at the worst end that is still possible, and the stakes that it includes. */
const WorstResult = ({ game: { worst, openStakes } }: { readonly game: TradingGame }) =>
  worst === null ? (
    '–'
  ) : (
    <span className="inline-flex flex-col items-end">
      <WorstCase amount={worst.amount} />
      <span className="text-12 whitespace-nowrap text-muted">
        {worst.score !== null && <span className="block">{`at ${worst.score.home} – ${worst.score.away}`}</span>}
        <span className="block max-lg:hidden">
          stakes <Money amount={openStakes} />
        </span>
      </span>
    </span>
  )

export const TRADING_COLUMNS: readonly Column<TradingGame>[] = [
  {
    id: 'game',
    title: 'Game',
    value: ({ homeTeam, awayTeam, league, country }) => `${homeTeam} – ${awayTeam}, ${leagueName(league, country)}`,
    cell: ({ id, homeTeam, awayTeam, league, country }) => (
      <span className="block lg:min-w-32">
        <Link href={`/admin/games/${id}`} className="font-bold underline-offset-2 hover:underline">
          {homeTeam} – {awayTeam}
        </Link>
        <span className="max-lg:hidden">
          <LeagueText league={league} country={country} />
        </span>
      </span>
    ),
  },
  {
    id: 'start',
    title: 'Time',
    phone: 'below',
    value: ({ startTime }) => new Date(startTime),
    cell: (game) => (
      <span className="flex min-w-0 items-center gap-x-2 lg:flex-col lg:items-start">
        <TimeText game={game} />
        <span className="max-lg:hidden">
          <StateBadges game={game} />
        </span>
      </span>
    ),
  },
  ...MAIN_MARKETS.map((id, at): Column<TradingGame> => ({
    id,
    // A closed row on a phone has room for the odds of one market.
    ...(at === 0 ? { phone: 'below-end' } : {}),
    title: marketDefinition(id).name,
    value: (game) => oddsLine(marketOf(game, id)?.selections.map(({ odds }) => odds) ?? []),
    cell(game) {
      const market = marketOf(game, id)
      return market === undefined || isOver(game) ? '–' : <OddsCells game={game} market={market} />
    },
  })),
  {
    id: 'worst',
    title: 'Worst result',
    phone: 'aside',
    value: ({ worst }) => worst?.amount ?? null,
    cell: (game) => <WorstResult game={game} />,
    align: 'end',
  },
]
