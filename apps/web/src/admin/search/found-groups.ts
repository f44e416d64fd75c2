import type { SearchResults } from '@mupiira/contract/admin-search.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { leagueName } from '../../shared/format/game-texts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { PAYMENT_TYPE_TEXTS } from '@mupiira/domain/payments/payment-texts.ts'
import { foundActions, type FoundItem, type MayDo } from './found-actions.ts'

export type FoundGroup = { readonly title: string; readonly items: readonly FoundItem[] }

/** Screens and settings found by name, which this member of staff may open. */
export type LocalResults = {
  readonly screens: readonly { readonly name: string; readonly path: string }[]
  readonly settings: readonly string[]
  readonly may: MayDo
}

/** The most settings and screens that are shown. */
const MAX_LOCAL = 5

/** The results of a search by kind, without empty kinds. */
export function foundGroups(
  typed: string,
  found: SearchResults | undefined,
  { screens, settings, may }: LocalResults,
): FoundGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (name: string): boolean =>
    words.length > 0 && words.every((word) => name.toLowerCase().includes(word))
  const groups: readonly FoundGroup[] = [
    {
      title: 'Players',
      items: (found?.players ?? []).map(({ id, name, username, phoneNumber, accountStatus }) => ({
        id: `player-${id}`,
        title: name === '' ? username : name,
        detail: [displayPhone(phoneNumber), accountStatus === 'active' ? '' : accountStatus]
          .filter(Boolean)
          .join(' · '),
        href: `/admin/users/${id}`,
      })),
    },
    {
      title: 'Tickets',
      items: (found?.tickets ?? []).map(({ id, bookingCode, totalStake, status, user }) => ({
        id: `ticket-${id}`,
        title: bookingCode,
        detail: [moneyText(totalStake), status, user?.username].filter(Boolean).join(' · '),
        href: `/admin/bets?view=${id}`,
      })),
    },
    {
      title: 'Payments',
      items: (found?.payments ?? []).map(({ id, shortReference, type, amount, status, user }) => ({
        id: `payment-${id}`,
        title: shortReference,
        detail: [`${PAYMENT_TYPE_TEXTS[type]} ${moneyText(amount)}`, status, user?.username]
          .filter(Boolean)
          .join(' · '),
        href: `/admin/transactions?view=${id}`,
      })),
    },
    {
      title: 'Games',
      items: (found?.games ?? []).map(({ id, name, league, country, startTime, status }) => ({
        id: `game-${id}`,
        title: name,
        detail: `${leagueName(league, country)} · ${status === 'live' ? 'live' : dateTimeText(startTime)}`,
        href: `/admin/games/${id}`,
      })),
    },
    { title: 'Actions', items: foundActions(isFound, found, may) },
    {
      title: 'Settings',
      items: settings
        .filter(isFound)
        .slice(0, MAX_LOCAL)
        .map((name) => ({
          id: `setting-${name.replaceAll(/\W+/g, '-')}`,
          title: name,
          detail: '',
          href: `/admin/settings?find=${encodeURIComponent(name)}`,
        })),
    },
    {
      title: 'Screens',
      items: screens
        .filter(({ name }) => isFound(name))
        .slice(0, MAX_LOCAL)
        .map(({ name, path }) => ({ id: `screen-${path}`, title: name, detail: '', href: path })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
