import { useQuery } from '@tanstack/react-query'
import { CirclePause, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { textOf } from '../../shared/api/errors.ts'
import type { Suspension } from '@mupiira/contract/admin-risk.ts'
import { REOPENING_WORD } from '@mupiira/domain/access/approval-kinds.ts'
import type { Answer } from '../../shared/api/client.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { FIELD_ROW, Select } from '../../shared/ui/field.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { May } from '../kit/may.tsx'
import { BET_COLUMNS } from '../kit/bet-columns.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { GameCell } from '../kit/game-cell.tsx'
import { RowTable } from '../kit/list-table.tsx'
import { scopeText } from '../kit/league-scope.ts'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { changeSuspension, needsTyping } from '../kit/change-suspension.ts'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { WorstCase } from '../kit/worst-case.tsx'
import { OffModelPrices } from './off-model.tsx'
import { riskQuery } from './risk-queries.ts'

const REFRESH_MS = 10_000
const ALL = 'all'

type Risk = Answer<'GET /api/admin/risk'>
type RequestedChange = Partial<Pick<Suspension, 'by' | 'reopening'>> & {
  readonly scope: string
  readonly name: string
  readonly suspended: boolean
}

const verbOf = ({ scope, suspended, reopening }: RequestedChange): string => {
  if (suspended) return scope === ALL ? 'Suspend everything' : 'Suspend league'
  return reopening === 'wait' ? 'Request approval' : 'Reopen'
}

/** The exposure of open tickets, the largest tickets, and suspensions. */
export function RiskScreen() {
  const params = useListParams()
  const query = useQuery({ ...riskQuery, refetchInterval: useAdminPollingMs(REFRESH_MS) })
  if (params.get('only') === 'odds') return <OddsOffModel />
  return (
    <ConsolePage title="Risk">
      <Loaded query={query} what="the risk" skeleton={<Skeleton className="h-100 w-full" />}>
        {(risk) => (
          <>
            <Switches risk={risk} onChanged={async () => void (await query.refetch())} />
            <OpenGames games={risk.games} asOf={risk.asOf} />
            {risk.largest.length > 0 && <LargestTickets tickets={risk.largest} />}
            {/* This part comes last, because it loads separately and would move content below it. */}
            <OffModelPrices />
          </>
        )}
      </Loaded>
    </ConsolePage>
  )
}

/** Only the odds off the model, as work that waits opens them. */
const OddsOffModel = () => (
  <ConsolePage
    title="Risk"
    end={
      <ButtonLink variant="secondary" href="/admin/risk">
        All risk
      </ButtonLink>
    }
  >
    <OffModelPrices />
  </ConsolePage>
)

function Switches({ risk, onChanged }: { readonly risk: Risk; readonly onChanged: () => Promise<void> }) {
  const [requested, setRequested] = useState<RequestedChange | null>(null)
  const [league, setLeague] = useState('')
  const everything = risk.suspensions.find(({ scope }) => scope === ALL)
  const leagues = risk.suspensions.filter(({ scope }) => scope !== ALL)
  const free = risk.leagues.filter((scope) => !leagues.some((each) => each.scope === scope))
  const chosen = free.find((scope) => scope === league)
  const run = async (reason: string, entered: string): Promise<string | null> => {
    if (requested === null) return null
    const { scope, suspended } = requested
    try {
      await changeSuspension({ scope, suspended, reason }, entered)
    } catch (error) {
      // The stop has changed since it was loaded.
      if (needsTyping(error)) setRequested({ ...requested, reopening: 'alone' })
      return textOf(error, 'Nothing was changed. Please try again.')
    }
    setLeague('')
    await onChanged()
    return null
  }
  return (
    <Card as="section" label="Suspension">
      <div className="flex flex-col gap-3">
        {everything && (
          <Notice tone="down">
            <p>{`All betting has been suspended since ${dateTimeText(everything.since)}, by ${everything.by}. Reason: ${everything.reason}`}</p>
            <May do="admin:games:suspend">
              <p className="pt-2">
                <Button onClick={() => setRequested({ ...everything, name: 'everything', suspended: false })}>
                  Reopen everything
                </Button>
              </p>
            </May>
          </Notice>
        )}
        <May do="admin:games:suspend">
          <div className="flex flex-wrap items-end justify-between gap-3">
            {free.length > 0 && (
              <div className={classes(FIELD_ROW, 'max-md:w-full')}>
                <div className="w-80 max-w-full min-w-48 flex-1">
                  <Select label="League" value={chosen ?? ''} onChange={(event) => setLeague(event.target.value)}>
                    <option value="">Choose a league</option>
                    {free.map((scope) => (
                      <option key={scope} value={scope}>
                        {scopeText(scope)}
                      </option>
                    ))}
                  </Select>
                </div>
                <DangerButton
                  icon={CirclePause}
                  disabled={chosen === undefined}
                  onClick={() => chosen && setRequested({ scope: chosen, name: scopeText(chosen), suspended: true })}
                >
                  Suspend league
                </DangerButton>
              </div>
            )}
            {everything === undefined && (
              <div className="flex flex-wrap items-center justify-between gap-2 text-14 max-wide:w-full max-wide:border-t max-wide:border-line max-wide:pt-3">
                <span className="min-w-0 text-muted wide:max-w-60">
                  In an emergency: stops bets and cashouts on all games at once.
                </span>
                <DangerButton
                  icon={OctagonX}
                  onClick={() => setRequested({ scope: ALL, name: 'everything', suspended: true })}
                >
                  Suspend everything
                </DangerButton>
              </div>
            )}
          </div>
        </May>
        {leagues.map((stop) => {
          const { scope, by, reason, since } = stop
          return (
            <div key={scope} className="flex flex-wrap items-center justify-between gap-2 text-14">
              <span>
                <b>{scopeText(scope)}</b> has been suspended since {dateTimeText(since)}, by {by}. Reason: {reason}
              </span>
              <May do="admin:games:suspend">
                <Button
                  variant="secondary"
                  onClick={() => setRequested({ ...stop, name: scopeText(scope), suspended: false })}
                >
                  Reopen
                </Button>
              </May>
            </div>
          )
        })}
      </div>
      {requested !== null && (
        <ConfirmDialog
          title={requested.suspended ? `Suspend ${requested.name}?` : `Reopen ${requested.name}?`}
          verb={verbOf(requested)}
          isDangerous={requested.suspended}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          {...(requested.reopening === 'alone' ? { typed: REOPENING_WORD } : {})}
          onConfirm={run}
          onClose={() => setRequested(null)}
        >
          <p>
            {requested.suspended
              ? `Bets and cashouts on ${requested.scope === ALL ? 'all games' : `all games of ${requested.name}`} stop at once, new games included. Placed tickets stay open.`
              : 'Bets and cashouts reopen at once, except on games that are suspended individually.'}
          </p>
          {requested.reopening === 'wait' && (
            <p>{`${requested.by} stopped this betting. A second member of staff must approve the reopening.`}</p>
          )}
          {requested.reopening === 'alone' && (
            <p>{`${requested.by} stopped this betting, and there is no second member of staff who can approve the reopening.`}</p>
          )}
          <OpenBetsFigures on={requested.scope === ALL ? {} : { league: requested.scope }} />
        </ConfirmDialog>
      )}
    </Card>
  )
}

type OpenGame = Risk['games'][number]
type LargeTicket = Risk['largest'][number]

const OPEN_GAMES: readonly Column<OpenGame>[] = [
  {
    id: 'game',
    title: 'Game',
    value: ({ name }) => name,
    cell: (game) => (
      <GameCell name={game.name} game={game}>
        {game.suspended && <Badge tone="down">suspended</Badge>}
      </GameCell>
    ),
  },
  { id: 'start', title: 'Start', phone: 'below', value: ({ startTime }) => new Date(startTime) },
  { id: 'tickets', title: 'Tickets', value: ({ bets }) => bets, align: 'end' },
  {
    id: 'stake',
    title: 'Stakes',
    value: ({ stake }) => stake,
    cell: ({ stake }) => <Money amount={stake} />,
    align: 'end',
  },
  {
    id: 'worst-case',
    title: 'Worst case',
    phone: 'aside',
    value: ({ worstCase }) => worstCase,
    cell: ({ worstCase, worst }) => (
      <span>
        <WorstCase amount={worstCase} />
        <span className="block text-12 text-muted">{`${worst.market}, ${worst.selection}`}</span>
      </span>
    ),
    align: 'end',
  },
  {
    id: 'limit-use',
    title: 'Game limit used',
    phone: 'below-end',
    value: ({ limitUse }) => limitUse,
    cell: ({ limitUse }) => <LimitUse percent={limitUse} />,
    align: 'end',
  },
  {
    id: 'fullest-use',
    title: 'Selection limit used',
    value: ({ fullest }) => fullest.limitUse,
    cell: ({ fullest }) => (
      <span>
        <LimitUse percent={fullest.limitUse} />
        <span className="block text-12 text-muted">{`${fullest.market}, ${fullest.selection}`}</span>
        {fullest.lowered > 0 && (
          <span className="block text-12 text-muted">{`Odds lowered by ${fullest.lowered} %`}</span>
        )}
      </span>
    ),
    align: 'end',
  },
  {
    id: 'payout',
    title: 'Pays up to',
    value: ({ payout }) => payout,
    cell: ({ payout }) => <Money amount={payout} />,
    align: 'end',
    hidden: true,
  },
  {
    id: 'worst',
    title: 'Riskiest selection',
    value: ({ worst }) => `${worst.market}, ${worst.selection}`,
    hidden: true,
  },
  {
    id: 'worst-payout',
    title: 'Payout of that selection',
    value: ({ worst }) => worst.payout,
    cell: ({ worst }) => <Money amount={worst.payout} />,
    align: 'end',
    hidden: true,
  },
  {
    id: 'fullest',
    title: 'Selection closest to its limit',
    value: ({ fullest }) => `${fullest.market}, ${fullest.selection}`,
    hidden: true,
  },
]

/** Marks limits that are nearly used up. */
const NEARLY_FULL = 80

const LimitUse = ({ percent }: { readonly percent: number }) =>
  percent < NEARLY_FULL ? (
    <span>{`${percent.toFixed(1)} %`}</span>
  ) : (
    <Badge tone="down">{`${percent.toFixed(1)} %`}</Badge>
  )

function OpenGames({ games, asOf }: { readonly games: readonly OpenGame[]; readonly asOf: string }) {
  return (
    <div role="group" aria-label="Open liability" className="flex flex-col gap-2">
      <div>
        <h2 className="text-16 font-bold">Open liability by game</h2>
        <p className="text-12 text-muted">{`As of ${dateTimeText(asOf)}. Worst case: stakes less the payout if the riskiest selection wins. A ticket counts in full for each of its games. Limits count what bets can win beyond their stakes.`}</p>
      </div>
      <RowTable
        name="open liability"
        columns={OPEN_GAMES}
        rows={games}
        rowKey={({ gameId }) => gameId}
        params={useListParams('games')}
        fileName="mupiira-open-liability"
        empty={{ title: 'No open tickets' }}
        actions={({ gameId }) => (
          <ButtonLink variant="secondary" href={`/admin/games/${gameId}`}>
            Open
          </ButtonLink>
        )}
      />
    </div>
  )
}

const LARGEST: readonly Column<LargeTicket>[] = [
  BET_COLUMNS.code,
  BET_COLUMNS.user,
  { id: 'games', title: 'Selections', value: ({ selections }) => selections.length, align: 'end' },
  BET_COLUMNS.odds,
  BET_COLUMNS.stake,
  { ...BET_COLUMNS.win, phone: 'below-end' },
]

function LargestTickets({ tickets }: { readonly tickets: readonly LargeTicket[] }) {
  return (
    <div role="group" aria-label="Largest open tickets" className="flex flex-col gap-2">
      <h2 className="text-16 font-bold">Largest open tickets</h2>
      <RowTable
        name="largest open tickets"
        columns={LARGEST}
        rows={tickets}
        rowKey={({ id }) => id}
        params={useListParams('largest')}
        fileName="mupiira-largest-tickets"
        empty={{ title: 'No open tickets' }}
      />
    </div>
  )
}
