import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { SessionUser } from '@mupiira/contract/auth.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import {
  checkWithdrawal,
  maxWithdrawable,
  paymentRefusalText,
  quickWithdrawals,
  withdrawableText,
  type WithdrawalTerms,
} from '@mupiira/domain/limits/payment-rules.ts'
import { amountProblemText, parseAmount } from '@mupiira/domain/money/parse-amount.ts'
import { formatPlain, type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import {
  type Carrier,
  carrierOf,
  carrierOfMethod,
  paymentMethodOf,
  type PaymentMethod,
} from '@mupiira/domain/phone/carriers.ts'
import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import { carrierPrefixesOf } from '../../shared/carrier-prefixes.ts'
import { textOf } from '../../shared/api/errors.ts'
import { money, plainText, withoutLineBreaks } from '../../shared/format/amounts.ts'
import { addHistoryEntry } from '../../shared/dialog-history.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { rulesOf } from '../../shared/rules-of.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CarrierTag } from '../../shared/ui/carrier-tag.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { AmountField } from '../../shared/ui/field.tsx'
import { CLEAR_OF_FOOTER, FormFooter } from '../../shared/ui/form-footer.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { BoxSkeleton, CardSkeleton, FieldSkeleton } from '../../shared/ui/skeletons.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { offlineText, useClearWhenOnline } from '../../state/connectivity.ts'
import { useMoneyRequest } from '../../state/use-money-request.ts'
import { useMay, useUser } from '../../state/session.ts'
import { useSettingsOrDefaults } from '../../state/settings-or-defaults.ts'
import { AllPaymentsLink } from './all-payments-link.tsx'
import { BalanceLine } from './balance-line.tsx'
import { NetworkChoice } from './network-choice.tsx'
import { OpenPayments, useOpenPayments } from './open-payments.tsx'
import { UnknownOutcome } from './unknown-outcome.tsx'
import { cacheAcceptedPayment } from './wallet-queries.ts'
import { Confirmation } from './withdrawal-confirmation.tsx'
import { Form } from '../../shared/ui/form.tsx'

export function WithdrawScreen() {
  const open = useOpenPayments()
  const settings = useSettingsOrDefaults()
  const user = useUser()
  const may = useMay()
  const balance = useBalance()
  return (
    <>
      <ScreenHeader title="Withdraw" backTo="/account" />
      <div className="mx-auto max-w-120 p-3">
        {settings && user && balance !== null && open !== null ? (
          <>
            <div className="flex flex-col gap-4">
              <OpenPayments payments={open} />
              {may('wallet:withdraw') ? (
                <WithdrawForm settings={settings} user={user} balance={balance} />
              ) : (
                <Notice tone="info">Staff accounts cannot withdraw.</Notice>
              )}
            </div>
            <AllPaymentsLink />
          </>
        ) : (
          <Loading what="the form">
            <div className="flex flex-col gap-4">
              <CardSkeleton lines={['w-40']} />
              <Skeleton className="h-6 w-48" />
              <FieldSkeleton />
              <BoxSkeleton />
            </div>
          </Loading>
        )}
      </div>
    </>
  )
}

type WithdrawFormProps = { readonly settings: PublicSettings; readonly user: SessionUser; readonly balance: number }

