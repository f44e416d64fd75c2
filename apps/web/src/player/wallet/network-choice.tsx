import { carrierOfMethod, PAYMENT_METHODS, type PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { classes } from '../../shared/ui/classes.ts'

type NetworkChoiceProps = {
  readonly method: PaymentMethod | null
  readonly disabled: boolean
  readonly onChoose: (method: PaymentMethod) => void
}

export const NetworkChoice = ({ method, disabled, onChoose }: NetworkChoiceProps) => (
  <fieldset>
    <legend className="pb-1 text-14 text-muted">Network</legend>
    <div className="grid grid-cols-2 gap-2">
      {PAYMENT_METHODS.map((id) => (
        <label
          key={id}
          className={classes(
            'flex min-h-12 cursor-pointer items-center justify-center rounded-card border-2 text-14 font-bold focus-within:outline-2 focus-within:outline-ink',
            method === id ? 'border-gold bg-tint' : 'border-line bg-raised text-muted',
          )}
        >
          <input
            type="radio"
            name="method"
            value={id}
            checked={method === id}
            disabled={disabled}
            onChange={() => onChoose(id)}
            className="sr-only"
          />
          {carrierOfMethod(id)}
        </label>
      ))}
    </div>
  </fieldset>
)
