import type { ReactNode } from 'react'
import { Skeleton } from '../../shared/ui/states.tsx'

type PageProps = {
  readonly title: string
  /** Status badges, right after the title. */
  readonly badges?: ReactNode
  /** Rendered beside the title, because toasts appear at the right edge. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A screen of the console: title, actions, content. */
export function ConsolePage({ title, badges, end, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-3 md:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-20 font-bold wrap-anywhere">{title}</h1>
        <div className="contents">{badges}</div>
        {end && <div className="flex flex-wrap items-center gap-2">{end}</div>}
      </div>
      {children}
    </div>
  )
}

/** A detail screen while it loads. Its title and actions depend on the loaded data. */
export const DetailsSkeleton = () => (
  <div className="p-3 md:p-4">
    <Skeleton className="h-(--screen) w-full" />
  </div>
)
