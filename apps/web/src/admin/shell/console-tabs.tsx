import { Link, useLocation } from 'wouter'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { classes } from '../../shared/ui/classes.ts'
import type { ConsoleTab } from './screens.ts'

type TabsProps = {
  readonly tabs: readonly ConsoleTab[]
  /** How much waits behind a tab, by its name. */
  readonly waiting: { readonly [tab: string]: number }
}

/** At the left where there is room, else a row that scrolls by itself. */
export function ConsoleTabs({ tabs, waiting }: TabsProps) {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Console"
      className="no-scrollbar sticky top-12 z-20 flex overflow-x-auto border-line bg-paper max-md:border-b md:h-[calc(100dvh-48px)] md:flex-col md:border-r md:py-2"
    >
      {tabs.map(({ name, path: href }) => {
        const isHere = path === href || (href !== '/admin' && path.startsWith(`${href}/`))
        return (
          <Link
            key={href}
            href={href}
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
