import { Link } from 'wouter'
import { negativeBalanceText } from '@mupiira/domain/limits/stake-texts.ts'
import { money } from '../format/amounts.ts'
import { Notice } from './surfaces.tsx'

/** Explains a negative balance with a link to its entries (D21, SLIP-41). */
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
