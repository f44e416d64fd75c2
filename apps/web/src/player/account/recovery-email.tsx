import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecoveryAddress } from '@mupiira/contract/recovery-address.ts'
import { api } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { BoxSkeleton, FieldSkeleton } from '../../shared/ui/skeletons.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { emailQuery } from './account-queries.ts'
import { PasswordAction, usePasswordAction } from './password-action.tsx'

const KEY = 'GET /api/auth/email'

/** The e-mail address for password recovery (AUTH-38). */
export function RecoveryEmail() {
  const query = useQuery({ ...emailQuery, staleTime: 0 })
  return (
    <Card as="section" label="Email for recovery">
      <h2 className="text-16 font-bold">Email for recovery</h2>
      <p className="pb-2 text-14 text-muted">If you lose your phone, we can send a password link to this address.</p>
      <Loaded query={query} what="your email address" skeleton={<AddressSkeleton />}>
        {(address) => <AddressForm address={address} />}
      </Loaded>
    </Card>
  )
}

const AddressSkeleton = () => (
  <div className="flex h-56 flex-col gap-4">
    <FieldSkeleton />
    <FieldSkeleton />
    <BoxSkeleton className="h-11 w-full" />
  </div>
)

function AddressForm({ address: { email, waiting } }: { readonly address: RecoveryAddress }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const action = usePasswordAction('Something went wrong. Please try again.')
  const { password, running, run } = action

  const changed = async (change: Promise<unknown>, done: string): Promise<string> => {
    try {
      await change
      return done
    } finally {
      await queries.invalidateQueries({ queryKey: [KEY] })
    }
  }
  const send = async (currentPassword: string) => {
    const sent = api('POST /api/auth/email', { body: { email: typed, currentPassword } })
    const text = await changed(sent, 'We sent a link to this address. Open it to confirm.')
    setTyped('')
    return text
  }
  const remove = (currentPassword: string) =>
    changed(api('POST /api/auth/email/remove', { body: { currentPassword } }), 'Email address removed.')
  const cancel = () => changed(api('DELETE /api/auth/email/waiting', {}), 'Cancelled.')

  const removeButton = (
    <Button
      variant="danger"
      wide
      disabled={password === ''}
      busy={running === 'remove'}
      busyText="Removing…"
      onClick={() => void run('remove', remove)}
    >
      Remove this address
    </Button>
  )
  return (
    <PasswordAction
      action={action}
      label="Your password"
      name="ownPassword"
      submit={{ text: 'Send link', busyText: 'Sending…', tall: true, isReady: typed !== '', work: send }}
      below={email !== null && removeButton}
    >
      {email !== null && (
        <p className="flex items-center gap-2 text-14">
          <span className="min-w-0 font-bold break-words">{email}</span>
          <Badge tone="up">Confirmed</Badge>
        </p>
      )}
      {waiting !== null && (
        <div className="flex items-center gap-3 text-14">
          <p className="min-w-0 flex-1 break-words">
            <b>{waiting.email}</b> is not confirmed yet. The link works until{' '}
            <Moment at={waiting.expiresAt} inSentence />.
          </p>
          <Button
            variant="secondary"
            busy={running === 'cancel'}
            busyText="Cancelling…"
            onClick={() => void run('cancel', cancel)}
          >
            Cancel
          </Button>
        </div>
      )}
      <Field
        label={email === null ? 'Email address' : 'New email address'}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </PasswordAction>
  )
}
