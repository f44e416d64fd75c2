import { useRef, useState } from 'react'
import type { DeskGame, DeskMarket } from '@mupiira/contract/desk-games.ts'
import { textOf } from '../../shared/api/errors.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Select } from '../../shared/ui/field.tsx'
import { Badge, Card, FigureRow, Money } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import { isOver } from './game-texts.ts'
import { isHeldDown } from './price-hint.ts'
import { type ChangeLine, changeLines, type MarketChanges } from './selection-changes.ts'
import { SelectionForm } from './selection-form.tsx'

type Selection = DeskMarket['selections'][number]
type Change = {
  readonly market: DeskMarket['id']
  readonly title: string
  readonly changes: MarketChanges
  readonly lines: readonly ChangeLine[]
}
type Edited = { readonly market: DeskMarket['id']; readonly selection: Selection }
type MarketsProps = {
  readonly game: DeskGame
  readonly markets: readonly DeskMarket[]
  readonly onChanged: () => Promise<void>
}

/** Each market with the model's price beside the offered one, and what open tickets have on it. */
export function GameMarkets({ game, markets, onChanged }: MarketsProps) {
  const [chosen, setChosen] = useState('')
  // Of the market that it was begun in: another may be shown by now, chosen or because that one is gone.
  const [changing, setChanging] = useState<Change | null>(null)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** The button that the form was opened with: there one goes on when the form has gone. */
  const opener = useRef<HTMLButtonElement>(null)
  const over = isOver(game)
  const market = markets.find(({ id }) => id === chosen) ?? markets[0]
  if (market === undefined) return <p className="text-14 text-muted">Without odds the game has no markets.</p>
  const choose = (id: string) => {
    setChosen(id)
    setEdited(null)
  }
  const closeForm = () => {
    opener.current?.focus()
    setEdited(null)
  }
  const save = async (reason: string): Promise<string | null> => {
    if (changing === null) return null
    const params = { id: game.id, market: changing.market }
    try {
      await act('PUT /api/admin/games/{id}/markets/{market}', { params, body: { ...changing.changes, reason } })
    } catch (error) {
      return textOf(error, 'The market was not changed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <Card as="section" label="Markets">
      <div className="flex flex-wrap items-end gap-2 pb-3">
        <h2 className="mr-auto self-start text-16 font-bold">Markets</h2>
        <Select label="Market" value={market.id} onChange={(event) => choose(event.target.value)}>
          {markets.map(({ id, name, suspended, selections }) => (
            <option key={id} value={id}>
              {name}
              {suspended ? ' (suspended)' : selections.some(({ own }) => own !== null) ? ' (own odds)' : ''}
            </option>
          ))}
        </Select>
        {!over && (
          <Button
            look={market.suspended ? 'primary' : 'danger'}
            onClick={() =>
              setChanging({
                market: market.id,
                title: market.suspended ? `Allow ${market.name} again?` : `Suspend ${market.name}?`,
                changes: { suspended: !market.suspended },
                lines: [],
              })
            }
          >
            {market.suspended ? 'Allow again' : 'Suspend market'}
          </Button>
        )}
      </div>
      <p className="pb-2 text-12 text-muted">
        {over
          ? 'The game is over: nothing of it is offered any more.'
          : 'Model: what our model asks, with the margin of the market. Offered: what players see; it moves by itself within 3 % of the model, and stands still where own odds were set, which are held down to what gives nothing away unless two have agreed to more. Locked: not to be bet on now.'}
      </p>
      <ul className="flex flex-col">
        {market.selections.map((selection) => (
          <li
            key={selection.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-14"
          >
            <b className="min-w-32 flex-1">{selection.label}</b>
            <Price name="Model" odds={selection.model} />
            <Price name="Offered" odds={selection.offered} strong />
            {selection.own !== null && (
              <Badge tone="gold">
                {isHeldDown(selection) ? `own odds ${oddsText(selection.own)}, held down` : 'own odds'}
              </Badge>
            )}
            {selection.mostStake !== null && (
              <span className="text-12 text-muted">
                at most <Money amount={selection.mostStake} />
              </span>
            )}
            <span className="text-12 text-muted">
              {selection.bets} open · stakes <Money amount={selection.stake} /> · pays up to{' '}
              <Money amount={selection.payout} />
            </span>
            {!over && (
              <Button
                look="secondary"
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget
                  setEdited({ market: market.id, selection })
                }}
              >
                Set
              </Button>
            )}
            {edited !== null && edited.market === market.id && edited.selection.id === selection.id && (
              <SelectionForm
                market={market}
                selection={edited.selection}
                onSave={(changes) => {
                  closeForm()
                  setChanging({
                    market: market.id,
                    title: `Change ${market.name}, ${selection.label}?`,
                    changes,
                    lines: changeLines(edited.selection, changes),
                  })
                }}
                onClose={closeForm}
              />
            )}
          </li>
        ))}
      </ul>
      {changing !== null && (
        <ConfirmDialog
          title={changing.title}
          verb="Change"
          reason={{ label: 'Reason', missing: 'Please say why.' }}
          onConfirm={save}
          onClose={() => setChanging(null)}
        >
          <dl>
            {changing.lines.map(({ name, from, to }) => (
              <FigureRow key={name} name={name}>
                {from} → <b>{to}</b>
              </FigureRow>
            ))}
          </dl>
          <p>In force at once, for bets and cash-outs.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const Price = ({
  name,
  odds,
  strong,
}: {
  readonly name: string
  readonly odds: number | null
  readonly strong?: true
}) => (
  <span className={classes('tabular', strong === true && 'font-bold')}>
    <span className="text-12 font-normal text-muted">{name}</span> {odds === null ? 'locked' : oddsText(odds)}
  </span>
)
