import { useState } from 'react'
import type { DeskMarket } from '@mupiira/contract/desk-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { priceHint } from './price-hint.ts'

type Selection = DeskMarket['selections'][number]
type Changes = Omit<Body<'PUT /api/admin/games/{id}/markets/{market}'>, 'reason'>
type SelectionFormProps = {
  readonly market: DeskMarket
  readonly selection: Selection
  readonly onSave: (changes: Changes) => void
  readonly onClose: () => void
}

/** Own odds and a stake limit of one selection, with what they mean before they are saved. */
export function SelectionForm({ market, selection, onSave, onClose }: SelectionFormProps) {
  const [odds, setOdds] = useState(selection.own === null ? '' : String(selection.own))
  const [stake, setStake] = useState(selection.mostStake === null ? '' : String(selection.mostStake))
  const own = odds.trim() === '' ? null : Number(odds)
  const most = stake.trim() === '' ? null : Number(stake.replace(/\D/g, ''))
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
      <p className="w-full text-12">{priceHint(market, selection, own)}</p>
    </div>
  )
}
