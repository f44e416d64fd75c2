import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { classes } from '../../shared/ui/classes.ts'
import { useOddsText } from '../../shared/odds-format.ts'
import { List, Menu, Ticket, User } from '../../shared/ui/icons.tsx'
import { BallIcon } from '../../shared/ui/logo.tsx'
import { useSession } from '../../state/session.ts'
import { useOpenSlip } from '../../state/slip-sheet.ts'
import { useSlipTotal } from '../../state/slip-total.ts'
import { useSlipCount } from '../../state/slip.ts'
import { counted } from '../../shared/format/counted.ts'

/** With very large letters, the text size depends on the screen width, so that each name fits on one line. */
const ITEM = 'flex h-14 flex-col items-center justify-center gap-0.5 text-12 whitespace-nowrap letters:text-[4.2vw]'

/**
 * The bottom bar of phones (APP-40 to APP-43). Hidden on short screens during Aviator, so that both bets are visible.
 */
export function BottomBar({ onMenu }: { readonly onMenu: () => void }) {
  const isHiddenOnLowPhones = useIsPlayingAviator()
  return (
    <>
      <div aria-hidden="true" className={classes('h-14 safe-bottom md:hidden', isHiddenOnLowPhones && 'low:hidden')} />
      <nav
        aria-label="Quick links"
        className={classes(
          'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised safe-bottom md:hidden',
          isHiddenOnLowPhones && 'low:hidden',
        )}
      >
        <div className="mx-auto grid max-w-xl grid-cols-5">
          <button type="button" onClick={onMenu} className={classes(ITEM, 'text-muted')}>
            <Menu className="size-5" /> Menu
          </button>
          <BarLink href="/sports" otherPaths={['/', '/virtual']} icon={<BallIcon className="size-5" />} name="Sports" />
          <SlipButton />
          <BarLink href="/mybets" icon={<List className="size-5" />} name="My Bets" />
          <BarLink href="/account" icon={<User className="size-5" />} name="Account" />
        </div>
      </nav>
    </>
  )
}

/** Visitors see the intro at the same address. */
function useIsPlayingAviator(): boolean {
  const [path] = useLocation()
  const search = useSearch()
  const { status } = useSession()
  return path === '/aviator' && new URLSearchParams(search).has('play') && status !== 'out'
}

type BarLinkProps = {
  readonly href: string
  readonly otherPaths?: readonly string[]
  readonly icon: ReactNode
  readonly name: string
}

function BarLink({ href, otherPaths = [], icon, name }: BarLinkProps) {
  const [path] = useLocation()
  const isCurrent = path === href || otherPaths.includes(path)
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(ITEM, isCurrent ? 'font-bold text-ink' : 'text-muted')}
    >
      {icon} {name}
    </Link>
  )
}

function SlipButton() {
  const count = useSlipCount()
  // The slip screen shows the total itself.
  const isOnSlip = useLocation()[0] === '/betslip'
  const currentTotal = useSlipTotal()
  const totalOdds = isOnSlip ? null : currentTotal
  const oddsText = useOddsText()
  const total = totalOdds === null ? null : shortTotal(totalOdds, oddsText(totalOdds))
  const openSlip = useOpenSlip()
  return (
    <div className="flex justify-center">
      <Link
        href="/betslip"
        onClick={openSlip}
        aria-label={`Betslip, ${counted(count, 'selection')}${total === null ? '' : `, total odds ${total}`}`}
        className="-mt-3 flex size-13 flex-col items-center justify-center rounded-full border-2 border-raised bg-gold text-20 font-bold text-on-gold tabular"
      >
        {count === 0 ? <Ticket className="size-6" /> : <span className="leading-5">{count}</span>}
        {/*
         * The style sheet draws the total, because visible text must be an unbroken part of the link's accessible name
         * (WCAG 2.5.3).
         */}
        {total !== null && (
          <span data-total={total} className="text-12 leading-3 before:content-[attr(data-total)] letters:hidden" />
        )}
      </Link>
    </div>
  )
}

const MAX_LENGTH = 7

/** The odds if they fit the button, else the whole number of the decimal odds: "11.73", "2450000", "9999999+". */
function shortTotal(hundredths: bigint, text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const whole = String(hundredths / 100n)
  return whole.length <= MAX_LENGTH ? whole : '9999999+'
}

/** Announces the number of selections to screen readers whenever it changes. */
export function SlipCountAnnouncer() {
  const count = useSlipCount()
  return (
    <p role="status" className="sr-only">
      {counted(count, 'selection')} in your betslip
    </p>
  )
}
