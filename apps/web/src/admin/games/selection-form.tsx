import { useState, type FormEvent } from 'react'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { priceHint } from './price-hint.ts'
import { type MarketChanges, selectionChanges, typedOf } from './selection-changes.ts'
import { Form } from '../../shared/ui/form.tsx'

type Selection = AdminMarket['selections'][number]
type SelectionFormProps = {
  readonly market: AdminMarket
  readonly selection: Selection
  readonly onSave: (changes: MarketChanges) => void
  readonly onClose: () => void
}

/** The form for manual odds and a stake limit of a selection, with their effect. */
export function SelectionForm({ market, selection, onSave, onClose }: SelectionFormProps) {
  const [odds, setOdds] = useState(typedOf(selection.own))
  const [stake, setStake] = useState(typedOf(selection.mostStake))
  const own = odds.trim() === '' ? null : Number(odds.replace(',', '.'))
  const changes = selectionChanges(selection, odds, stake)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (changes !== null) onSave(changes)
  }
  return (
    <Form
      onSubmit={onSubmit}
      aria-label={`Odds and stakes of ${selection.label}`}
      className={classes(FIELD_ROW, 'w-full rounded-card bg-tint p-3')}
    >
      <div className="w-40">
        <Field
          autoFocus
          label={`Odds of ${selection.label}`}
          inputMode="decimal"
          value={odds}
          placeholder={selection.model === null ? '' : oddsText(selection.model)}
          onChange={(event) => setOdds(event.target.value)}
        />
      </div>
      <div className="w-44">
        <Field
          label="Maximum stake (UGX)"
          inputMode="numeric"
          value={stake}
          onChange={(event) => setStake(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={changes === null}>
        Continue
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <p className="w-full text-12">{priceHint(market, selection, own)}</p>
    </Form>
  )
}
