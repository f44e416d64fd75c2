import { Fragment, type ReactNode } from 'react'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { keptText } from './manual-odds.ts'
import { isCapped } from './price-hint.ts'

type Selection = AdminMarket['selections'][number]

type SelectionTableProps = {
  readonly market: AdminMarket
  /** The button that opens the form of a selection; false without a form. */
  readonly setButton: (selection: Selection) => ReactNode
  /** The open form of a selection; false if it is closed. */
  readonly form: (selection: Selection) => ReactNode
}

const HEADING = 'pb-1 text-12 font-bold whitespace-nowrap text-muted'
const FIGURE = 'pl-3 text-right whitespace-nowrap'
/** Narrow screens show these columns as a second line of each selection. */
const WIDE = 'max-wide:hidden'
const COLUMNS = 10

/** The selections of a market with model price, offered price and open bets. */
export const SelectionTable = ({ market, setButton, form }: SelectionTableProps) => (
  <table aria-label={`Selections of ${market.name}`} className="w-full text-14 tabular">
    <thead>
      <tr>
        <th scope="col" className={classes(HEADING, 'text-left')}>
          Selection
        </th>
        <th scope="col" className={classes(HEADING, FIGURE, WIDE)}>
          Fair
        </th>
        <th scope="col" className={classes(HEADING, FIGURE)}>
          Model
        </th>
        <th scope="col" className={classes(HEADING, FIGURE)}>
          Offered
        </th>
        {['House', 'Maximum stake', 'Open bets', 'Stakes', 'Pays up to'].map((name) => (
          <th key={name} scope="col" className={classes(HEADING, FIGURE, WIDE)}>
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {market.selections.map((selection) => {
        const { id, label, fair, kept, model, offered, own, mostStake, bets, stake, payout } = selection
        const edited = form(selection)
        return (
          <Fragment key={id}>
            <tr className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <b className="pr-2">{label}</b>
                {own !== null && (
                  <Badge tone="gold">
                    {isCapped(selection) ? `manual odds ${oddsText(own)}, capped` : 'manual odds'}
                  </Badge>
                )}
              </th>
              <td className={classes(FIGURE, WIDE)}>{priceText(fair)}</td>
              <td className={FIGURE}>{priceText(model)}</td>
              <td className={classes(FIGURE, 'font-bold')}>{priceText(offered)}</td>
              <td className={classes(FIGURE, WIDE, kept !== null && kept < 0 && 'text-down')}>
                {kept === null ? '–' : keptText(kept)}
              </td>
              <td className={classes(FIGURE, WIDE)}>{mostStake === null ? '–' : <Money amount={mostStake} />}</td>
              <td className={classes(FIGURE, WIDE)}>{bets.toLocaleString('en-UG')}</td>
              <td className={classes(FIGURE, WIDE)}>{bets === 0 ? '–' : <Money amount={stake} />}</td>
              <td className={classes(FIGURE, WIDE)}>{bets === 0 ? '–' : <Money amount={payout} />}</td>
              <td className="w-0 py-1.5 pl-3 text-right">{setButton(selection)}</td>
            </tr>
            {(bets > 0 || mostStake !== null || fair !== null) && (
              <tr className="wide:hidden">
                <td colSpan={COLUMNS} className="pb-2 text-12 text-muted">
                  {fair !== null && (
                    <span className="block">
                      {`Fair ${oddsText(fair)}${kept === null ? '' : ` · the house ${keptText(kept)} of stakes`}`}
                    </span>
                  )}
                  {mostStake !== null && (
                    <span className="block">
                      Maximum stake <Money amount={mostStake} />
                    </span>
                  )}
                  {bets > 0 && (
                    <span className="block">
                      {`${bets.toLocaleString('en-UG')} open ${bets === 1 ? 'bet' : 'bets'}`} · stakes{' '}
                      <Money amount={stake} /> · pays up to <Money amount={payout} />
                    </span>
                  )}
                </td>
              </tr>
            )}
            {edited && (
              <tr>
                <td colSpan={COLUMNS} className="pb-2">
                  {edited}
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  </table>
)

const priceText = (odds: number | null): string => (odds === null ? 'locked' : oddsText(odds))
