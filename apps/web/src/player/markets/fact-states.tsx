import { useNow } from '../../shared/clock.ts'
import { agoText } from '../../shared/format/times.ts'
import { Skeleton } from '../../shared/ui/states.tsx'

const TICK_MS = 30_000

/** What a tab says where there is nothing: why, and when there will be. */
export function NoFacts({ children }: { readonly children: string }) {
  return <p className="mx-auto max-w-80 py-10 text-center text-14 text-muted">{children}</p>
}

/** The age of what the feed told; what is our own is as of now, and says nothing. */
export function PublishedAt({ instant }: { readonly instant: string | null }) {
  const now = useNow(TICK_MS)
  if (instant === null) return null
  return <p className="pt-3 text-12 text-muted">As of {agoText(instant, now)}</p>
}

export function FactsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} look="h-8 w-full" />
      ))}
    </div>
  )
}
