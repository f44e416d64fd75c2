import { Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'

export type MenuAction = {
  readonly text: string
  readonly icon: LucideIcon
  readonly isDangerous?: boolean
  readonly onSelect: () => void
}

type ActionMenuProps = {
  /** The button's name for screen readers: "More actions of amina". */
  readonly label: string
  readonly actions: readonly MenuAction[]
}

/** The further actions of a row. Destructive actions are red and come last. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const selected = useRef<(() => void) | null>(null)
  const harmless = actions.filter(({ isDangerous }) => !isDangerous)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)
  // An action opens a dialog. It runs after the menu has closed, so that the dialog returns the focus to the button.
  const runSelected = (event: Event) => {
    event.preventDefault()
    trigger.current?.focus()
    selected.current?.()
    selected.current = null
  }
  const item = ({ text, icon: Icon, isDangerous, onSelect }: MenuAction) => (
    <DropdownMenu.Item
      key={text}
      onSelect={() => {
        selected.current = onSelect
      }}
      className={classes(
        'flex min-h-11 cursor-pointer items-center gap-3 px-3 font-bold outline-none data-highlighted:bg-tint md:min-h-9',
        isDangerous && 'text-down',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </DropdownMenu.Item>
  )
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button ref={trigger} variant="secondary" aria-label={label}>
          <Ellipsis aria-hidden="true" className="size-4" />
          <span className="md:sr-only">More</span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          collisionPadding={8}
          onCloseAutoFocus={runSelected}
          className="z-30 min-w-44 rounded-card border border-line bg-raised py-1 text-14"
        >
          {harmless.map(item)}
          {harmless.length > 0 && dangerous.length > 0 && (
            <DropdownMenu.Separator className="my-1 border-t border-line" />
          )}
          {dangerous.map(item)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
