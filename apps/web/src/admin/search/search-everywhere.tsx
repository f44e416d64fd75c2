import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { IconButton } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import type { LocalResults } from './found-groups.ts'
import { SearchBox } from './search-box.tsx'
import { useSearchKeys } from './use-search-keys.ts'

/** The screen that opens with the focus in the search. */
const STARTS_IN = '/admin/dashboard'

/** The search in the header: a field on wide screens, a button that opens the search on phones. */
export function SearchEverywhere({ local }: { readonly local: LocalResults }) {
  const field = useRef<HTMLInputElement>(null)
  /** The element that had the focus when a key opened the search. */
  const before = useRef<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  useSearchKeys(() => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    // The field is hidden on phones.
    if (field.current?.offsetParent === null) setOpen(true)
    else field.current?.focus()
  })
  const [path] = useLocation()
  // Most days of customer care and finance start with a number or a reference.
  useEffect(() => {
    const isShown = field.current?.offsetParent != null && window.matchMedia('(hover: hover)').matches
    if (path === STARTS_IN && isShown && document.activeElement === document.body) field.current?.focus()
  }, [path])
  const leave = (isChosen: boolean) => {
    field.current?.blur()
    // A chosen screen takes the focus. Otherwise it returns to where it was.
    if (isChosen) document.getElementById('console')?.focus({ preventScroll: true })
    else before.current?.focus()
    before.current = null
  }
  return (
    <>
      <div className="w-full max-w-96 max-md:hidden">
        <SearchBox local={local} field={field} layout="menu" onDone={leave} />
      </div>
      <div className="md:hidden">
        <IconButton label="Search" onClick={() => setOpen(true)}>
          <Search className="size-5" />
        </IconButton>
      </div>
      <Dialog title="Search" open={isOpen} onClose={() => setOpen(false)} layout="wide">
        <DialogSearch local={local} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type DialogSearchProps = { readonly local: LocalResults; readonly onDone: () => void }

function DialogSearch({ local, onDone }: DialogSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="min-h-[calc(var(--screen)*0.7)] p-3">
      <SearchBox local={local} field={field} layout="page" onDone={onDone} />
    </div>
  )
}
