import { Button } from './button.tsx'

type LoadErrorLineProps = {
  /** The data that failed to load: "your limits". */
  readonly what: string
  readonly onRetry: () => void
}

/** Shown if a part of a screen failed to load, with a retry button. */
export function LoadErrorLine({ what, onRetry }: LoadErrorLineProps) {
  return (
    <div role="alert" className="flex min-h-12 items-center justify-between gap-3 text-14">
      <span>Could not load {what}.</span>
      <span className="shrink-0">
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      </span>
    </div>
  )
}
