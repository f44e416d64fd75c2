import type { ReactNode } from 'react'
import { ChevronRight } from './icons.tsx'
import { Link } from 'wouter'

type RowLinkProps = {
  readonly href: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly end?: ReactNode
}

export function RowLink({ href, icon, children, end }: RowLinkProps) {
  const external = /^https?:/.test(href)
  const className = 'flex min-h-12 items-center gap-3 border-b border-line px-3 py-2.5 text-14 last:border-b-0'
  const inside = (
    <>
      {icon && <span className="text-muted">{icon}</span>}
      <span className="flex-1">{children}</span>
      {end}
      <ChevronRight className="size-4 text-muted" />
    </>
  )
  if (external) {
    return (
      <a href={href} className={className} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  }
  return (
    <Link href={href} className={className}>
      {inside}
    </Link>
  )
}
