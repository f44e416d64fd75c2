import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CirclePause, CirclePlay, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { TRADING_SORTS } from '@mupiira/domain/access/console-sorts.ts'
import { SPORTS } from '@mupiira/domain/markets/types.ts'
import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import { sportName } from '../../shared/format/game-texts.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import type { BulkAction } from '../kit/bulk-bar.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { ChoiceFilter, DayFilter, SearchFilter } from '../kit/filters.tsx'
import { scopeText } from '../kit/league-scope.ts'
import { ListTable } from '../kit/list-table.tsx'
import { type ListParams, useListParams } from '../kit/use-list-params.ts'
import { useMay } from '../../state/session.ts'
import { ChangeGames, type GamesAction } from './change-games.tsx'
import { tradingQuery } from './game-queries.ts'
import { fetchFailure, STATUS_CHOICES } from './game-texts.ts'
import { MarketChangeDialog } from './market-change.tsx'
import { OddsGridContext } from './odds-cells.tsx'
import { TRADING_COLUMNS } from './trading-columns.tsx'
import { useOddsGrid } from './use-odds-grid.tsx'

const POLL_MS = 5_000
const [, ...STATUSES] = STATUS_CHOICES
const STATES = [['', 'Upcoming and live'], ['suspended', 'Suspended'], ...STATUSES] as const
const SPORT_CHOICES = [['', 'All sports'], ...SPORTS.map((sport) => [sport, sportName(sport)] as const)] as const
const SOURCES = [
  ['', 'Feed and staff'],
  ['feed', 'Run by the feed'],
  ['hand', 'Run by staff'],
] as const

/** A league of the address stays in the list, also if it has no upcoming or live game. */
function LeagueFilter({ params, leagues }: { readonly params: ListParams; readonly leagues: readonly string[] }) {
  const chosen = params.get('league')
  const listed = chosen === '' || leagues.includes(chosen) ? leagues : [chosen, ...leagues]
  const choices = [['', 'All leagues'], ...listed.map((scope) => [scope, scopeText(scope)] as const)] as const
  return <ChoiceFilter params={params} name="league" label="League" choices={choices} />
}

/** The trading grid: games with their main markets, odds that staff type into the cells, and worst results. */
export function TradingScreen() {
  const params = useListParams()
  const { page } = params.pageQuery
  const filter = params.query('q', 'day', 'league', 'sport', 'state', 'source')
  const query = useQuery({
    ...tradingQuery({ page, ...filter, ...params.sortBy(TRADING_SORTS) }),
    refetchInterval: POLL_MS,
  })
  const games = query.data?.items ?? []
  const { grid, typed, close } = useOddsGrid(games)
  const changed = async () => void (await query.refetch())
  const may = useMay()
  const [chosen, setChosen] = useState<{ readonly action: GamesAction; readonly games: readonly TradingGame[] } | null>(
    null,
  )
  const actionOf = (
    action: GamesAction,
    text: string,
    icon: BulkAction<TradingGame>['icon'],
    isDangerous: boolean,
  ) => ({
    text,
    icon,
    isDangerous,
    onPress: (games: readonly TradingGame[]) => setChosen({ action, games }),
  })
  const bulk: readonly BulkAction<TradingGame>[] = [
    ...(may('admin:games:suspend')
      ? [actionOf('reopen', 'Reopen', CirclePlay, false), actionOf('suspend', 'Suspend', CirclePause, true)]
      : []),
    ...(may('admin:games:edit')
      ? [actionOf('result', 'Settle', CircleCheck, true), actionOf('void', 'Void', OctagonX, true)]
      : []),
  ]
  return (
    <ConsolePage
      title="Trading grid"
      end={
        <ButtonLink variant="secondary" href="/admin/games">
          Game Management
        </ButtonLink>
      }
    >
      <OddsGridContext value={grid}>
        <ListTable
          name="trading grid"
          saves="trading"
          search={<SearchFilter params={params} label="Team or league" />}
          filters={
            <>
              <DayFilter params={params} name="day" label="Day" />
              <LeagueFilter params={params} leagues={query.data?.leagues ?? []} />
              <ChoiceFilter params={params} name="sport" label="Sport" choices={SPORT_CHOICES} />
              <ChoiceFilter params={params} name="state" label="State" choices={STATES} />
              <ChoiceFilter params={params} name="source" label="Source" choices={SOURCES} />
            </>
          }
          columns={TRADING_COLUMNS}
          sorts={TRADING_SORTS}
          file="elsewhere"
          query={query}
          rowKey={({ id }) => id}
          params={params}
          empty={{ title: 'No games found', text: 'No game matches these filters.' }}
          failure={{ title: fetchFailure(query.error) }}
          bulk={bulk}
        />
      </OddsGridContext>
      {grid.mayEdit && (
        <p className="text-12 text-muted max-lg:hidden">
          Arrow keys move between odds. Enter or a digit edits, Escape leaves. An empty field returns to the model’s
          odds. Odds that are crossed out are not offered now; a gold frame marks manual odds.
        </p>
      )}
      {chosen !== null && <ChangeGames {...chosen} onChanged={changed} onClose={() => setChosen(null)} />}
      {typed !== null && <MarketChangeDialog {...typed} onChanged={changed} onClose={close} />}
    </ConsolePage>
  )
}
