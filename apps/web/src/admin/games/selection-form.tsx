import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { oddsText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { typedAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AmountField, Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { StaffForm } from '../kit/staff-form.tsx'
import type { ManualOddsRules } from './manual-odds.ts'
import { priceHints } from './price-hint.ts'
import { type MarketChanges, selectionChanges, fieldText } from './selection-changes.ts'
import { decimalOf } from '../kit/typed-odds.ts'
import { centsProblem } from '../kit/whole-shillings.ts'

type Selection = AdminMarket['selections'][number]
type SelectionFormProps = {
  readonly market: AdminMarket
  readonly selection: Selection
  /** The name of the draft. */
  readonly draft: string
  readonly rules: ManualOddsRules
  readonly onSave: (changes: MarketChanges) => void
  readonly onClose: () => void
}

/** The form for manual odds and a stake limit of a selection, with their effect. */
export function SelectionForm({ market, selection, draft, rules, onSave, onClose }: SelectionFormProps) {
  return (
    <StaffForm
      label={`Odds and stakes of ${selection.label}`}
      defaultValues={{ odds: fieldText(selection.own), stake: typedAmount(selection.mostStake ?? '') }}
      className={classes(FIELD_ROW, 'w-full rounded-card bg-tint p-3')}
      draft={draft}
      onSubmit={async ({ odds, stake }) => {
        const changes = selectionChanges(selection, odds, stake)
        if (changes !== null) onSave(changes)
        return null
      }}
    >
      {({ register, setValue, watch }) => {
        const { odds, stake } = watch()
        const own = decimalOf(odds)
        return (
          <>
            <div className="w-40">
              <Field
                autoFocus
                label={`Odds of ${selection.label}`}
                inputMode="decimal"
                placeholder={selection.model === null ? '' : oddsText(selection.model)}
                {...register('odds')}
              />
            </div>
            <div className="w-44">
              <AmountField
                label="Maximum stake (UGX)"
                error={centsProblem(stake) ?? undefined}
                value={stake}
                onAmount={(typed) => setValue('stake', typed)}
              />
            </div>
            <Button type="submit" disabled={selectionChanges(selection, odds, stake) === null}>
              Continue
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Cancel
            </Button>
            <ul className="w-full text-12" aria-live="polite">
              {priceHints(market, selection, own, rules).map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </>
        )
      }}
    </StaffForm>
  )
}
