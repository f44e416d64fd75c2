import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { ROLES } from '@mupiira/domain/access/capabilities.ts'
import { formatDecimal, type Ugx, ZERO } from '@mupiira/domain/money/ugx.ts'
import { displayPhone, reachableEmail } from '@mupiira/domain/phone/phone.ts'
import { sortableDateTime } from '@mupiira/domain/time/kampala.ts'
import { everyPage, type ListPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import { code, csvFile, type CsvRow } from '../../../kernel/http/files/csv.ts'
import type { FileAnswer } from '../../../kernel/http/route.ts'
import type { Wallet } from '../../wallet/index.ts'
import type { Profile } from '../accounts/profiles.repository.ts'
import type { RecordRows } from '../../audit/index.ts'

const HEADINGS = [
  'First name',
  'Last name',
  'Username',
  'Phone',
  'Email',
  'Balance (UGX)',
  'Status',
  'Role',
  'Member since (EAT)',
]

/** All accounts of the list, written as they are read. */
export const usersCsv = (
  { wallet, recordRows }: { readonly wallet: Pick<Wallet, 'accounts'>; readonly recordRows: RecordRows },
  read: (pageRequest: PageRequest) => Promise<ListPage<Profile>>,
  name: string,
): FileAnswer => csvFile(name, HEADINGS, recordRows(userRows(wallet, read)))

async function* userRows(
  wallet: Pick<Wallet, 'accounts'>,
  read: (pageRequest: PageRequest) => Promise<ListPage<Profile>>,
): AsyncGenerator<CsvRow> {
  for await (const profiles of everyPage(read)) {
    const balances = await wallet.accounts.balances(profiles.map(({ id }) => id))
    for (const profile of profiles) yield rowOf(profile, balances.get(profile.id)?.balance ?? ZERO)
  }
}

const rowOf = (profile: Profile, balance: Ugx): CsvRow => [
  profile.firstName,
  profile.lastName,
  code(profile.username),
  displayPhone(profile.phoneNumber),
  reachableEmail(profile.email) ?? '',
  formatDecimal(balance),
  ACCOUNT_STATUS_TEXTS[profile.accountStatus],
  ROLES[profile.role].label,
  sortableDateTime(profile.createdAt),
]
