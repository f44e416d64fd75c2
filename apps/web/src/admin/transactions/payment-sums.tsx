import { useQuery } from '@tanstack/react-query'
import { Money } from '../../shared/ui/surfaces.tsx'
import { type Filter, transactionTotalsQuery } from './transaction-queries.ts'

type Sum = { readonly name: string; readonly transactions: number; readonly amount: number }

type SumsProps = { readonly filter: Filter }

const SHOWN = [
  ['deposit', 'success', 'Deposits paid'],
  ['deposit', 'pending', 'Deposits pending'],
  ['withdrawal', 'success', 'Withdrawals paid'],
  ['withdrawal', 'pending', 'Withdrawals pending'],
] as const

/** Totals of the payments that the list finds. Their height stays the same while loading. */
export function PaymentSums({ filter }: SumsProps) {
  const { data } = useQuery(transactionTotalsQuery(filter))
  const sums: Sum[] = SHOWN.map(([type, status, name]) => {
    const summed = data?.days.filter((day) => day.type === type && day.status === status) ?? []
    const transactions = summed.reduce((sum, day) => sum + day.transactions, 0)
    return { name, transactions, amount: sumOf(summed.map(({ amount }) => amount)) }
  })
  sums.splice(2, 0, { name: 'Deposits not confirmed yet', transactions: 0, amount: 0, ...data?.unconfirmed })
  return (
    <dl className="grid grid-cols-2 gap-2 max-wide:[&>:last-child]:col-span-2 wide:grid-cols-5">
      {sums.map(({ name, transactions, amount }) => (
        <div key={name} className="rounded-card border border-line bg-raised px-3 py-2">
          <dt className="flex justify-between gap-2 text-12 text-muted">
            {name}
            <span className="tabular">{data ? transactions.toLocaleString('en-UG') : ''}</span>
          </dt>
          <dd className="text-16 font-bold tabular md:text-20">{data ? <Money amount={amount} /> : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Adds amounts in hundredths, because sums of decimal numbers lose precision. */
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
