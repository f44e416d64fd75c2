import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CourtsidingPlayer } from '@mupiira/contract/admin-courtsiding.ts'
import type { Answer } from '../../shared/api/client.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { May } from '../kit/may.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { RestrictInPlay } from '../kit/restrict-in-play.tsx'
import { restrictionText } from '../kit/restriction-text.ts'
import { RowTable } from '../kit/list-table.tsx'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { courtsidingQuery } from './in-play-queries.ts'
import { chanceText, shareText } from './courtsiding-texts.ts'
import { counted } from '../../shared/format/counted.ts'

const COLUMNS: readonly Column<CourtsidingPlayer>[] = [
  {
    id: 'player',
    title: 'Player',
    value: ({ user }) => user?.username ?? 'Unknown',
    cell: ({ user }) => <AccountLink user={user} />,
  },
  { id: 'selections', title: 'Selections', value: ({ selections }) => selections, align: 'end' },
  {
    id: 'favourable',
    title: 'In favour',
    phone: 'aside',
    value: ({ favourable }) => favourable,
    cell: (player) => (
      <span>
        <b>{player.favourable}</b>
        <span className="block text-12 text-muted">{shareText(player)}</span>
      </span>
    ),
    align: 'end',
  },
  {
    id: 'expected',
    title: 'Average',
    value: ({ expected }) => expected,
    cell: ({ expected }) => expected.toFixed(1),
    align: 'end',
  },
  {
    id: 'chance',
    title: 'By chance',
    phone: 'below',
    value: ({ oneIn }) => oneIn,
    cell: ({ oneIn, isAboveThreshold }) =>
      isAboveThreshold ? <Badge tone="down">{chanceText(oneIn)}</Badge> : chanceText(oneIn),
    align: 'end',
  },
  { id: 'accepted', title: 'Live bets', value: ({ accepted }) => accepted, align: 'end' },
  {
    id: 'rejected',
    title: 'Rejected by events',
    value: ({ rejectedByEvent }) => rejectedByEvent,
    align: 'end',
  },
  {
    id: 'turnover',
    title: 'Turnover',
    value: ({ turnover }) => turnover,
    cell: ({ turnover }) => <Money amount={turnover} />,
    align: 'end',
  },
  {
    id: 'return',
    title: 'Return',
    value: ({ returnPercent }) => returnPercent,
    cell: ({ returnPercent }) => (returnPercent === null ? '–' : `${returnPercent.toFixed(1)} %`),
    align: 'end',
  },
  {
    id: 'restriction',
    title: 'Restriction',
    phone: 'below-end',
    value: ({ restriction }) => restrictionText(restriction),
  },
]

/** Players whose live bets are followed by favourable odds moves more often than average (INP-12). */
export function CourtsidingScreen() {
  const query = useQuery(courtsidingQuery)
  return (
    <ConsolePage
      title="Courtsiding"
      end={
        <ButtonLink variant="secondary" href="/admin/in-play">
          Live betting
        </ButtonLink>
      }
    >
      <Loaded query={query} what="the report" skeleton={<Skeleton className="h-60 w-full" />}>
        {(report) => <Report report={report} onChanged={async () => void (await query.refetch())} />}
      </Loaded>
    </ConsolePage>
  )
}

type ReportProps = {
  readonly report: Answer<'GET /api/admin/in-play/courtsiding'>
  readonly onChanged: () => Promise<void>
}

function Report({ report: { days, threshold, total, items }, onChanged }: ReportProps) {
  const params = useListParams('players')
  const [restricted, setRestricted] = useState<CourtsidingPlayer | null>(null)
  return (
    <>
      <div className="flex max-w-200 flex-col gap-1 text-14 text-muted">
        <p>
          {`A goal or red card within 30 s after acceptance moves the fair odds of a selection. The last ${counted(days, 'day')}: ${shareText(total)} of ${counted(total.selections, 'live selection')} of ${counted(total.players, 'player')} moved in the player’s favour.`}
        </p>
        <p>
          {`“Average” is the number for the same selections of other players. You can restrict a player with at least ${counted(threshold.selections, 'selection')} and a chance below 1 in ${threshold.oneIn.toLocaleString('en-UG')}.`}
        </p>
      </div>
      <RowTable
        name="live bettors"
        columns={COLUMNS}
        rows={items}
        rowKey={({ userId }) => userId}
        params={params}
        fileName="mupiira-courtsiding"
        empty={{ title: 'No player has enough live bets yet' }}
        actions={(player) => (
          <>
            {(player.isAboveThreshold || restrictionText(player.restriction) !== '') && (
              <May do="admin:users:limit">
                <Button
                  variant="secondary"
                  aria-label={`Restrict ${player.user?.username ?? ''}`}
                  onClick={() => setRestricted(player)}
                >
                  Restrict
                </Button>
              </May>
            )}
            <ButtonLink variant="secondary" href={`/admin/in-play/bets?user=${player.userId}`}>
              Bets
            </ButtonLink>
          </>
        )}
      />
      {restricted !== null && (
        <RestrictInPlay
          userId={restricted.userId}
          name={restricted.user?.username ?? 'this player'}
          restriction={restricted.restriction}
          onChanged={onChanged}
          onClose={() => setRestricted(null)}
        />
      )}
    </>
  )
}
