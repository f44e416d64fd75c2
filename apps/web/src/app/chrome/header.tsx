import { Link, useLocation } from 'wouter'
import { brand } from '../../shared/brand.ts'
import { useReturnHere } from '../../shared/return-here.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Bell, Menu, Plus, Ticket, User } from '../../shared/ui/icons.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { LogoMark } from '../../shared/ui/logo.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useMatches } from '../../shared/use-matches.ts'
import { WIDE } from '../../shared/wide.ts'
import { useMayDeposit } from '../../state/exclusion.tsx'
import { useBalance, useUnread } from '../../state/account-figures.ts'
import { usePlayerSetting, useSession } from '../../state/session.ts'
import { useOpenSlip } from '../../state/slip-sheet.ts'
import { useSlipCount } from '../../state/slip.ts'
import { HEADER_LINKS, withRoutes } from './entries.ts'
import { counted } from '../../shared/format/counted.ts'

type HeaderProps = { readonly hiddenOnPhones: boolean; readonly onMenu: () => void }

export function Header({ hiddenOnPhones, onMenu }: HeaderProps) {
  return (
    <header className={classes('sticky top-0 z-30 border-b border-line bg-paper', hiddenOnPhones && 'max-md:hidden')}>
      <div className="mx-auto flex h-12 max-w-[1280px] items-center gap-0.5 px-1 md:gap-1 md:px-2">
        <IconButton label="Open menu" onClick={onMenu}>
          <Menu className="size-5" />
        </IconButton>
        {/*
         * If the name does not fit, it wraps to a second, hidden line and only the logo is visible. With very large
         * letters the logo is hidden too.
         */}
        <Link
          href="/"
          aria-label={`${brand.name}, home`}
          className="flex h-12 min-w-7 flex-wrap items-center gap-x-1.5 overflow-hidden max-[19rem]:hidden"
        >
          <span className="flex h-12 items-center">
            <LogoMark />
          </span>
          <span className="flex h-12 items-center text-20 font-bold tracking-tight">{brand.name}</span>
        </Link>
        <nav aria-label="Main" className="ml-2 hidden md:flex wide:ml-4">
          <HeaderLinks />
        </nav>
        <div className="ml-auto hidden w-full max-w-80 min-w-0 px-2 wide:block">
          <HeaderSearch />
        </div>
        <span className="flex-1 wide:hidden" />
        {/* `contents` avoids a layout shift when the session has loaded. */}
        <div className="contents *:shrink-0">
          <HeaderAccount />
        </div>
      </div>
    </header>
  )
}

const LazySearch = lazyPart(() => import('../../player/home/header-search.tsx').then((m) => m.HeaderSearch))

/** Loaded on wide screens only. The placeholder has the size of the field. */
function HeaderSearch() {
  const wide = useMatches(WIDE)
  const placeholder = <div className="h-9 rounded-full border border-line bg-raised" />
  return wide ? <LazySearch placeholder={placeholder} /> : placeholder
}

function HeaderLinks() {
  const [path] = useLocation()
  return withRoutes(HEADER_LINKS).map(({ name, href, Icon, needsRoom }) => (
    <Link
      key={href}
      href={href}
      aria-label={Icon && name}
      aria-current={path === href ? 'page' : undefined}
      className={classes(
        'flex h-12 items-center px-2 text-12 font-bold whitespace-nowrap wide:px-3',
        needsRoom && 'max-[56rem]:hidden',
        path === href ? 'border-b-2 border-gold text-ink' : 'text-muted',
      )}
    >
      {Icon === undefined ? name : <Icon className="size-5" />}
    </Link>
  ))
}

function HeaderAccount() {
  const session = useSession()
  const returnHere = useReturnHere()
  if (session.status === 'loading') return <span className="h-11 w-51" />
  if (session.status === 'out') {
    return (
      <>
        <SlipLink />
        <span className="hidden md:contents">
          <BellLink unread={0} />
        </span>
        <Link href="/login" state={returnHere} className="inline-flex min-h-11 items-center px-2 text-14 font-bold">
          LOGIN
        </Link>
        <Link href="/register" state={returnHere} className="group inline-flex min-h-11 items-center pr-1">
          <span className="rounded-card bg-gold px-3 py-2 text-14 leading-5 font-bold whitespace-nowrap text-on-gold">
            JOIN NOW
          </span>
        </Link>
      </>
    )
  }
  return <PlayerAccount />
}

function PlayerAccount() {
  const balance = useBalance()
  const unread = useUnread()
  const mayDeposit = useMayDeposit(false)
  const isHidden = usePlayerSetting('hide_balance')
  return (
    <>
      <SlipLink />
      <div className="flex h-11 min-w-0 items-center letters:shrink">
        <p
          aria-live="polite"
          className={classes(
            'flex h-9 min-w-0 items-center overflow-hidden border border-line bg-raised px-2 text-14 font-bold letters:text-12',
            mayDeposit ? 'rounded-l-card border-r-0' : 'rounded-card',
          )}
        >
          <span className="sr-only">Balance </span>
          {isHidden ? <HiddenBalance /> : <Money amount={balance ?? 0} />}
        </p>
        {mayDeposit && (
          <Link href="/deposit" aria-label="Deposit" className="-ml-2 flex size-11 shrink-0 items-center justify-end">
            <span className="flex size-9 items-center justify-center rounded-r-card bg-gold text-on-gold">
              <Plus className="size-4" strokeWidth={3} />
            </span>
          </Link>
        )}
      </div>
      <BellLink unread={unread} />
      <Link href="/account" aria-label="Account" className="hidden size-11 items-center justify-center md:inline-flex">
        <User className="size-5" />
      </Link>
    </>
  )
}

const HiddenBalance = () => (
  <>
    <span aria-hidden="true">UGX •••</span>
    <span className="sr-only">hidden</span>
  </>
)

function BellLink({ unread }: { readonly unread: number }) {
  return (
    <Link
      href="/notifications"
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread > 9 ? '9+' : unread} unread`}
      className="relative inline-flex size-11 items-center justify-center"
    >
      <Bell className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full bg-down px-1 text-center text-[12px] leading-[20px] font-bold text-paper tabular"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </Link>
  )
}

/** The link to the slip on medium screens, which have neither the bottom bar nor the slip column. */
function SlipLink() {
  const count = useSlipCount()
  const openSlip = useOpenSlip()
  return (
    <Link
      href="/betslip"
      onClick={openSlip}
      aria-label={`Betslip, ${counted(count, 'selection')}`}
      className="hidden min-h-11 items-center gap-1 px-2 text-14 font-bold md:inline-flex lg:hidden"
    >
      <Ticket className="size-5" />
      <span className="min-w-5 rounded-full bg-gold px-1 text-center text-12 leading-5 text-on-gold tabular">
        {count}
      </span>
    </Link>
  )
}
