import { DebtNotice } from '../../shared/ui/debt-notice.tsx'
import { Money } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'

/** The balance, or why it is negative (D21). */
export function BalanceLine() {
  const balance = useBalance()
  if (balance === null) return null
  if (balance < 0) return <DebtNotice balance={balance} />
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-14 text-muted">
      Balance
      <b className="text-16 text-ink">
        <Money amount={balance} />
      </b>
    </p>
  )
}
