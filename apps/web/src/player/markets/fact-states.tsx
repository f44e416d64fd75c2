import { useNow } from '../../shared/clock.ts'
import { agoText } from '../../shared/format/times.ts'
import { Skeleton } from '../../shared/ui/states.tsx'

const TICK_MS = 30_000

/** An empty tab with the reason. */
export function NoFacts({ children }: { readonly children: string }) {
  return <p className="mx-auto max-w-80 py-10 text-center text-14 text-balance text-muted">{children}</p>
}

/** The age of data from the feed. Nothing is shown for data of our own database. */
export function PublishedAt({ instant }: { readonly instant: string | null }) {
  const now = useNow(TICK_MS)
  if (instant === null) return null
  return <p className="pt-3 text-12 text-muted">As of {agoText(instant, now)}</p>
}

export function FactsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-8 w-full" />
      ))}
    </div>
  )
}
