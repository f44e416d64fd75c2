import type { WithdrawalTerms } from '@mupiira/domain/limits/payment-rules.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Badge, Card, FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'

type ConfirmationProps = {
  readonly terms: WithdrawalTerms
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onChange: () => void
}

/** Shows the amount that arrives and the amount debited, before the request is sent (WDR-03, WDR-04). */
export function Confirmation({ terms, busy, onConfirm, onChange }: ConfirmationProps) {
  return (
    <section
      ref={restoreLostFocus}
      tabIndex={-1}
      aria-label="Confirm the withdrawal"
      className="flex flex-col gap-3 outline-none"
    >
      <Card>
        <dl>
          <FigureRow name="You receive" variant="strong">
            <Money amount={ugxToNumber(terms.amountUgx)} />
          </FigureRow>
          <FigureRow name="Fee">
            {terms.feeUgx === 0n ? <Badge tone="up">FREE</Badge> : <Money amount={ugxToNumber(terms.feeUgx)} />}
          </FigureRow>
          <FigureRow name="Debited" variant="sum">
            <Money amount={ugxToNumber(terms.debitUgx)} />
          </FigureRow>
        </dl>
      </Card>
      <Notice tone="info">
        When you confirm, we take the amount and the fee from your balance. If the withdrawal fails, we return both.
      </Notice>
      <Button wide tall busy={busy} busyText="Sending…" onClick={onConfirm}>
        Confirm withdrawal
      </Button>
      <Button variant="secondary" wide disabled={busy} onClick={onChange}>
        Change amount
      </Button>
    </section>
  )
}
