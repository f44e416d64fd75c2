import { Button } from './button.tsx'

type FailedLineProps = {
  /** The data that could not be read: "your limits". */
  readonly what: string
  readonly onRetry: () => void
}

/** Where a part of a screen could not be read: what, and one action. */
export function FailedLine({ what, onRetry }: FailedLineProps) {
  return (
    <div role="alert" className="flex min-h-12 items-center justify-between gap-3 text-14">
      <span>Could not load {what}.</span>
      <Button look="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
