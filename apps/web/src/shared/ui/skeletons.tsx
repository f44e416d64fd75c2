import { Skeleton } from './states.tsx'

/** A placeholder for a card with a line of text for each width. */
export const CardSkeleton = ({ lines }: { readonly lines: readonly string[] }) => (
  <div aria-hidden="true" className="flex flex-col gap-3 rounded-card border border-line bg-raised p-3">
    {lines.map((width, at) => (
      <Skeleton key={at} className={`h-4 ${width}`} />
    ))}
  </div>
)

/** A placeholder for an input or a button: its outline. */
export const BoxSkeleton = ({ className = 'h-12 w-full' }: { readonly className?: string }) => (
  <div aria-hidden="true" className={`animate-pulse rounded-card border border-line bg-raised ${className}`} />
)

/** A placeholder for an input with its label. */
export const FieldSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-3 w-24" />
    <BoxSkeleton />
  </div>
)
