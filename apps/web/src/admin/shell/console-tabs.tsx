import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import type { ConsoleTab } from './screens.ts'

type TabsProps = {
  readonly tabs: readonly ConsoleTab[]
  /** The name of the current tab. */
  readonly current: string | undefined
  /** The pending items of each tab as text, by tab name. */
  readonly waiting: { readonly [tab: string]: string | null }
}

/** The tabs: a column at the left on wide screens, or a menu that opens from a bar with the name of the screen. */
export function ConsoleTabs(props: TabsProps) {
  const [isOpen, setOpen] = useState(false)
  const waits = Object.entries(props.waiting).filter(([tab, text]) => text !== null && tab !== props.current)
  return (
    <>
      <div className="sticky top-12 z-20 border-b border-line bg-paper md:hidden">
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Menu className="size-5" />
          <span className="text-ink">{props.current ?? 'Menu'}</span>
          {waits.length > 0 && <Dot>{waits.map(([tab, text]) => `${tab}: ${text ?? ''}`).join(', ')}</Dot>}
        </Button>
      </div>
      <Dialog title="Admin Panel" open={isOpen} onClose={() => setOpen(false)} layout="left">
        <div onClick={(event) => (event.target as Element).closest('a') && setOpen(false)}>
          <Tabs {...props} />
        </div>
      </Dialog>
      <div className="sticky top-12 h-[calc(var(--screen)-48px-var(--ribbon,0px))] overflow-y-auto border-r border-line max-md:hidden">
        <Tabs {...props} />
      </div>
    </>
  )
}

const Tabs = ({ tabs, current, waiting }: TabsProps) => (
  <nav aria-label="Console" className="flex min-h-full flex-col py-2">
    {tabs.map(({ name, path: href }) => {
      const isCurrent = name === current
      const waits = waiting[name] ?? null
      return (
        <Link
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={classes(
            'flex min-h-11 shrink-0 items-center gap-2 border-l-2 px-4 text-14',
            isCurrent ? 'border-gold font-bold text-ink' : 'border-transparent text-muted',
          )}
        >
          <span>{name}</span>
          {waits !== null && <Dot>{waits}</Dot>}
        </Link>
      )
    })}
    <div className="mt-auto px-2">
      <ThemeSwitch />
    </div>
  </nav>
)

/** A red dot with its meaning for screen readers. */
const Dot = ({ children }: { readonly children: ReactNode }) => (
  <span className="size-2 rounded-full bg-down">
    <span className="sr-only">{children}</span>
  </span>
)
