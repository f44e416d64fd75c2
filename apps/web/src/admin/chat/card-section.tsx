import type { ReactNode } from 'react'
import { Link } from 'wouter'

type SectionProps = {
  readonly title: string
  /** The screen with all rows. */
  readonly allHref?: string
  readonly children: ReactNode
}

/** A part of the player's card. */
export const CardSection = ({ title, allHref, children }: SectionProps) => (
  <section aria-label={title} className="border-t border-line pt-2">
    <div className="flex min-h-8 items-center justify-between gap-2">
      <h3 className="text-14 font-bold">{title}</h3>
      {allHref !== undefined && (
        <Link
          href={allHref}
          aria-label={`${title}: all`}
          className="inline-flex min-h-6 items-center text-12 text-muted underline"
        >
          All
        </Link>
      )}
    </div>
    {children}
  </section>
)

export const CardLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-6 items-center font-bold tracking-wider underline">
    {children}
  </Link>
)
