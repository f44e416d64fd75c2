import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { MAX_COUNTED_TASKS } from '@mupiira/domain/access/task-kinds.ts'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import type { ConsoleTab } from './screens.ts'
import { TAB_ICONS } from './tab-icons.ts'

export type TabCount = {
  readonly count: number
  /** True if more wait than are counted. */
  readonly isCapped: boolean
  readonly text: string
}

/** The number of items that wait for staff, by the name of the tab. */
export type TabCounts = { readonly [tab: string]: TabCount }

type TabsProps = {
  readonly tabs: readonly ConsoleTab[]
  readonly current: string | undefined
  readonly waiting: TabCounts
}

/** The tabs on phones: a menu that opens from the header. The button shows how many items wait in the other tabs. */
export function ConsoleMenu(props: TabsProps) {
  const [isOpen, setOpen] = useState(false)
  const elsewhere = Object.entries(props.waiting).filter(([tab, { count }]) => count > 0 && tab !== props.current)
  const total = elsewhere.reduce((sum, [, { count }]) => sum + count, 0)
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative inline-flex size-11 items-center justify-center rounded-card"
      >
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">Menu</span>
        <span className="absolute top-0 left-6">
          <Count
            count={total}
            isCapped={elsewhere.some(([, { isCapped }]) => isCapped)}
            text={elsewhere.map(([tab, { text }]) => `${tab}: ${text}`).join(', ')}
          />
        </span>
      </button>
      <Dialog title="Admin Panel" open={isOpen} onClose={() => setOpen(false)} layout="left">
        <div onClick={(event) => (event.target as Element).closest('a') && setOpen(false)}>
          <Tabs {...props} />
        </div>
      </Dialog>
    </div>
  )
}

/** The tabs on wide screens: a column at the left. */
export const ConsoleTabs = (props: TabsProps) => (
  <div className="sticky top-12 h-[calc(var(--screen)-48px-var(--ribbon,0px))] overflow-y-auto border-r border-line max-md:hidden">
    <Tabs {...props} />
  </div>
)

const Tabs = ({ tabs, current, waiting }: TabsProps) => (
  <nav aria-label="Console" className="flex min-h-full flex-col gap-0.5 p-2">
    {tabs.map(({ name, path: href }) => {
      const isCurrent = name === current
      const Icon = TAB_ICONS[name]
      return (
        <Link
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={classes(
            'flex min-h-11 shrink-0 items-center gap-2 rounded-card px-3 text-14 text-ink md:min-h-9',
            isCurrent ? 'bg-tint font-bold' : 'hover:bg-raised',
          )}
        >
          <Icon className="size-4 shrink-0" aria-hidden />
          <span className="mr-auto whitespace-nowrap">{name}</span>
          <Count {...(waiting[name] ?? NOTHING)} />
        </Link>
      )
    })}
    <div className="mt-auto pt-2">
      <ThemeSwitch />
    </div>
  </nav>
)

const NOTHING: TabCount = { count: 0, isCapped: false, text: '' }

/** A number in a filled pill, with its meaning for screen readers; nothing for zero. */
function Count({ count, isCapped, text }: TabCount) {
  if (count === 0) return null
  const isMore = isCapped || count > MAX_COUNTED_TASKS
  return (
    <span className="inline-flex min-w-6 shrink-0 justify-center rounded-full bg-live px-1.5 text-12 leading-5 font-bold text-paper tabular">
      <span aria-hidden="true">{isMore ? `${MAX_COUNTED_TASKS}+` : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}
