import type { User } from '@mupiira/contract/users.ts'
import { ugxToNumber, type Ugx } from '@mupiira/domain/money/ugx.ts'
import type { Profile } from '../identity/index.ts'

export const presentUser = (profile: Profile, balance: Ugx | undefined, excludedUntil: Date | undefined): User => ({
  id: profile.id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  username: profile.username,
  phoneNumber: profile.phoneNumber,
  email: profile.email,
  balance: balance === undefined ? 0 : ugxToNumber(balance),
  accountStatus: profile.accountStatus,
  excludedUntil: excludedUntil?.toISOString() ?? null,
  role: profile.role,
  createdAt: profile.createdAt.toISOString(),
})
