import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { PageRequest } from '../../../kernel/db/list-page.ts'
import { isId } from '../../../kernel/ids.ts'
import type { AccountSearch, listAccounts } from './account-list.repository.ts'
import type { Profile } from './profiles.repository.ts'

/** A search with more matches is refused, because totals and exports of only some matches would be wrong. */
const MAX_ACCOUNTS = 200

export type SearchRefusal =
  | { readonly code: 'SEARCH_TOO_WIDE'; readonly most: number }
  | { readonly code: 'TWO_SEARCHES' }

type FoundAccounts = { readonly text: string; readonly userIds: readonly string[] }

type ListAccounts = (search: AccountSearch, pageRequest: PageRequest) => ReturnType<typeof listAccounts>

/**
 * The accounts a staff search selects: one player by id (ADMT-12), or all matches of the words; null for all accounts.
 * Combining both, or too many matches, is refused.
 */
export async function findAccounts(
  { profiles }: { readonly profiles: { readonly list: ListAccounts } },
  { q = '', user }: { readonly q?: string | undefined; readonly user?: string | undefined },
): Promise<Result<FoundAccounts | null, SearchRefusal>> {
  const text = q.trim()
  if (user !== undefined && text !== '') return err({ code: 'TWO_SEARCHES' })
  if (user !== undefined) return ok({ text: '', userIds: isId(user) ? [user] : [] })
  if (text === '') return ok(null)
  if (isId(text)) return ok({ text: '', userIds: [text] })
  const pageRequest = { page: 1, pageSize: MAX_ACCOUNTS, after: null }
  const { items: accounts, hasMore } = await profiles.list({ q: text }, pageRequest)
  if (hasMore) return err({ code: 'SEARCH_TOO_WIDE', most: MAX_ACCOUNTS })
  return ok({ text, userIds: accounts.map(({ id }) => id) })
}

export const presentAccount = (profile: Profile | undefined) =>
  profile === undefined
    ? null
    : {
        id: profile.id,
        username: profile.username,
        name: nameOf(profile),
        email: profile.email,
        phoneNumber: profile.phoneNumber,
      }
