import { useEffect, useState, type ReactNode } from 'react'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { SECOND_MS } from '@mupiira/domain/time/durations.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoaderCircle } from '../../shared/ui/icons.tsx'
import { Card, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { useConnectivity } from '../../state/connectivity.ts'
import { AutomaticCashout } from './automatic-cashout.tsx'
import { Offered } from './cashout-offer.tsx'
import { agoText, checkText, OFFER_CHANGED_TEXT, OFFLINE_TEXT, reasonText, refusalText } from './cashout-texts.ts'
import { useCashout, type CashoutAction } from './use-cashout.ts'

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
        {action.paidPart !== null && (
          <Notice tone="up" live>
            {`${moneyText(action.paidPart)} is in your balance. The rest of the bet is still open.`}
          </Notice>
        )}
        {/* As high as an offer, so that nothing below moves when an offer arrives or ends. */}
        <div className="flex min-h-64 flex-col justify-between gap-2">
          <div className="flex flex-col gap-2">
            {data !== undefined && (
              <State
                cashout={data}
                action={action}
                hasChangedNotice={refusal?.startsWith(OFFER_CHANGED_TEXT) === true}
              />
            )}
            {data === undefined && !online && <Unavailable text={OFFLINE_TEXT} />}
            {data === undefined &&
              online &&
              (isError ? <Unavailable text="The offer could not be loaded." /> : <Loading />)}
          </div>
          {data !== undefined && data.state !== 'paid' && data.state !== 'checking' && (
            <AutomaticCashout cashout={data} />
          )}
        </div>
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
      return <Offered cashout={cashout} action={action} hasChangedNotice={hasChangedNotice} />
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
