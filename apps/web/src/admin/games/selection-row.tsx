import type { ReactNode } from 'react'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { isCapped } from './price-hint.ts'

type SelectionRowProps = {
  readonly selection: AdminMarket['selections'][number]
  /** The button that opens the form, and the open form. */
  readonly children: ReactNode
}

/** A selection with model price, offered price and open bets. */
export const SelectionRow = ({ selection, children }: SelectionRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-14">
    <b className="min-w-32 flex-1">{selection.label}</b>
    <Price name="Model" odds={selection.model} />
    <Price name="Offered" odds={selection.offered} strong />
    {selection.own !== null && (
      <Badge tone="gold">
        {isCapped(selection) ? `manual odds ${oddsText(selection.own)}, capped` : 'manual odds'}
      </Badge>
    )}
    {selection.mostStake !== null && (
      <span className="text-12 text-muted">
        maximum stake <Money amount={selection.mostStake} />
      </span>
    )}
    <span className="text-12 text-muted">
      {`${selection.bets} open ${selection.bets === 1 ? 'bet' : 'bets'}`} · stakes <Money amount={selection.stake} /> ·
      pays up to <Money amount={selection.payout} />
    </span>
    {children}
  </li>
)

type PriceProps = { readonly name: string; readonly odds: number | null; readonly strong?: true }

const Price = ({ name, odds, strong }: PriceProps) => (
  <span className={classes('tabular md:min-w-24', strong === true && 'font-bold')}>
    <span className="text-12 font-normal text-muted">{name}</span>{' '}
    <span>{odds === null ? 'locked' : oddsText(odds)}</span>
  </span>
)
