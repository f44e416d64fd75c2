import { Link } from 'wouter'
import type { FigureRow } from '@mupiira/contract/admin-figures.ts'
import { FIGURE_ROW_LIST } from '@mupiira/contract/list-columns.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Money } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { subjectOf } from '../kit/subject.ts'
import type { Column } from '../kit/table-columns.ts'

export const rowKey = ({ at, line, subjectId, player, amount, game, market }: FigureRow): string =>
  [at, line, subjectId, player?.id, game?.id, market, amount].join(' ')

/** The columns of rows behind figures. */
export const ROW_COLUMNS: readonly Column<FigureRow>[] = [
  {
    id: 'date',
    ...FIGURE_ROW_LIST.date,
    cell: ({ at }) => (at === null ? 'Now' : <span className="whitespace-nowrap">{dateTimeText(at)}</span>),
  },
  { id: 'entry', ...FIGURE_ROW_LIST.entry, phone: 'below' },
  { id: 'product', ...FIGURE_ROW_LIST.product },
  {
    id: 'player',
    ...FIGURE_ROW_LIST.player,
    phone: 'below-end',
    cell: ({ player }) => (player === null ? '–' : <AccountLink user={player} />),
  },
  { id: 'subject', ...FIGURE_ROW_LIST.subject, cell: (row) => <Source row={row} /> },
  {
    id: 'game',
    ...FIGURE_ROW_LIST.game,
    cell: ({ game }) =>
      game === null ? (
        '–'
      ) : (
        <Link href={`/admin/games/${game.id}`} className="underline">
          {game.name}
        </Link>
      ),
  },
  { id: 'market', ...FIGURE_ROW_LIST.market, cell: ({ market }) => market ?? '–' },
  {
    id: 'amount',
    ...FIGURE_ROW_LIST.amount,
    phone: 'aside',
    cell: ({ amount }) => <Money amount={amount} signed={amount < 0} />,
    align: 'end',
  },
]

/** The ticket or the payment that the row comes from. */
function Source({ row: { subject, subjectId, code } }: { readonly row: FigureRow }) {
  const href = subject === '' ? null : subjectOf(`${subject}:${subjectId}`).href
  if (href === null) return '–'
  return (
    <Link href={href} className="inline-flex min-h-6 items-center tracking-wider underline">
      {code}
    </Link>
  )
}
