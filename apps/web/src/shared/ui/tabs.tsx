import { useRef, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'

export type Tab<Id extends string> = {
  readonly id: Id
  readonly name: string
  /** Null while the count is unknown. Its space is reserved, so that the tabs do not move when it appears. */
  readonly count?: number | null | undefined
}

type TabsProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  /** Null while no panel is open. */
  readonly chosen: Id | null
  readonly onChoose: (id: Id) => void
  /** The id of the panel that the tabs control. */
  readonly panelId: string
}

/** The look of tabs, also for links between screens. */
export const TAB_LIST = 'no-scrollbar flex overflow-x-auto border-b border-line px-1'
export const tabClasses = (isCurrent: boolean): string =>
  classes(
    'flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 border-b-2 px-2 text-14 md:px-3',
    isCurrent ? 'border-gold font-bold text-ink' : 'border-transparent text-muted',
  )

/** A row of tabs that scrolls if it is too long. Arrow keys move between tabs. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, panelId }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.id === chosen)
    const next = tabs[(Math.max(index, 0) + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown} className={TAB_LIST}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${panelId}-${tab.id}`}
          data-tab={tab.id}
          aria-selected={tab.id === chosen}
          aria-controls={panelId}
          tabIndex={tab.id === (chosen ?? tabs[0]?.id) ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          className={tabClasses(tab.id === chosen)}
        >
          <span>{tab.name}</span>
          {tab.count !== undefined && <span className="min-w-[2ch] text-left text-12 tabular">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
