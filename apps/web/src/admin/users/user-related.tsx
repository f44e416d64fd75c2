import { useQuery } from '@tanstack/react-query'
import type { RelatedAccount } from '@mupiira/contract/user-related.ts'
import { ACCOUNT_STATUS_TEXTS } from '@mupiira/domain/access/account-status-texts.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateText } from '../../shared/format/times.ts'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { AccountLink } from '../kit/account-link.tsx'
import { STATUS_TONES } from '../kit/tones.ts'
import { relatedQuery } from './user-queries.ts'

type Shared = RelatedAccount['shared'][number]

const SHARED_TEXTS: { readonly [K in Shared['kind']]: (detail: string) => string } = {
  device: () => 'Same browser',
  'payment-number': (number) => `Same payment number ${displayPhone(number)}`,
  network: (network) => `Same network ${network}, which few accounts use`,
}

/** Accounts that may belong to the same person. */
export function UserRelated({ userId }: { readonly userId: string }) {
  const query = useQuery(relatedQuery(userId))
  return (
    <Loaded query={query} what="the related accounts" skeleton={<Skeleton className="h-40 w-full" />}>
      {({ items, isCapped }) =>
        items.length === 0 ? (
          <EmptyState
            title="No related accounts"
            text="No other account has the same browser, payment number or rarely used network."
          />
        ) : (
          <div className="flex flex-col gap-2">
            <ul className="rounded-card border border-line bg-raised">
              {items.map((account) => (
                <Account key={account.user.id} account={account} />
              ))}
            </ul>
            {isCapped && <p className="text-12 text-muted">Only the 20 accounts with most in common are listed.</p>}
          </div>
        )
      }
    </Loaded>
  )
}

const Account = ({ account: { user, accountStatus, shared } }: { readonly account: RelatedAccount }) => (
  <li className="flex flex-col gap-1 border-b border-line px-3 py-2 text-14 last:border-b-0">
    <p className="flex flex-wrap items-center gap-x-2">
      <AccountLink user={user} />
      <span>{user.name}</span>
      <span className="whitespace-nowrap text-muted">{displayPhone(user.phoneNumber)}</span>
      <Badge tone={STATUS_TONES[accountStatus]}>{ACCOUNT_STATUS_TEXTS[accountStatus]}</Badge>
    </p>
    <ul className="text-muted">
      {shared.map(({ kind, detail, lastAt }) => (
        <li key={`${kind} ${detail}`}>{`${SHARED_TEXTS[kind](detail)}, last used there ${dateText(lastAt)}`}</li>
      ))}
    </ul>
  </li>
)
