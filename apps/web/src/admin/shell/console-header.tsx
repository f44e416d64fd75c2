import { House, LogOut } from 'lucide-react'
import { Link } from 'wouter'
import { textOf } from '../../shared/api/errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LogoMark } from '../../shared/ui/logo.tsx'
import { useLogOut } from '../../state/use-log-out.ts'
import { SearchEverywhere } from '../search/search-everywhere.tsx'
import type { ConsoleTab } from './screens.ts'

/** `tabs`: the screens that the search finds; null before the second factor, when the search is closed. */
export function ConsoleHeader({ tabs }: { readonly tabs: readonly ConsoleTab[] | null }) {
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-line bg-paper px-2">
      <Link href="/" aria-label="Homepage" className="inline-flex size-11 items-center justify-center">
        <LogoMark />
      </Link>
      <p className="mr-auto text-16 font-bold whitespace-nowrap">Admin Panel</p>
      {tabs !== null && <SearchEverywhere screens={tabs} />}
      <ButtonLink variant="quiet" href="/">
        <House className="size-4" />
        <span className="max-md:sr-only">Back to Site</span>
      </ButtonLink>
      <LogOutButton />
    </header>
  )
}

function LogOutButton() {
  const { busy, logOut } = useLogOut((error) =>
    textOf(error, 'We could not reach the server, so you are still logged in.'),
  )
  return (
    <Button variant="quiet" busy={busy} onClick={logOut}>
      <LogOut className="size-4" />
      <span className="max-md:sr-only">Logout</span>
    </Button>
  )
}
