import { Link } from 'wouter'
import { negativeBalanceText } from '@mupiira/domain/limits/stake-texts.ts'
import { money } from '../format/amounts.ts'
import { Notice } from './surfaces.tsx'

/** Why a balance is below zero, with the entries that made it so (D21, SLIP-41); nothing while it is not. */
export function DebtNotice({ balance }: { readonly balance: number | null }) {
  if (balance === null || balance >= 0) return null
  return (
    <Notice tone="down">
      {negativeBalanceText(money(balance))}{' '}
      <Link href="/statement" className="inline-flex min-h-6 items-center font-bold underline">
        View entries
      </Link>
    </Notice>
  )
}
