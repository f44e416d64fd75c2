import type { ReactNode } from 'react'

type PageProps = {
  readonly title: string
  /** Beside the title, and not at the right end: there lie the messages (NOTE-23). */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A screen of the console: its title, what can be done with all of it, and what it shows. */
export function ConsolePage({ title, end, children }: PageProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-3 md:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-20 font-bold">{title}</h1>
        {end && <div className="flex flex-wrap items-center gap-2">{end}</div>}
      </div>
      {children}
    </div>
  )
}
