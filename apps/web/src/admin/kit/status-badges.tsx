import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import type { User } from '@mupiira/contract/users.ts'
import { dateText } from '../../shared/format/times.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { STATUS_TONES } from './tones.ts'

type StatusBadgesProps = { readonly user: Pick<User, 'accountStatus' | 'excludedUntil'> }

/** The status of the account, and a self-exclusion (PLAY-03). */
export const StatusBadges = ({ user: { accountStatus, excludedUntil } }: StatusBadgesProps) => (
  <span className="inline-flex flex-wrap gap-1">
    <Badge tone={STATUS_TONES[accountStatus]}>{ACCOUNT_STATUS_TEXTS[accountStatus]}</Badge>
    {excludedUntil !== null && <Badge tone="down">Self-excluded until {dateText(excludedUntil)}</Badge>}
  </span>
)
