import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoaderCircle } from '../../shared/ui/icons.tsx'
import { Card, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { agoText, checkText, reasonText, refusalText, staysConfirmed } from './cashout-texts.ts'
import { useCashout, type CashoutAction } from './use-cashout.ts'

const OFFER_CHANGED_TEXT = 'The cashout offer has changed.'
/** A second tap within this time is a double tap and confirms nothing. */
const DOUBLE_TAP_MS = 400
const OFFLINE = 'You are offline. A cashout needs a connection.'

export function CashoutBlock({ ticket }: { readonly ticket: Ticket }) {
  return ticket.status === 'pending' ? <PendingCashout ticket={ticket} /> : null
}

function PendingCashout({ ticket }: { readonly ticket: Ticket }) {
  const action = useCashout(ticket)
  const { data, dataUpdatedAt, isError } = action.query
  const online = useConnectivity((state) => state.online)
  const refusal = action.refusal ?? (data === undefined ? null : refusalText(data))
  return (
    <Card as="section" label="Cashout" {...(data?.state === 'offered' ? { mark: 'gold' } : {})}>
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-14 text-muted">Cashout Offer</h2>
          {data?.state === 'offered' && <Updated atMs={dataUpdatedAt} />}
        </div>
        <Refusal text={refusal} />
        {data !== undefined && (
          <State cashout={data} action={action} hasChangedNotice={refusal?.startsWith(OFFER_CHANGED_TEXT) === true} />
        )}
        {data === undefined && !online && <Unavailable text={OFFLINE} />}
        {data === undefined &&
          online &&
          (isError ? <Unavailable text="The offer could not be loaded." /> : <Loading />)}
      </div>
    </Card>
  )
}

type StateProps = {
  readonly cashout: Cashout
  readonly action: CashoutAction
  /** True if the refusal above already reports the changed offer. */
  readonly hasChangedNotice: boolean
}

function State({ cashout, action, hasChangedNotice }: StateProps) {
  if (action.state === 'unknown') {
    return (
      <>
        <p role="status" className="text-14">
          The connection was lost. We do not know yet whether your cashout was accepted.
        </p>
        <Button wide onClick={action.repeat}>
          Check again
        </Button>
        <Button variant="secondary" wide onClick={action.discard}>
          Stop checking
        </Button>
      </>
    )
  }
  switch (cashout.state) {
    case 'offered':
      return <Offered offer={cashout.offer ?? 0} action={action} hasChangedNotice={hasChangedNotice} />
    case 'checking':
      return (
        <>
          <Working text="Checking…">
            <Money amount={cashout.offer ?? 0} />
          </Working>
          <p className="text-12 text-muted tabular">{checkText(cashout)}</p>
        </>
      )
    case 'paid':
      return (
        <p role="status" className="text-14 font-bold text-up">
          Cashed out: <Money amount={cashout.offer ?? 0} />
        </p>
      )
    case 'unavailable':
      return <Unavailable text={reasonText(cashout.reason)} />
  }
}

/**
 * One button with two taps: the second tap confirms (D22a). The request for confirmation stays when the offer rises, or
 * falls by up to 1 % of the offer at the first tap.
 */
function Offered({ offer, action, hasChangedNotice }: Omit<StateProps, 'cashout'> & { readonly offer: number }) {
  const [shown, show] = useState<number | null>(null)
  const requestedAtMs = useRef(0)
  const button = useRef<HTMLButtonElement>(null)
  const isSending = action.state === 'sending'
  const online = useConnectivity((state) => state.online)
  const isConfirming = shown !== null && staysConfirmed(shown, offer)
  function press(): void {
    if (!isConfirming) {
      requestedAtMs.current = performance.now()
      show(offer)
      action.forgetRefusal()
    } else if (performance.now() - requestedAtMs.current > DOUBLE_TAP_MS) action.accept(offer)
  }
  function keepTicket(): void {
    show(null)
    button.current?.focus()
  }
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p className="text-20 font-bold">
          <Money amount={offer} />
        </p>
        {(online || isSending) && (
          <Button ref={button} busy={isSending} busyText="Sending…" onClick={press}>
            {isConfirming ? 'Confirm cashout' : 'Accept'}
          </Button>
        )}
      </div>
      {!online && !isSending && (
        <p role="status" className="text-14">
          {OFFLINE}
        </p>
      )}
      {shown !== null && !isConfirming && !isSending && !hasChangedNotice && (
        <Notice tone="info" live>
          {OFFER_CHANGED_TEXT}
        </Notice>
      )}
      {/* In a separate row, so that the confirm button does not move. */}
      {online && isConfirming && !isSending && (
        <Button variant="secondary" wide onClick={keepTicket}>
          Keep the bet
        </Button>
      )}
    </>
  )
}

const Unavailable = ({ text }: { readonly text: string }) => (
  <div role="status" className="min-h-11 text-14">
    <p className="font-bold">Cashout unavailable now</p>
    <p className="text-muted">{text}</p>
  </div>
)

const Refusal = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <Notice tone="down" live>
      {text}
    </Notice>
  )

const Loading = () => <Working text="Loading the cashout offer…" />

const Working = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
  <p role="status" className="flex min-h-11 items-center gap-2 text-14">
    <LoaderCircle className="size-5 animate-spin" />
    {text} {children}
  </p>
)

function Updated({ atMs }: { readonly atMs: number }) {
  const [nowMs, setNowMs] = useState(atMs)
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [atMs])
  return <p className="text-12 text-muted tabular">{agoText((nowMs - atMs) / SECOND_MS)}</p>
}
