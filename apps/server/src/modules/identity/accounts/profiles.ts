import type { ConsoleSearch } from '@mupiira/domain/access/console-search.ts'
import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import type { PageRequest } from '../../../kernel/db/list-page.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Encryption } from '../../../kernel/encryption.ts'
import type { Wallet } from '../../wallet/index.ts'
import { type AccountSearch, listAccounts } from './account-list.repository.ts'
import { searchAccounts } from './search-accounts.repository.ts'
import { lockProfile, readCredential, readNames, readNin, readProfiles, saveEmail } from './profiles.repository.ts'

export function createProfiles(
  db: Db,
  { wallet, ninEncryption }: { readonly wallet: Pick<Wallet, 'accounts'>; readonly ninEncryption: Encryption },
) {
  return {
    byId: async (userId: string) => (await readProfiles(db, [userId])).get(userId) ?? null,
    byIds: (userIds: readonly string[]) => readProfiles(db, userIds),
    /** Finds an account by its exact number. A search would also find the number in e-mail addresses. */
    byPhone: async (phone: PhoneNumber) => (await readCredential(db, phone))?.profile ?? null,
    /** Names only, for exports with many players. */
    names: (userIds: readonly string[]) => readNames(db, userIds),
    async fullNames(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const profiles = await readProfiles(db, [...new Set(userIds)])
      return new Map([...profiles].map(([id, profile]) => [id, nameOf(profile)]))
    },
    list: (search: AccountSearch, pageRequest: PageRequest) =>
      listAccounts(db, search, pageRequest, wallet.accounts.idsByBalance),
    /** For the search of the console. */
    search: (search: ConsoleSearch, limit: number) => searchAccounts(db, search, limit),
    lock: lockProfile,
    nationalIdNumber: (userId: string) => readNin(db, ninEncryption, userId),
    saveEmail,
  }
}
