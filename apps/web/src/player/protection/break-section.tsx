import { useState } from 'react'
import type { Protection } from '@mupiira/contract/protection.ts'
import {
  EXCLUSION_LENGTH_IDS,
  EXCLUSION_LENGTHS,
  endOf,
  type ExclusionLength,
} from '@mupiira/domain/protection/exclusion.ts'
import { api } from '../../shared/api/client.ts'
import { serverNow } from '../../shared/clock.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useProtectionChange } from './use-protection.ts'

export function BreakSection({ exclusion }: Pick<Protection, 'exclusion'>) {
  const [chosen, setChosen] = useState<ExclusionLength | null>(null)
  return (
    <section aria-labelledby="breaks" className="flex flex-col gap-3">
      <h2 id="breaks" className="text-20 font-bold">
        Take a break
      </h2>
      <p className="text-14 text-muted">
        During a break you cannot bet or deposit, and neither you nor we can end it early. You can still withdraw your
        money, cash out and follow your bets.
      </p>
      <Lengths title="Time-out" kind="time-out" exclusion={exclusion} onChoose={setChosen} />
      <Lengths title="Self-exclusion" kind="exclusion" exclusion={exclusion} onChoose={setChosen} />
      {chosen !== null && <BreakDialog length={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

/** An active exclusion, shown before all settings. */
export function ExclusionNotice({ exclusion }: Pick<Protection, 'exclusion'>) {
  if (exclusion === null) return null
  return (
    <Notice tone="info">
      <b>{exclusion.kind === 'time-out' ? 'Time-out' : 'Self-exclusion'}</b> until{' '}
      <Moment at={exclusion.until} inSentence />. You can extend it, but not shorten it.
    </Notice>
  )
}

type LengthsProps = Pick<Protection, 'exclusion'> & {
  readonly title: string
  readonly kind: 'time-out' | 'exclusion'
  readonly onChoose: (length: ExclusionLength) => void
}

function Lengths({ title, kind, exclusion, onChoose }: LengthsProps) {
  const isShorter = (length: ExclusionLength): boolean =>
    exclusion !== null && endOf(length, serverNow()) <= new Date(exclusion.until)
  return (
    <Card as="section" label={title}>
      <h3 className="pb-2 text-16 font-bold">{title}</h3>
      <div className="grid grid-cols-2 gap-2">
        {EXCLUSION_LENGTH_IDS.filter((length) => EXCLUSION_LENGTHS[length].kind === kind).map((length) => (
          <Button key={length} variant="secondary" disabled={isShorter(length)} onClick={() => onChoose(length)}>
            {EXCLUSION_LENGTHS[length].name}
          </Button>
        ))}
      </div>
    </Card>
  )
}

type BreakDialogProps = { readonly length: ExclusionLength; readonly onClose: () => void }

/** The dialog asks for confirmation, because a break cannot be undone. */
function BreakDialog({ length, onClose }: BreakDialogProps) {
  const change = useProtectionChange()
  const { name, kind } = EXCLUSION_LENGTHS[length]
  const take = async () => {
    if (!(await change.run(() => api('POST /api/protection/exclusion', { body: { length } })))) return
    // The exclusion notice is at the top of the page and may be out of view.
    showToast('success', kind === 'time-out' ? 'Your time-out has started.' : 'Your self-exclusion has started.')
    onClose()
  }
  return (
    <Dialog title={kind === 'time-out' ? `Time-out for ${name}` : `Self-exclusion for ${name}`} open onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-14">
          You will not be able to bet or deposit until{' '}
          <b>
            <Moment at={endOf(length, serverNow()).toISOString()} inSentence />
          </b>
          . It cannot be ended early. Your open bets continue.
        </p>
        {change.refusal !== null && (
          <Notice tone="down" live>
            {change.refusal}
          </Notice>
        )}
        <Button variant="danger" wide busy={change.busy} busyText="Starting…" onClick={() => void take()}>
          Start now
        </Button>
        <Button variant="secondary" wide disabled={change.busy} onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
