import { Button } from '../../shared/ui/button.tsx'

type UnansweredProps = {
  readonly what: 'deposit' | 'withdrawal'
  readonly onAskAgain: () => void
  readonly onForget: () => void
}

/** The connection went while a request was on its way: asking again under its key is safe, sending a new one is not. */
export function Unanswered({ what, onAskAgain, onForget }: UnansweredProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-card border border-live p-3 text-14">
      <p className="font-bold">We did not hear whether your {what} was accepted.</p>
      <p className="text-muted">Ask again as often as you like: it can happen only once.</p>
      <Button wide onClick={onAskAgain}>
        Ask again
      </Button>
      <Button look="secondary" wide onClick={onForget}>
        Discard
      </Button>
    </div>
  )
}
