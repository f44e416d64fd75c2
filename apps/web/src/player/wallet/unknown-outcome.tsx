import { moneyText, withoutLineBreaks } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'

type UnknownOutcomeProps = {
  readonly what: 'deposit' | 'withdrawal'
  readonly amount: number
  readonly onRepeat: () => void
  readonly onDiscard: () => void
}

/** Shown after the connection was lost during a request. A repetition is safe; a new request could pay twice. */
export function UnknownOutcome({ what, amount, onRepeat, onDiscard }: UnknownOutcomeProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-live p-3 text-14">
      <p className="font-bold">
        We do not know yet whether your {what} of {withoutLineBreaks(moneyText(amount))} was accepted.
      </p>
      <p className="text-muted">
        The connection was lost. Check as often as you like: checking never repeats your {what}.
      </p>
      <Button wide onClick={onRepeat}>
        Check again
      </Button>
      <Button variant="secondary" wide onClick={onDiscard}>
        Stop checking
      </Button>
    </div>
  )
}
