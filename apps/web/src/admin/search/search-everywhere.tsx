import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import type { Screen } from './found-groups.ts'
import { SearchBox } from './search-box.tsx'
import { useSearchKeys } from './use-search-keys.ts'

/** The search in the header: a field on wide screens, a button that opens the search on phones. */
export function SearchEverywhere({ screens }: { readonly screens: readonly Screen[] }) {
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  useSearchKeys(() => {
    // The field is hidden on phones.
    if (field.current?.offsetParent === null) setOpen(true)
    else field.current?.focus()
  })
  return (
    <>
      <div className="w-full max-w-96 max-md:hidden">
        <SearchBox screens={screens} field={field} layout="menu" onDone={() => field.current?.blur()} />
      </div>
      <div className="md:hidden">
        <IconButton label="Search" onClick={() => setOpen(true)}>
          <Search className="size-5" />
        </IconButton>
      </div>
      <Dialog title="Search" open={isOpen} onClose={() => setOpen(false)} layout="wide">
        <DialogSearch screens={screens} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type DialogSearchProps = { readonly screens: readonly Screen[]; readonly onDone: () => void }

function DialogSearch({ screens, onDone }: DialogSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="min-h-[calc(var(--screen)*0.7)] p-3">
      <SearchBox screens={screens} field={field} layout="page" onDone={onDone} />
    </div>
  )
}
