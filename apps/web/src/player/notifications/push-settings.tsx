import { useQueryClient, useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PushKind } from '@mupiira/contract/push.ts'
import { textOf } from '../../shared/api/errors.ts'
import { classes } from '../../shared/ui/classes.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { type PushBlocker, pushBlocker, unsubscribeDevice, subscribeDevice } from '../../state/push-device.ts'
import { pushQuery } from './notification-queries.ts'
import { ChevronDown } from '../../shared/ui/icons.tsx'

const KINDS: readonly { readonly id: PushKind; readonly name: string }[] = [
  { id: 'bets', name: 'Settled bets' },
  { id: 'payments', name: 'Payments' },
  { id: 'support', name: 'Replies from customer care' },
]

const BLOCKER_TEXTS: { readonly [H in PushBlocker]: string } = {
  unsupported:
    'This browser cannot show notifications while the app is closed. On an iPhone, add the app to your home screen first.',
  blocked: 'Notifications are blocked. Allow them for this site in your browser settings.',
}

/** The push settings of this device. Renders nothing if push is not configured. */
export function PushSettings() {
  const { data } = useQuery(pushQuery)
  const [blocker, setBlocker] = useState<PushBlocker | null>(null)
  useEffect(() => void pushBlocker().then(setBlocker), [])
  if (data?.publicKey === null) return null
  const kinds = blocker === null ? (data?.kinds ?? []) : []
  return (
    <details className="group border-y border-line bg-raised">
      <summary className="flex min-h-12 list-none items-center gap-3 px-3 text-14 [&::-webkit-details-marker]:hidden">
        <BellRing className="size-5 shrink-0 text-muted" />
        <span className="flex-1">Push notifications</span>
        {data !== undefined && (
          <b className={kinds.length > 0 ? 'text-up' : 'text-muted'}>
            {kinds.length === 0 ? 'Off' : kinds.length === KINDS.length ? 'On' : `${kinds.length} of ${KINDS.length}`}
          </b>
        )}
        <ChevronDown className="size-4 text-muted group-open:upside-down" />
      </summary>
      <div className="border-t border-line px-3 py-2">
        <p className="py-1 text-14 text-muted">
          {blocker === null
            ? 'This device gets your notifications until you log out here. We never send offers this way.'
            : BLOCKER_TEXTS[blocker]}
        </p>
        {data !== undefined && blocker !== 'unsupported' && (
          <Switches publicKey={data.publicKey} kinds={kinds} onBlocked={setBlocker} />
        )}
      </div>
    </details>
  )
}

type SwitchesProps = {
  readonly publicKey: string
  readonly kinds: readonly PushKind[]
  readonly onBlocked: (blocker: PushBlocker | null) => void
}

function Switches({ publicKey, kinds, onBlocked }: SwitchesProps) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const choose = async (newKinds: PushKind[]) => {
    if (busy) return
    setBusy(true)
    try {
      if (newKinds.length === 0) await unsubscribeDevice()
      else onBlocked(await subscribeDevice(publicKey, newKinds))
    } catch (error) {
      showToast('error', textOf(error, 'This device could not be set up. Please try again.'))
    } finally {
      await queries.invalidateQueries({ queryKey: ['GET /api/push'] })
      setBusy(false)
    }
  }
  return KINDS.map(({ id, name }) => {
    const isOn = kinds.includes(id)
    const others = kinds.filter((kind) => kind !== id)
    return (
      <button
        key={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={busy || undefined}
        onClick={() => void choose(isOn ? others : [...others, id])}
        className="flex min-h-12 w-full items-center gap-3 border-t border-line text-left text-14"
      >
        <span className="flex-1">{name}</span>
        <b className={classes(isOn ? 'text-up' : 'text-muted')}>{isOn ? 'On' : 'Off'}</b>
      </button>
    )
  })
}
