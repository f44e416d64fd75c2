import { useState } from 'react'
import type { Limit } from '@mupiira/contract/protection.ts'
import { LIMIT_KINDS } from '@mupiira/domain/protection/limits.ts'
import { api } from '../../shared/api/client.ts'
import { useNow } from '../../shared/clock.ts'
import { moneyText, withoutLineBreaks } from '../../shared/format/amounts.ts'
import { momentWords } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { KIND_TEXTS, limitName, PERIOD_NAMES, limitUsageText } from './limit-texts.ts'
import { useProtectionChange } from './use-protection.ts'

export function LimitsSection({ limits }: { readonly limits: readonly Limit[] }) {
  const [chosen, setChosen] = useState<Limit | null>(null)
  return (
    <section aria-labelledby="limits" className="flex flex-col gap-3">
      <h2 id="limits" className="text-20 font-bold">
        Your limits
      </h2>
      <p className="text-14 text-muted">
        A lower limit applies at once. A higher limit applies after 24 hours, when you confirm it.
      </p>
      {LIMIT_KINDS.map((kind) => (
        <Card key={kind} as="section" label={KIND_TEXTS[kind].title}>
          <h3 className="text-16 font-bold">{KIND_TEXTS[kind].title}</h3>
          <p className="pb-1 text-12 text-muted">{KIND_TEXTS[kind].text}</p>
          <ul>
            {limits
              .filter((limit) => limit.kind === kind)
              .map((limit) => (
                <LimitRow key={limit.period} limit={limit} onChange={() => setChosen(limit)} />
              ))}
          </ul>
        </Card>
      ))}
      {chosen !== null && <LimitDialog limit={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

function LimitRow({ limit, onChange }: { readonly limit: Limit; readonly onChange: () => void }) {
  const now = useNow(60_000)
  const verb = limit.amount === null ? 'Set' : 'Change'
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <div className="flex items-center gap-3">
        <p className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 text-14">
          <span className="text-muted">{PERIOD_NAMES[limit.period]}</span>
          <b className="tabular">{limit.amount === null ? 'No limit' : moneyText(limit.amount)}</b>
        </p>
        <Button variant="secondary" aria-label={`${verb} your ${limitName(limit)}`} onClick={onChange}>
          {verb}
        </Button>
      </div>
      {limit.amount !== null && <p className="text-12 text-muted tabular">{withoutLineBreaks(usedText(limit, now))}</p>}
      {limit.raise !== null && <WaitingRaise limit={limit} raise={limit.raise} />}
    </li>
  )
}

const usedText = (limit: Limit, now: Date): string => `${limitUsageText(limit)}${leftText(limit, now)}`

const leftText = ({ amount, left, frees }: Limit, now: Date): string =>
  amount === null || left === null ? '' : `, ${moneyText(left)} left until ${momentWords(frees, now)}`

type WaitingProps = { readonly limit: Limit; readonly raise: NonNullable<Limit['raise']> }

/** A requested raise: when it can be confirmed, and buttons to confirm or cancel it. */
function WaitingRaise({ limit, raise }: WaitingProps) {
  const now = useNow(30_000)
  const change = useProtectionChange()
  const raiseText =
    raise.amount === null ? 'The removal of this limit' : `Your higher limit of ${moneyText(raise.amount)}`
  const { kind, period, amount } = limit
  const isReady = now >= new Date(raise.confirmableAt)
  const confirm = () => change.run(() => api('POST /api/protection/limits/confirm', { body: { kind, period } }))
  const cancelRaise = () => change.run(() => api('PUT /api/protection/limits', { body: { kind, period, amount } }))
  return (
    <div className="flex flex-col gap-2 py-2">
      <Notice tone="info">{`${raiseText} ${isReady ? 'waits for your confirmation until' : 'can be confirmed from'} ${momentWords(isReady ? raise.lapsesAt : raise.confirmableAt, now)}.`}</Notice>
      {change.refusal !== null && (
        <Notice tone="down" live>
          {change.refusal}
        </Notice>
      )}
      <div className="flex gap-2">
        {isReady && (
          <Button variant="secondary" busy={change.busy} onClick={() => void confirm()}>
            Confirm
          </Button>
        )}
        <Button variant="secondary" disabled={change.busy} onClick={() => void cancelRaise()}>
          Keep the lower limit
        </Button>
      </div>
    </div>
  )
}
