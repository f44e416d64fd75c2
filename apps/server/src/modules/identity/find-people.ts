import { isId } from '../../kernel/ids.ts'
import type { listPeople } from './people.ts'
import type { Profile } from './profile.ts'

/** A search with more matches is refused, because totals and files of a part of them would be wrong. */
const MAX_PEOPLE = 200

const TWO_SEARCHES = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'q', message: 'cannot be combined with a player' }],
} as const

export type SearchRefusal =
  | { readonly error: 'SEARCH_TOO_WIDE'; readonly details: { readonly most: number } }
  | typeof TWO_SEARCHES

type ListPeople = (search: Parameters<typeof listPeople>[1]) => ReturnType<typeof listPeople>

/**
 * The accounts that a staff search is about: one player, or everyone who matches the words. Null: all accounts. A search
 * for both, or with too many matches, is refused.
 */
export async function findPeople(
  identity: { readonly listPeople: ListPeople },
  { q = '', user }: { readonly q?: string | undefined; readonly user?: string | undefined },
): Promise<{ readonly words: string; readonly userIds: readonly string[] } | SearchRefusal | null> {
  const words = q.trim()
  if (user !== undefined && words !== '') return TWO_SEARCHES
  if (user !== undefined) return { words: '', userIds: isId(user) ? [user] : [] }
  if (words === '') return null
  const { people } = await identity.listPeople({ q: words, offset: 0, limit: MAX_PEOPLE + 1 })
  if (people.length > MAX_PEOPLE) return { error: 'SEARCH_TOO_WIDE', details: { most: MAX_PEOPLE } }
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
