import { useApi } from '../../shared/api/queries.ts'
import { Money } from '../../shared/ui/surfaces.tsx'

type SumsProps = { readonly from: string; readonly to: string }

const SHOWN = [
  ['deposit', 'success', 'Deposits paid'],
  ['deposit', 'pending', 'Deposits pending'],
  ['withdrawal', 'success', 'Withdrawals paid'],
  ['withdrawal', 'pending', 'Withdrawals pending'],
] as const

/** Sums of the chosen days; they keep their place while they are added up. */
export function PaymentSums({ from, to }: SumsProps) {
  const asked = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
  const { data } = useApi('GET /api/admin/transactions/totals', { query: asked }, { keepPrevious: true, staleMs: 0 })
  return (
    <dl className="grid grid-cols-2 gap-2 wide:grid-cols-4">
      {SHOWN.map(([type, status, name]) => {
        const days = data?.days.filter((day) => day.type === type && day.status === status) ?? []
        const count = days.reduce((sum, day) => sum + day.transactions, 0)
        return (
          <div key={name} className="rounded-card border border-line bg-raised px-3 py-2">
            <dt className="text-12 text-muted">
              {name} {data && `(${count.toLocaleString('en-UG')})`}
            </dt>
            <dd className="text-16 font-bold">
              {data ? <Money amount={sumOf(days.map(({ amount }) => amount))} /> : '–'}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** In hundredths, so that no cent is lost on the way. */
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
