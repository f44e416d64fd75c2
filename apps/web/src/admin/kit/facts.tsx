import type { ReactNode } from 'react'
import { Card } from '../../shared/ui/surfaces.tsx'

/** The most important figures, side by side. Its children are `KeyFigure`s. */
export const KeyFigures = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-2 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-[repeat(auto-fit,minmax(150px,1fr))]">
    {children}
  </dl>
)

type KeyFigureProps = { readonly name: string; readonly note?: ReactNode; readonly children: ReactNode }

export const KeyFigure = ({ name, note, children }: KeyFigureProps) => (
  <div className="min-w-0 rounded-card border border-line bg-raised px-3 py-2">
    <dt className="text-12 text-muted">{name}</dt>
    <dd className="text-16 font-bold tabular md:text-20">
      {children}
      {note !== undefined && <span className="block text-12 font-normal text-muted">{note}</span>}
    </dd>
  </div>
)

type FactsProps = {
  readonly title: string
  /** Links to related screens, beside the title. */
  readonly end?: ReactNode
  /** The level of its heading: `h3` in a dialog. */
  readonly heading?: 'h2' | 'h3'
  readonly children: ReactNode
}

/** A group of facts with a title. Its children are `Fact`s. */
export const Facts = ({ title, end, heading: Heading = 'h3', children }: FactsProps) => (
  <Card as="section" label={title}>
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 pb-1">
      <Heading className="text-14 font-bold">{title}</Heading>
      {end && <span className="flex flex-wrap gap-x-3 text-14">{end}</span>}
    </div>
    <dl className="text-14">{children}</dl>
  </Card>
)

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3 border-t border-line py-1 leading-6">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 text-right break-words tabular">{children}</dd>
  </div>
)
