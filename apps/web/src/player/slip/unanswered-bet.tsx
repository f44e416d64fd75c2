import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { unansweredText } from './automatic-retry.ts'

type UnansweredProps = {
  readonly retriesAutomatically: boolean
  readonly onRepeat: () => void
  readonly onDiscard: () => void
}

/** Shown after the connection was lost during the placement, because the outcome is unknown. */
export function Unanswered({ retriesAutomatically, onRepeat, onDiscard }: UnansweredProps) {
  return (
    <div role="alert" className="flex flex-col gap-1.5 rounded-card border border-live p-2 text-14">
      <p className="font-bold">We do not know yet whether your bet was placed.</p>
      <p className="text-12 text-muted">{unansweredText(retriesAutomatically)}</p>
      <Button wide onClick={onRepeat}>
        Check again
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink href="/mybets" variant="secondary">
          My Bets
        </ButtonLink>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
