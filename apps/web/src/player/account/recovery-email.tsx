import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { RecoveryAddress } from '@mupiira/contract/recovery-address.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, PasswordField } from '../../shared/ui/field.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, Notice } from '../../shared/ui/surfaces.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { emailQuery } from './account-queries.ts'

const KEY = 'GET /api/auth/email'

/** The e-mail address for password recovery (AUTH-38). */
export function RecoveryEmail() {
  const query = useQuery({ ...emailQuery, staleTime: 0 })
  return (
    <Card as="section" label="E-mail for recovery">
      <h2 className="text-16 font-bold">E-mail for recovery</h2>
      <p className="pb-2 text-14 text-muted">If you lose your phone, we can send a password link to this address.</p>
      <Loaded query={query} what="your e-mail address" skeleton={<Skeleton look="h-56 w-full" />}>
        {(address) => <AddressForm address={address} />}
      </Loaded>
    </Card>
  )
}

function AddressForm({ address: { email, waiting } }: { readonly address: RecoveryAddress }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [doing, setDoing] = useState<'send' | 'remove' | 'cancel' | null>(null)
  const [notice, setNotice] = useState<{ readonly tone: 'up' | 'down'; readonly text: string } | null>(null)

  const run = async (what: 'send' | 'remove' | 'cancel', work: () => Promise<unknown>, done: string) => {
    if (doing !== null) return
    setDoing(what)
    setNotice(null)
    try {
      await work()
      setNotice({ tone: 'up', text: done })
      setPassword('')
      if (what === 'send') setTyped('')
    } catch (error) {
      setNotice({ tone: 'down', text: textOf(error, 'Something went wrong. Please try again.') })
    } finally {
      await queries.invalidateQueries({ queryKey: [KEY] })
      setDoing(null)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = { email: typed, currentPassword: password }
    void run('send', () => api('POST /api/auth/email', { body }), 'We sent a link to this address. Open it to confirm.')
  }
  const remove = () => {
    const body = { currentPassword: password }
    void run('remove', () => api('POST /api/auth/email/remove', { body }), 'E-mail address removed.')
  }
  const cancel = () => void run('cancel', () => api('DELETE /api/auth/email/waiting', {}), 'Cancelled.')

  return (
    <Form onSubmit={send} className="flex flex-col gap-3">
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
          <Button look="secondary" busy={doing === 'cancel'} busyText="Cancelling…" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <Field
        label={email === null ? 'E-mail address' : 'New e-mail address'}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        label="Your password"
        name="ownPassword"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {notice !== null && (
        <Notice tone={notice.tone} live>
          {notice.text}
        </Notice>
      )}
      <Button
        type="submit"
        wide
        tall
        disabled={typed === '' || password === ''}
        busy={doing === 'send'}
        busyText="Sending…"
      >
        SEND LINK
      </Button>
      {email !== null && (
        <Button
          look="danger"
          wide
          disabled={password === ''}
          busy={doing === 'remove'}
          busyText="Removing…"
          onClick={remove}
        >
          Remove this address
        </Button>
      )}
    </Form>
  )
}
