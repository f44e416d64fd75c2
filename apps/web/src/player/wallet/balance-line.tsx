import { negativeBalanceText } from '@mupiira/domain/limits/stake-rules.ts'
import { money } from '../../shared/format/amounts.ts'
import { Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'

/** The balance, and why it is negative where it is (D21). */
export function BalanceLine() {
  const balance = useBalance()
  if (balance === null) return null
  if (balance < 0) return <Notice tone="down">{negativeBalanceText(money(balance))}</Notice>
  return (
    <p className="flex items-baseline justify-between text-14 text-muted">
      Balance
      <b className="text-16 text-ink">
        <Money amount={balance} />
      </b>
    </p>
  )
}
