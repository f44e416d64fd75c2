import { useState } from 'react'
import type { DeskMarket } from '@mupiira/contract/desk-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { Badge, Card, Money } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act } from '../kit/staff-api.ts'

type Selection = DeskMarket['selections'][number]
type Changes = Omit<Body<'PUT /api/admin/games/{id}/markets/{market}'>, 'reason'>
type MarketsProps = {
  readonly gameId: string
  readonly markets: readonly DeskMarket[]
  readonly onChanged: () => Promise<void>
}

/** Each market with the model's price beside the offered one, and what open tickets have on it. */
export function GameMarkets({ gameId, markets, onChanged }: MarketsProps) {
  const [chosen, setChosen] = useState('')
  const [changing, setChanging] = useState<{ readonly title: string; readonly changes: Changes } | null>(null)
  const [edited, setEdited] = useState<Selection | null>(null)
  const market = markets.find(({ id }) => id === chosen) ?? markets[0]
  if (market === undefined) return <p className="text-14 text-muted">Without odds the game has no markets.</p>
  const save = async (reason: string): Promise<string | null> => {
    if (changing === null) return null
    const params = { id: gameId, market: market.id }
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
        <h2 className="mr-auto text-16 font-bold">Markets</h2>
        <Select label="Market" value={market.id} onChange={(event) => setChosen(event.target.value)}>
          {markets.map(({ id, name, suspended, selections }) => (
            <option key={id} value={id}>
              {name}
              {suspended ? ' (suspended)' : selections.some(({ own }) => own !== null) ? ' (own odds)' : ''}
            </option>
          ))}
        </Select>
        <Button
          look={market.suspended ? 'primary' : 'danger'}
          onClick={() =>
            setChanging({
              title: market.suspended ? `Allow ${market.name} again?` : `Suspend ${market.name}?`,
              changes: { suspended: !market.suspended },
            })
          }
        >
          {market.suspended ? 'Allow again' : 'Suspend market'}
        </Button>
      </div>
      <ul className="flex flex-col">
        {market.selections.map((selection) => (
          <li
            key={selection.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-14"
          >
            <b className="min-w-32 flex-1">{selection.label}</b>
            <Price name="Model" odds={selection.model} />
            <Price name="Offered" odds={selection.offered} strong />
            {selection.own !== null && <Badge tone="gold">own odds</Badge>}
            {selection.mostStake !== null && (
              <span className="text-12 text-muted">
                at most <Money amount={selection.mostStake} />
              </span>
            )}
            <span className="text-12 text-muted">
              {selection.bets} open · stakes <Money amount={selection.stake} /> · pays up to{' '}
              <Money amount={selection.payout} />
            </span>
            <Button look="secondary" onClick={() => setEdited(selection)}>
              Set
            </Button>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <SelectionForm
          selection={edited}
          onSave={(changes) => {
            setEdited(null)
            setChanging({ title: `Change ${edited.label}?`, changes })
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {changing !== null && (
        <ConfirmDialog
          title={changing.title}
          verb="Change"
          reason={{ label: 'Reason', missing: 'Please say why.' }}
          onConfirm={save}
          onClose={() => setChanging(null)}
        >
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

type SelectionFormProps = {
  readonly selection: Selection
  readonly onSave: (changes: Changes) => void
  readonly onClose: () => void
}

function SelectionForm({ selection, onSave, onClose }: SelectionFormProps) {
  const [odds, setOdds] = useState(selection.own === null ? '' : String(selection.own))
  const [stake, setStake] = useState(selection.mostStake === null ? '' : String(selection.mostStake))
  const own = odds.trim() === '' ? null : Number(odds)
  const most = stake.trim() === '' ? null : Number(stake.replace(/\D/g, ''))
  const isTooHigh = own !== null && selection.model !== null && own > selection.model
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-card bg-tint p-3">
      <div className="w-40">
        <Field
          label={`Odds of ${selection.label}`}
          inputMode="decimal"
          value={odds}
          placeholder={selection.model === null ? '' : oddsText(selection.model)}
          onChange={(event) => setOdds(event.target.value)}
        />
      </div>
      <div className="w-44">
        <Field
          label="Highest stake, UGX"
          inputMode="numeric"
          value={stake}
          onChange={(event) => setStake(event.target.value)}
        />
      </div>
      <Button
        disabled={own !== null && !(own >= 1.01 && own <= 1_000)}
        onClick={() => onSave({ odds: { [selection.id]: own }, mostStake: { [selection.id]: most } })}
      >
        Go on
      </Button>
      <Button look="quiet" onClick={onClose}>
        Leave it
      </Button>
      <p className="w-full text-12">
        {isTooHigh
          ? 'Above the model’s price: the house gives money away if the model is right.'
          : 'Empty: the model’s own.'}
      </p>
    </div>
  )
}
