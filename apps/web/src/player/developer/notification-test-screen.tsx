import { useState } from 'react'
import { api, type Body } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DeveloperScreen } from './developer-screen.tsx'

const CREATE = 'POST /api/developer/notifications'
type Sample = Body<typeof CREATE>['type']

const SAMPLES: readonly { readonly type: Sample; readonly name: string }[] = [
  { type: 'default', name: 'Default' },
  { type: 'success', name: 'Success' },
  { type: 'error', name: 'Error' },
  { type: 'warning', name: 'Warning' },
  { type: 'info', name: 'Info' },
  { type: 'bet', name: 'Bet' },
  { type: 'deposit', name: 'Deposit' },
  { type: 'withdrawal', name: 'Withdrawal' },
  { type: 'win', name: 'Win' },
  { type: 'system', name: 'System' },
  { type: 'promotion', name: 'Promotion' },
]

export function NotificationTestScreen() {
  const [busy, setBusy] = useState<Sample | null>(null)
  const create = async (type: Sample) => {
    setBusy(type)
    try {
      await api(CREATE, { body: { type } })
    } catch {
      showToast('error', 'The sample could not be created.')
    } finally {
      setBusy(null)
    }
  }
  return (
    <DeveloperScreen title="Notification test">
      {() => (
        <div className="flex flex-col gap-3 p-3">
          <p className="text-14 text-muted">Each button creates a sample notification for your account.</p>
          <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
            {SAMPLES.map(({ type, name }) => (
              <Button key={type} variant="secondary" busy={busy === type} onClick={() => void create(type)}>
                {name}
              </Button>
            ))}
          </div>
        </div>
      )}
    </DeveloperScreen>
  )
}