function WithdrawForm({ settings, user, balance }: WithdrawFormProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [amount, setAmount] = useState('')
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const [terms, setTerms] = useState<WithdrawalTerms | null>(null)
  const [hasReviewed, setReviewed] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useClearWhenOnline(refusal, () => setRefusal(null))
  const carrier = carrierOf(user.phoneNumber, carrierPrefixesOf(settings))
  const request = useMoneyRequest('POST /api/payments/withdrawals', {
    userId: user.id,
    onAccepted: ({ transaction }) => {
      void cacheAcceptedPayment(client, transaction)
      navigate(`/payments/${transaction.id}`)
    },
    onRefused: (error) => refuse(textOf(error, 'Withdrawal failed. Please try again.')),
  })
  const busy = request.state !== 'idle'
  const isConfirming = terms !== null && request.state !== 'unknown'
  const onBack = useEffectEvent(() => {
    if (!busy) setTerms(null)
  })
  // Back returns from the confirmation to the form with its amount.
  useEffect(() => (isConfirming ? addHistoryEntry(() => onBack()) : undefined), [isConfirming])
  const refuse = (text: string) => {
    setTerms(null)
    setRefusal(text)
  }
  const onConfirm = ({ amountUgx }: WithdrawalTerms) => {
    const offline = offlineText('withdrawal')
    if (offline === null) request.send({ amount: ugxToNumber(amountUgx), ...(method === null ? {} : { method }) })
    else refuse(offline)
  }
  const onReview = (event: FormEvent) => {
    event.preventDefault()
    const typed = parseAmount(amount)
    if (!typed.ok && typed.error !== 'EMPTY') return refuse(amountProblemText(typed.error))
    const evaluated = checkWithdrawal(typed.ok ? typed.value : null, money(balance), rulesOf(settings))
    setRefusal(evaluated.ok ? null : paymentRefusalText(evaluated.error))
    setTerms(evaluated.ok ? evaluated.value : null)
    if (evaluated.ok) setReviewed(true)
  }

  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-14 text-muted">To your phone</span>
          <span className="flex items-center gap-2 text-16 font-bold tabular">
            <CarrierTag carrier={method === null ? carrier : carrierOfMethod(method)} /> {maskPhone(user.phoneNumber)}
          </span>
        </div>
      </Card>
      <BalanceLine />
      {request.state === 'unknown' && request.open !== null ? (
        <UnknownOutcome
          what="withdrawal"
          amount={Number(request.open.body.amount)}
          onRepeat={request.repeat}
          onDiscard={request.discard}
        />
      ) : terms === null ? (
        <Form onSubmit={onReview} className={classes('flex flex-col gap-4', CLEAR_OF_FOOTER)}>
          <AmountField
            label="Amount (UGX)"
            name="amount"
            ref={hasReviewed ? restoreLostFocus : null}
            placeholder="0"
            step={100}
            value={amount}
            error={refusal ?? undefined}
            hint={<Terms settings={settings} balance={balance} />}
            onAmount={(typed) => {
              setAmount(typed)
              setRefusal(null)
            }}
          />
          <QuickAmounts
            amounts={quickWithdrawals(rulesOf(settings))}
            maximum={maxWithdrawable(money(balance), rulesOf(settings))}
            isAllowed={(amountUgx) => checkWithdrawal(amountUgx, money(balance), rulesOf(settings)).ok}
            onChoose={(amountUgx) => {
              setAmount(formatPlain(amountUgx))
              setRefusal(null)
            }}
          />
          <OwnNetwork carrier={carrier} method={method} disabled={busy} onChoose={setMethod} />
          <FormFooter>
            <Button type="submit" wide tall>
              WITHDRAW
            </Button>
          </FormFooter>
        </Form>
      ) : (
        <Confirmation terms={terms} busy={busy} onConfirm={() => onConfirm(terms)} onChange={() => setTerms(null)} />
      )}
    </div>
  )
}

type OwnNetworkProps = {
  readonly carrier: Carrier
  readonly method: PaymentMethod | null
  readonly disabled: boolean
  readonly onChoose: (method: PaymentMethod) => void
}

/**
 * The network follows from the phone number. The player chooses it only for a ported number or an unknown prefix
 * (D51a).
 */
function OwnNetwork({ carrier, method, disabled, onChoose }: OwnNetworkProps) {
  const [isOpen, open] = useState(method !== null)
  const ofNumber = paymentMethodOf(carrier)
  if (isOpen || ofNumber === null)
    return <NetworkChoice method={method ?? ofNumber} disabled={disabled} onChoose={onChoose} />
  return (
    <button
      type="button"
      onClick={() => open(true)}
      className="-my-2 min-h-11 self-start text-left text-14 text-muted underline"
    >
      My number is no longer on {carrier}
    </button>
  )
}

/** The limits, the fee, and the amount that this balance allows. */
function Terms({ settings, balance }: { readonly settings: PublicSettings; readonly balance: number }) {
  const sentences = [
    `From UGX ${plainText(settings.minimumWithdrawal)} to UGX ${plainText(settings.maximumWithdrawal)}, in whole shillings.`,
    'The fee is UGX 2,000 for up to UGX 100,000, and UGX 3,000 above that.',
    ...(balance >= 0 ? [withdrawableText(money(balance), rulesOf(settings))] : []),
  ]
  return sentences.map((sentence) => (
    <span key={sentence} className="block">
      {withoutLineBreaks(sentence)}
    </span>
  ))
}

type QuickAmountsProps = {
  readonly amounts: readonly Ugx[]
  readonly maximum: Ugx | null
  readonly isAllowed: (amountUgx: Ugx) => boolean
  readonly onChoose: (amountUgx: Ugx) => void
}

/** Buttons for fixed amounts, and for the largest amount that the balance allows after the fee. */
function QuickAmounts({ amounts, maximum, isAllowed, onChoose }: QuickAmountsProps) {
  return (
    <div
      role="group"
      aria-label="Quick amounts"
      className="grid auto-cols-fr grid-flow-col gap-2 letters:grid-flow-row letters:grid-cols-2"
    >
      {amounts.map((quick) => (
        <Button key={quick} variant="secondary" disabled={!isAllowed(quick)} onClick={() => onChoose(quick)}>
          {formatPlain(quick)}
        </Button>
      ))}
      <Button variant="secondary" disabled={maximum === null} onClick={() => maximum !== null && onChoose(maximum)}>
        All
      </Button>
    </div>
  )
}
