import type { ReactNode } from 'react'
import { Skeleton } from '../../shared/ui/states.tsx'

type PageProps = {
  readonly title: string
  /** The way back to the list, before the title. */
  readonly back?: ReactNode
  readonly badges?: ReactNode
  /** Rendered beside the title, because toasts appear at the right edge. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** On a phone the actions wrap. In a line that scrolls, the last actions, such as Block, would be out of sight. */
const ACTIONS = 'flex flex-wrap items-center gap-x-1.5 gap-y-2 md:gap-x-2 md:[&>a]:min-h-9 md:[&>button]:min-h-9'

/** A screen of the console: title, actions, content. */
export function ConsolePage({ title, back, badges, end, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 p-3 md:gap-4 md:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="contents">{back}</div>
        <h1 className="min-w-0 text-20 font-bold wrap-anywhere">{title}</h1>
        <div className="contents">{badges}</div>
        {end && <div className={ACTIONS}>{end}</div>}
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
