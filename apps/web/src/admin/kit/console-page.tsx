import type { ReactNode } from 'react'

type PageProps = {
  readonly title: string
  /** Rendered beside the title, because toasts appear at the right edge (NOTE-23). */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A screen of the console: title, actions, content. */
export function ConsolePage({ title, end, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-3 md:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-20 font-bold wrap-anywhere">{title}</h1>
        {end && <div className="flex flex-wrap items-center gap-2">{end}</div>}
      </div>
      {children}
    </div>
  )
}
