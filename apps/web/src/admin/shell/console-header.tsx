import { House, LogOut } from 'lucide-react'
import { Link } from 'wouter'
import { SETTING_KEYS } from '@mupiira/domain/settings/catalogue.ts'
import { settingName } from '@mupiira/domain/settings/texts.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LogoMark } from '../../shared/ui/logo.tsx'
import { useMay } from '../../state/session.ts'
import { useLogOut } from '../../state/use-log-out.ts'
import { SearchEverywhere } from '../search/search-everywhere.tsx'
import { type ConsoleTab, namedScreens, routesFor } from './screens.ts'
import { CountedMenu } from './counted-tabs.tsx'

type HeaderProps = {
  /** The tabs of the menu; null before the second factor, when menu and search are closed. */
  readonly tabs: readonly ConsoleTab[] | null
  readonly current: string | undefined
}

export function ConsoleHeader({ tabs, current }: HeaderProps) {
  const may = useMay()
  const local = {
    screens: namedScreens(routesFor(may)),
    settings: may('admin:settings:read') ? SETTING_KEYS.map(settingName) : [],
    may,
  }
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center border-b border-line bg-paper px-1 md:gap-1 md:px-2">
      {tabs !== null && <CountedMenu tabs={tabs} current={current} />}
      <Link href="/" aria-label="Homepage" className="inline-flex size-11 items-center justify-center">
        <LogoMark />
      </Link>
      <p className="mr-auto text-16 font-bold whitespace-nowrap">Admin Panel</p>
      {tabs !== null && <SearchEverywhere local={local} />}
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
