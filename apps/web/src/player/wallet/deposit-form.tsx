import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { depositRangeText } from '@mupiira/domain/limits/payment-rules.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { carrierOf, paymentMethodOf, type PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { carrierPrefixesOf } from '../../shared/carrier-prefixes.ts'
import { serverNow } from '../../shared/clock.ts'
import { useRequestedAmount } from '../../shared/deposit-state.ts'
import { money, plainText, withoutLineBreaks } from '../../shared/format/amounts.ts'
import { typedAmount } from '../../shared/format/typed-amount.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CarrierTag } from '../../shared/ui/carrier-tag.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { AmountField, Field } from '../../shared/ui/field.tsx'
import { CLEAR_OF_FOOTER, FormFooter } from '../../shared/ui/form-footer.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { offlineText, useClearWhenOnline } from '../../state/connectivity.ts'
import { useMoneyRequest } from '../../state/use-money-request.ts'
import { useUser } from '../../state/session.ts'
import { BalanceLine } from './balance-line.tsx'
import { ConfirmNumberDialog } from './confirm-number-dialog.tsx'
import { type DepositRefusal, readDeposit, refusedDeposit } from './deposit-refusal.ts'
import { NetworkChoice } from './network-choice.tsx'
import { PayAgainDialog } from './pay-again-dialog.tsx'
import { depositThatMayStillArrive } from './payment-texts.ts'
import { UnknownOutcome } from './unknown-outcome.tsx'
import { cacheAcceptedPayment } from './wallet-queries.ts'
import { Form } from '../../shared/ui/form.tsx'

const QUICK_AMOUNTS = [25_000, 50_000, 100_000] as const

type DepositFormProps = {
  readonly settings: PublicSettings
  readonly ownPhone: string
  readonly open: readonly Transaction[]
}

/** Amount, phone and network of a deposit (DEP-02 to DEP-10). */
export function DepositForm({ settings, ownPhone, open }: DepositFormProps) {
  const user = useUser()
  const balance = useBalance()
  const goToPayment = useGoToPayment()
  const [amount, setAmount] = useState(useRequestedAmount())
  // Null until typed: after an offline start, the player's own number arrives later, with the session.
  const [typedPhone, setPhone] = useState<string | null>(null)
  const phone = typedPhone ?? ownPhone.replace('+', '')
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [refusal, setRefusal] = useState<DepositRefusal | null>(null)
  useClearWhenOnline(refusal?.text, () => setRefusal(null))
  const [confirming, setConfirming] = useState(false)
  const [payAgain, setPayAgain] = useState<{ readonly first: Transaction; readonly pay: () => void } | null>(null)
  const carrier = carrierOf(phone, carrierPrefixesOf(settings))
  const method = chosen ?? paymentMethodOf(carrier)
  const request = useMoneyRequest('POST /api/payments/deposits', {
    userId: user?.id ?? null,
    onAccepted: ({ transaction }) => goToPayment(transaction),
    onRefused: (error) => setRefusal(refusedDeposit(error)),
  })
  const busy = request.state !== 'idle'
  const errorOf = (field: 'amount' | 'phone') => (refusal?.field === field ? refusal.text : undefined)

  const onAmount = (typed: string) => {
    setAmount(typed)
    setRefusal(null)
  }
  const onPhone = (typed: string) => {
    setPhone(typed)
    setChosen(null)
    setRefusal(null)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readDeposit({ amount, phone, method })
    if ('text' in read) return setRefusal(read)
    const offline = offlineText('deposit')
    if (offline !== null) return setRefusal({ text: offline, field: null })
    setRefusal(null)
    const pay = () => request.send({ amount: ugxToNumber(read.amountUgx), phoneNumber: phone, method: read.method })
    const first = depositThatMayStillArrive(open, serverNow())
    if (first === null) pay()
    else setPayAgain({ first, pay })
  }

  return (
    <>
      <Form onSubmit={onSubmit} className={classes('flex flex-col gap-4 pt-4', CLEAR_OF_FOOTER)}>
        <BalanceLine />
        <div className="flex flex-col gap-2">
          <AmountField
            label="Amount (UGX)"
            name="amount"
            placeholder="0"
            value={amount}
            disabled={busy}
            error={errorOf('amount')}
            hint={withoutLineBreaks(
              depositRangeText(balance === null ? null : money(balance), settings.firstDepositRule),
            )}
            onAmount={onAmount}
          />
          <div className="grid grid-cols-3 gap-2 letters:grid-cols-2">
            {QUICK_AMOUNTS.map((quick) => (
              <Button key={quick} variant="secondary" disabled={busy} onClick={() => onAmount(typedAmount(quick))}>
                {plainText(quick)}
              </Button>
            ))}
          </div>
        </div>
        <Field
          label="Phone number"
          suffix={<CarrierTag carrier={carrier} />}
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="256XXXXXXXXX"
          value={phone}
          disabled={busy}
          error={errorOf('phone')}
          onChange={(event) => onPhone(event.target.value)}
        />
        {refusal?.needsOwnNumber && (
          <Button variant="secondary" wide onClick={() => setConfirming(true)}>
            Confirm my number
          </Button>
        )}
        <NetworkChoice method={method} disabled={busy} onChoose={setChosen} />
        <p className="text-12 text-muted">
          You will get a prompt on this phone. Approve it with your mobile money PIN. We never ask for your PIN.
        </p>
        <FormFooter>
          {refusal !== null && refusal.field === null && (
            <Notice tone="down" live>
              {refusal.text}
            </Notice>
          )}
          {request.state === 'unknown' && request.open !== null ? (
            <UnknownOutcome
              what="deposit"
              amount={request.open.body.amount}
              onRepeat={request.repeat}
              onDiscard={request.discard}
            />
          ) : (
            <Button type="submit" wide tall busy={request.state === 'sending'} busyText="Sending…">
              Deposit
            </Button>
          )}
        </FormFooter>
        {payAgain !== null && open.some(({ id, beingChecked }) => id === payAgain.first.id && beingChecked) && (
          <PayAgainDialog first={payAgain.first} onPayAgain={payAgain.pay} onClose={() => setPayAgain(null)} />
        )}
      </Form>
      {confirming && (
        <ConfirmNumberDialog
          ownPhone={ownPhone}
          onConfirmed={() => {
            setConfirming(false)
            setRefusal(null)
            showToast('success', 'Your number is confirmed. You can deposit now.')
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

/** Opens the page of an accepted deposit, which asks the player to approve it on the phone. */
function useGoToPayment() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (transaction: Transaction) => {
    navigate(`/payments/${transaction.id}`)
    void cacheAcceptedPayment(client, transaction)
  }
}
