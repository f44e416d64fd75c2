import { nameOf } from '@mupiira/domain/identity/registration.ts'
import {
  ArrowDownUp,
  CircleQuestionMark,
  ExternalLink,
  KeyRound,
  LayoutDashboard,
  ScrollText,
  ShieldCheck,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { carrierOf } from '@mupiira/domain/phone/carriers.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { carrierPrefixesOf } from '../../shared/carrier-prefixes.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { brand } from '../../shared/brand.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CarrierTag } from '../../shared/ui/carrier-tag.tsx'
import { DebtNotice } from '../../shared/ui/debt-notice.tsx'
import { RowLink } from '../../shared/ui/row-link.tsx'
import { Card, Money, UnreadBadge } from '../../shared/ui/surfaces.tsx'
import { useBalance, useUnread } from '../../state/account-figures.ts'
import { useChatUnread } from '../../state/chat-unread.ts'
import { ExcludedNotice, useExclusion, useMayDeposit } from '../../state/exclusion.tsx'
import { setMuted, usePreferences } from '../../state/preferences.ts'
import { useMay, usePlayer, useUser } from '../../state/session.ts'
import { useLogOut } from '../../state/use-log-out.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { ThemeSwitch } from '../../state/theme-switch.tsx'
import { InstallRow } from './install-row.tsx'
import { PlayerSettingsCard } from './player-settings.tsx'
import { SwitchRow } from './switch-row.tsx'
import { Bell, ChevronDown, List } from '../../shared/ui/icons.tsx'

/** The account page (ACCT-01 to ACCT-14). */
export function AccountScreen() {
  const user = useUser()
  const may = useMay()
  const unread = useUnread()
  const settings = usePublicSettings()
  if (user === null) return null
  const carrier = carrierOf(user.phoneNumber, carrierPrefixesOf(settings))
  return (
    <div className="mx-auto flex max-w-120 flex-col gap-3 p-3">
      <h1 className="sr-only">Account</h1>
      <Card>
        <div className="flex items-center gap-3">
          <CarrierTag carrier={carrier} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-16 font-bold">{nameOf(user)}</p>
            <p className="text-14 text-muted tabular">{displayPhone(user.phoneNumber)}</p>
          </div>
        </div>
        <Balance />
        <MoneyLinks />
      </Card>
      <nav aria-label="Account" className="overflow-hidden rounded-card border border-line bg-raised">
        <RowLink href="/notifications" icon={<Bell className="size-5" />} end={<UnreadBadge count={unread} />}>
          Notifications
        </RowLink>
        <RowLink href="/manage-account" icon={<KeyRound className="size-5" />}>
          Password and sessions
        </RowLink>
        <RowLink href="/mybets" icon={<List className="size-5" />}>
          My Bets
        </RowLink>
        <RowLink href="/payments" icon={<ArrowDownUp className="size-5" />}>
          Payments
        </RowLink>
        <RowLink href="/statement" icon={<ScrollText className="size-5" />}>
          Statement
        </RowLink>
        <RowLink href="/responsible-gambling" icon={<ShieldCheck className="size-5" />}>
          Limits and breaks
        </RowLink>
        <HelpCenter />
        <InstallRow />
        <RowLink href={brand.siteUrl} icon={<ExternalLink className="size-5" />}>
          {brand.name} main site
        </RowLink>
        {may('admin:enter') && (
          <RowLink href="/admin" icon={<LayoutDashboard className="size-5" />}>
            Admin Dashboard
          </RowLink>
        )}
      </nav>
      <PlayerSettingsCard />
      <SoundToggle />
      <ThemeSwitch />
      <LogOutButton />
    </div>
  )
}

/** Deposit and withdrawal links. Staff have no wallet actions (D55a), and self-excluded players see no deposit link. */
function MoneyLinks() {
  const player = usePlayer()
  const exclusion = useExclusion()
  const mayDeposit = useMayDeposit()
  if (player === null) return null
  return (
    <div className="flex flex-col gap-3 pt-3">
      {exclusion && <ExcludedNotice exclusion={exclusion} />}
      <div className="grid auto-cols-fr grid-flow-col gap-2 letters:grid-flow-row">
        {mayDeposit && <ButtonLink href="/deposit">DEPOSIT</ButtonLink>}
        <ButtonLink href="/withdraw" variant="secondary">
          WITHDRAW
        </ButtonLink>
      </div>
    </div>
  )
}

function HelpCenter() {
  const unread = useChatUnread()
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 px-3 text-14 [&::-webkit-details-marker]:hidden">
        <CircleQuestionMark className="size-5 text-muted" />
        <span className="flex-1">Help Center</span>
        <UnreadBadge count={unread} />
        <ChevronDown className="size-4 text-muted group-open:upside-down" />
      </summary>
      <div className="border-t border-line bg-paper pl-8">
        <RowLink href="/extended-rules">Extended Rules</RowLink>
        <RowLink href="/help" end={<UnreadBadge count={unread} />}>
          Help
        </RowLink>
        <RowLink href="/rules">Betting Rules</RowLink>
        <RowLink href="/responsible-gambling">Responsible Gambling</RowLink>
      </div>
    </details>
  )
}

function Balance() {
  const balance = useBalance()
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pt-3">
        <span className="text-14 text-muted">Balance</span>
        <span className="text-20 font-bold">
          <Money amount={balance ?? 0} />
        </span>
      </p>
      <div className="pt-3 empty:hidden">
        <DebtNotice balance={balance} />
      </div>
    </>
  )
}

function SoundToggle() {
  const muted = usePreferences((state) => state.muted)
  const Icon = muted ? VolumeX : Volume2
  return (
    <SwitchRow icon={<Icon className="size-5 text-muted" />} isOn={!muted} onSwitch={(isOn) => setMuted(!isOn)}>
      Notification sound
    </SwitchRow>
  )
}

function LogOutButton() {
  const { busy, logOut } = useLogOut((error) =>
    error instanceof ApiError ? `Error logging out: ${textOf(error, error.message)}` : 'Unexpected error during logout',
  )
  return (
    <Button variant="danger" wide busy={busy} busyText="Logging out…" onClick={logOut}>
      Log Out
    </Button>
  )
}
