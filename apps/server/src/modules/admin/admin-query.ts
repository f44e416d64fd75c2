import { startOfDayKey, startOfNextDay } from '@mupiira/domain/time/kampala.ts'
import { isId } from '../../kernel/ids.ts'
import type { Identity, Profile } from '../identity/index.ts'

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }

/** From a moment until before another; null: without that end. */
export type Period = { readonly from: Date | null; readonly until: Date | null }

/** Two days in Kampala, both whole (ADMT-13); or which of them is none. */
export function readDays(days: Days): Period | { readonly wrong: 'from' | 'to' } {
  const from = days.from === undefined ? null : startOfDayKey(days.from)
  const to = days.to === undefined ? null : startOfDayKey(days.to)
  if (days.from !== undefined && from === null) return { wrong: 'from' }
  if (days.to !== undefined && to === null) return { wrong: 'to' }
  return { from, until: to === null ? null : startOfNextDay(to) }
}

export const noDay = ({ wrong }: { readonly wrong: 'from' | 'to' }) =>
  ({ error: 'INVALID_FIELDS', errors: [{ path: wrong, message: 'is not a day' }] }) as const

/** A search that more people than this match is refused: of a part of them no total and no file would be true. */
const MOST_PEOPLE = 200

const TWO_SEARCHES = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'q', message: 'is not asked for together with a player' }],
} as const

export type SearchRefusal =
  | { readonly error: 'SEARCH_TOO_WIDE'; readonly details: { readonly most: number } }
  | typeof TWO_SEARCHES

/**
 * Whose tickets or payments are meant: one player's, or those of everybody whom the words match; both at once are refused.
 * Null: everybody's. More than can be asked for at once: refused.
 */
export async function peopleMeant(
  identity: Pick<Identity, 'listPeople'>,
  { q = '', user }: { readonly q?: string | undefined; readonly user?: string | undefined },
): Promise<{ readonly words: string; readonly userIds: readonly string[] } | SearchRefusal | null> {
  const words = q.trim()
  if (user !== undefined && words !== '') return TWO_SEARCHES
  if (user !== undefined) return { words: '', userIds: isId(user) ? [user] : [] }
  if (words === '') return null
  const { people } = await identity.listPeople({ q: words, offset: 0, limit: MOST_PEOPLE + 1 })
  if (people.length > MOST_PEOPLE) return { error: 'SEARCH_TOO_WIDE', details: { most: MOST_PEOPLE } }
  return { words, userIds: people.map(({ id }) => id) }
}

export const nameOf = ({ firstName, lastName }: Profile): string => `${firstName} ${lastName}`

export const presentPerson = (profile: Profile | undefined) =>
  profile === undefined
    ? null
    : {
        id: profile.id,
        username: profile.username,
        name: nameOf(profile),
        email: profile.email,
        phoneNumber: profile.phoneNumber,
      }
