import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { classes } from '../../shared/ui/classes.ts'
import type { ConsoleTab } from './screens.ts'

type TabsProps = {
  readonly tabs: readonly ConsoleTab[]
  /** How much waits behind a tab, by its name. */
  readonly waiting: { readonly [tab: string]: number }
}

const isAt = (path: string, href: string): boolean =>
  path === href || (href !== '/admin' && path.startsWith(`${href}/`))

/** At the left where there is room, else a row that scrolls by itself. */
export function ConsoleTabs({ tabs, waiting }: TabsProps) {
  const [path] = useLocation()
  const here = useRef<HTMLAnchorElement>(null)
  const current = tabs.find(({ path: href }) => isAt(path, href))?.path
  useEffect(() => {
    const [tab, row] = [here.current, here.current?.parentElement]
    // In the row of a phone: whoever comes by an address sees where he is.
    if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav
      aria-label="Console"
      className="no-scrollbar sticky top-12 z-20 flex overflow-x-auto border-line bg-paper max-md:border-b md:h-[calc(100dvh-48px-var(--ribbon,0px))] md:flex-col md:border-r md:py-2"
    >
      {tabs.map(({ name, path: href }) => {
        const isHere = href === current
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
            {(waiting[name] ?? 0) > 0 && (
              <span className="ml-2 size-2 rounded-full bg-down">
                <span className="sr-only">{waiting[name]} unread conversations</span>
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
