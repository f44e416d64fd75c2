import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { Transaction } from '@mupiira/contract/payments.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { can } from '@mupiira/domain/access/capabilities.ts'
import { depositRangeText } from '@mupiira/domain/limits/payment-rules.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { carrierOf, paymentMethodOf, type Carrier, type PaymentMethod } from '@mupiira/domain/phone/carriers.ts'
import { INVALID_PHONE_TEXT, normalisePhone, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { api } from '../../shared/api/client.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { serverNow } from '../../shared/clock.ts'
import { groupTyped, money, parseTyped, plainText } from '../../shared/format/amounts.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { CarrierTag } from '../../shared/ui/carrier-tag.tsx'
import { AmountField, Field } from '../../shared/ui/field.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, FigureRow, Notice } from '../../shared/ui/surfaces.tsx'
import { useBalance } from '../../state/account-figures.ts'
import { ExcludedNotice, useExclusion } from '../../state/exclusion.tsx'
import { offlineText, useMoneyAction } from '../../state/money-action.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { useUser } from '../../state/session.ts'
import { askToApprove } from './ask-to-approve.ts'
import { BalanceLine } from './balance-line.tsx'
import { OpenPayments, useOpenPayments } from './open-payments.tsx'
import { PayAgainDialog } from './pay-again-dialog.tsx'
import { mayStillArrive } from './payment-texts.ts'
import { Unanswered } from './unanswered.tsx'

/** DEP-04 */
const QUICK_AMOUNTS = [25_000, 50_000, 100_000] as const
const METHODS: readonly { readonly id: PaymentMethod; readonly name: string }[] = [
  { id: 'MTN', name: 'MTN' },
  { id: 'AIRTEL', name: 'Airtel' },
]

/** DEP-01 to DEP-10, DEP-18 */
export function DepositScreen() {
  const open = useOpenPayments()
  const settings = usePublicSettings()
  const user = useUser()
  const exclusion = useExclusion()
  return (
    <>
      <ScreenHeader title="Add Funds" backTo="/account" />
      <div className="mx-auto max-w-120 p-3">
        {/* The one tab of the specification: there is no other way to pay yet. */}
        <h2 className="border-b-2 border-gold pb-2 text-14 font-bold">Mobile Money</h2>
        {settings && user && open && exclusion !== undefined ? (
          <>
            <div className="pt-3 empty:hidden">
              <OpenPayments payments={open} />
            </div>
            {exclusion ? (
              <div className="flex flex-col gap-4 pt-3">
                <ExcludedNotice exclusion={exclusion} />
                <BalanceLine />
              </div>
            ) : can({ role: user.role, status: user.accountStatus }, 'wallet:deposit') ? (
              <DepositForm settings={settings} ownPhone={user.phoneNumber} open={open} />
            ) : (
              <div className="flex flex-col gap-3 pt-3">
                <Notice tone="info">Staff accounts cannot deposit. They have no bets to pay for.</Notice>
                <ButtonLink href="/admin">Open the console</ButtonLink>
              </div>
            )}
          </>
        ) : (
          <FormSkeleton />
        )}
      </div>
    </>
  )
}

type DepositFormProps = {
  readonly settings: PublicSettings
  readonly ownPhone: string
  readonly open: readonly Transaction[]
}

function DepositForm({ settings, ownPhone, open }: DepositFormProps) {
  const client = useQueryClient()
  const user = useUser()
  const [, navigate] = useLocation()
  const [amount, setAmount] = useState('')
  const [phone, setPhone] = useState(ownPhone.replace('+', ''))
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [refusal, setRefusal] = useState<{ readonly text: string; readonly field: 'amount' | 'phone' | null } | null>(
    null,
  )
  const [asked, setAsked] = useState<{ readonly first: Transaction; readonly pay: () => void } | null>(null)
  const recognised = paymentMethodOf(
    carrierOf(normalisePhone(phone), { MTN: settings.mtnPrefixes, Airtel: settings.airtelPrefixes }),
  )
  const method = chosen ?? recognised
  const balance = useBalance()
  const action = useMoneyAction('POST /api/payments/deposits', {
    userId: user?.id ?? null,
    onAnswer: ({ transaction }) => {
      const key = queryKey('GET /api/payments/{id}', { params: { id: transaction.id } })
      client.setQueryData(key, transaction)
      navigate(`/payments/${transaction.id}`)
      // Who comes back must not be shown the list without it.
      client.removeQueries({ queryKey: queryKey('GET /api/payments') })
      // Taken is not accepted: what the provider has said meanwhile tells whether there is anything to approve (0080).
      void api('GET /api/payments/{id}', { params: { id: transaction.id } })
        .catch(() => transaction)
        .then((payment) => {
          client.setQueryData(key, payment)
          if (payment.status === 'pending') askToApprove(client, payment.id)
        })
    },
    onRefusal: (error) =>
      setRefusal({ text: textOf(error, 'Payment failed: Payment request failed'), field: fieldOf(error) }),
  })
  const busy = action.state !== 'idle'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const amountUgx = parseTyped(amount)
    if (amountUgx === null || amountUgx === 0n) return setRefusal({ text: 'Please enter an amount', field: 'amount' })
    if (phone.trim() === '') return setRefusal({ text: 'Please enter your phone number', field: 'phone' })
    // A network cannot be chosen for what is no number yet.
    if (!parseAccountPhone(phone).ok) return setRefusal({ text: INVALID_PHONE_TEXT, field: 'phone' })
    if (method === null) return setRefusal({ text: 'Please choose MTN or Airtel', field: null })
    const offline = offlineText('deposit')
    if (offline !== null) return setRefusal({ text: offline, field: null })
    setRefusal(null)
    const pay = () => action.send({ amount: ugxToNumber(amountUgx), phoneNumber: phone, method })
    const first = mayStillArrive(open, serverNow())
    if (first === null) pay()
    else setAsked({ first, pay })
  }
  const errorOf = (field: 'amount' | 'phone') => (refusal?.field === field ? refusal.text : undefined)

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4 pt-4">
      <BalanceLine />
      <div className="flex flex-col gap-2">
        <AmountField
          label="Amount (UGX)"
          name="amount"
          placeholder="0"
          value={amount}
          disabled={busy}
          error={errorOf('amount')}
          hint={depositRangeText(balance === null ? null : money(balance), settings.firstDepositRule)}
          onAmount={(typed) => {
            setAmount(typed)
            setRefusal(null)
          }}
        />
        <div className="grid grid-cols-3 gap-2">
          {QUICK_AMOUNTS.map((quick) => (
            <Button
              key={quick}
              look="secondary"
              disabled={busy}
              onClick={() => {
                setAmount(groupTyped(String(quick)))
                setRefusal(null)
              }}
            >
              {plainText(quick)}
            </Button>
          ))}
        </div>
      </div>
      <Field
        label="Phone number"
        suffix={<CarrierTag carrier={carrierOfMethod(recognised)} />}
        name="phoneNumber"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="256XXXXXXXXX"
        value={phone}
        disabled={busy}
        error={errorOf('phone')}
        onChange={(event) => {
          setPhone(event.target.value)
          setChosen(null)
          setRefusal(null)
        }}
      />
      <fieldset>
        <legend className="pb-1 text-14 text-muted">Network</legend>
        <div className="grid grid-cols-2 gap-2">
          {METHODS.map(({ id, name }) => (
            <label
              key={id}
              className={classes(
                'flex min-h-12 cursor-pointer items-center justify-center rounded-card border text-14 font-bold has-focus-visible:outline-2 has-focus-visible:outline-ink',
                method === id ? 'border-gold bg-gold text-on-gold' : 'border-line bg-raised',
              )}
            >
              <input
                type="radio"
                name="method"
                value={id}
                checked={method === id}
                disabled={busy}
                onChange={() => setChosen(id)}
                className="sr-only"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {refusal !== null && refusal.field === null && (
        <Notice tone="down" live>
          {refusal.text}
        </Notice>
      )}
      {action.state === 'unanswered' ? (
        <Unanswered what="deposit" onAskAgain={action.askAgain} onForget={action.forget} />
      ) : (
        <Button type="submit" wide tall busy={action.state === 'sending'} busyText="Asking the network…">
          Deposit
        </Button>
      )}
      {asked !== null && <PayAgainDialog first={asked.first} onPayAgain={asked.pay} onClose={() => setAsked(null)} />}
      <dl>
        <FigureRow name="Fee">
          <Badge tone="up">FREE</Badge>
        </FigureRow>
      </dl>
      <p className="text-12 text-muted">
        We add the whole amount to your balance. You will get a prompt on this phone. Approve it with your mobile money
        PIN; we never see or ask for that PIN.
      </p>
    </form>
  )
}

const carrierOfMethod = (method: PaymentMethod | null): Carrier =>
  method === null ? 'Unknown' : method === 'MTN' ? 'MTN' : 'Airtel'

function fieldOf(error: unknown): 'amount' | 'phone' | null {
  if (!(error instanceof ApiError)) return null
  switch (error.code) {
    case 'FIRST_DEPOSIT_TOO_SMALL':
    case 'DEPOSIT_OUT_OF_RANGE':
    case 'AMOUNT_TOO_PRECISE':
    case 'AMOUNT_NOT_WHOLE':
      return 'amount'
    case 'PHONE_REQUIRED':
    case 'INVALID_PHONE':
    case 'CARRIER_UNSUPPORTED':
      return 'phone'
    default:
      return null
  }
}

function FormSkeleton() {
  return (
    <Loading what="the form">
      <div className="flex flex-col gap-4 pt-4">
        <Skeleton look="h-6 w-48" />
        <Skeleton look="h-20 w-full" />
        <Skeleton look="h-20 w-full" />
        <Skeleton look="h-12 w-full" />
      </div>
    </Loading>
  )
}
