import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { classes } from '../../shared/ui/classes.ts'
import type { ConsoleTab } from './screens.ts'

type TabsProps = {
  readonly tabs: readonly ConsoleTab[]
  /** The name of the current tab. */
  readonly current: string | undefined
  /** The pending items of each tab as text, by tab name. */
  readonly waiting: { readonly [tab: string]: string | null }
}

/** A column at the left on wide screens, else a scrolling row. */
export function ConsoleTabs({ tabs, current, waiting }: TabsProps) {
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const [tab, row] = [here.current, here.current?.parentElement]
    // On a phone, the row scrolls to the current tab.
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav
      aria-label="Console"
      className="no-scrollbar sticky top-12 z-20 flex overflow-x-auto border-line bg-paper max-md:border-b md:h-[calc(var(--screen)-48px-var(--ribbon,0px))] md:flex-col md:border-r md:py-2"
    >
      {tabs.map(({ name, path: href }) => {
        const isHere = name === current
        const waits = waiting[name] ?? null
        return (
          <Link
            key={href}
            href={href}
            ref={isHere ? here : null}
            aria-current={isHere ? 'page' : undefined}
            className={classes(
              'flex min-h-11 shrink-0 items-center px-4 text-14 max-md:border-b-2 md:border-l-2',
              isHere ? 'border-gold font-bold text-ink' : 'border-transparent text-muted',
            )}
          >
            {name}
            {waits !== null && (
              <span className="ml-2 size-2 rounded-full bg-down">
                <span className="sr-only">{waits}</span>
              </span>
            )}
          </Link>
        )
      })}
      <div className="mt-auto px-2 max-md:hidden">
        <ThemeSwitch />
      </div>
    </nav>
  )
}
