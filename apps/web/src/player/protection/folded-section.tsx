import { useEffect, useRef, type ReactNode } from 'react'
import { ChevronDown } from '../../shared/ui/icons.tsx'

type FoldedSectionProps = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** A row that opens its section. A link to its id opens it too. */
export function FoldedSection({ id, title, text, children }: FoldedSectionProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (details.current === null || window.location.hash !== `#${id}`) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [id])
  return (
    <details ref={details} id={id} className="group scroll-mt-14 border-b border-line last:border-b-0">
      <summary className="flex min-h-12 list-none items-center gap-3 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h2 className="text-14 font-bold">{title}</h2>
          <span className="block text-12 text-muted">{text}</span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted group-open:upside-down" />
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">{children}</div>
    </details>
  )
}
