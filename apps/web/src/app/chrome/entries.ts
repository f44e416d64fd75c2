import { CardSuit, Ticket, Timer, TrendUp } from '../../shared/ui/icons.tsx'
import { isRoute } from '../find-route.ts'

export type Entry = { readonly name: string; readonly href: string; readonly Icon?: typeof Timer }

/** Keeps only entries with an existing route. */
export const withRoutes = <E extends Entry>(entries: readonly E[]): readonly E[] =>
  entries.filter(({ href }) => isRoute(href))

type HeaderLink = Entry & {
  /** Hidden on the smallest tablets, whose header has no room for it. */
  readonly needsRoom?: true
}

export const HEADER_LINKS: readonly HeaderLink[] = [
  { name: 'HOME', href: '/' },
  { name: 'SPORTS', href: '/sports' },
  { name: 'LIVE NOW', href: '/live' },
  { name: 'LIVESCORE', href: '/livescore', Icon: Timer },
  { name: 'AVIATOR', href: '/aviator' },
  { name: 'MY BETS', href: '/mybets', needsRoom: true },
]

export const MENU_ENTRIES: readonly Entry[] = [
  { name: 'Home', href: '/' },
  { name: 'Sports', href: '/sports' },
  { name: 'Live Now', href: '/live' },
  { name: 'Casino', href: '/casino', Icon: CardSuit },
  { name: 'Aviator', href: '/aviator', Icon: TrendUp },
  { name: 'Booking Code', href: '/booking-code', Icon: Ticket },
]

export const COUNTRIES = ['Uganda', 'Kenya', 'Tanzania', 'Rwanda', 'Ghana'] as const

export const FOOTER_LINKS: readonly Entry[] = [
  { name: 'Sports', href: '/sports' },
  { name: 'My Bets', href: '/mybets' },
  { name: 'Help Center', href: '/help' },
  { name: 'Terms', href: '/terms' },
  { name: 'Refund Policy', href: '/refund-policy' },
]
