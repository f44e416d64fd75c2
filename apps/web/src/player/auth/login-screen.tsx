import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { INVALID_PHONE_TEXT, parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { api } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { serverNow } from '../../shared/clock.ts'
import { momentText } from '../../shared/format/times.ts'
import { loginReason } from '../../shared/login-reason.ts'
import { landingOf, useReturnState } from '../../shared/return-here.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Checkbox, Field, PasswordField } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { signIn } from '../../state/session.ts'
import { loginText } from './auth-texts.ts'
import { ContactLink } from './contact-link.tsx'
import { PhoneField } from './phone-field.tsx'
import { Recovery } from './recovery.tsx'
import { Form } from '../../shared/ui/form.tsx'

const LEAVE_AFTER_MS = 1000
const TEST_TIMEOUT_MS = 10_000
/** The time limit for the login, from the tap. It includes the connection test and a second attempt. */
const LOGIN_TIMEOUT_MS = 30_000

type Phase = 'idle' | 'submitting' | 'done'
type CodeStep = 'none' | 'offered' | 'sending' | 'sent'

export function LoginScreen() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const returnState = useReturnState()
  const [phase, setPhase] = useState<Phase>('idle')
  const [error, setError] = useState<string | null>(null)
  /** The typed phone number while the recovery dialog is open; null while it is closed. */
  const [forgot, setForgot] = useState<string | null>(null)
  /** On an unknown device that is throttled, an SMS code lets the player log in at once. */
  const [codeStep, setCodeStep] = useState<CodeStep>('none')
  const form = useRef<HTMLFormElement>(null)

  const logIn = async (phoneNumber: string, password: string, keepLoggedIn: boolean, code: string) => {
    const pressedAt = performance.now()
    // The previous error stays until the response arrives, so that the button does not move before a second tap.
    setPhase('submitting')
    if (!(await isConnected())) {
      setPhase('idle')
      setError('Connection issue. Please check your internet and try again.')
      return
    }
    try {
      const { user, lastLoginAt } = await api(
        'POST /api/auth/login',
        { body: { phoneNumber, password, keepLoggedIn, ...(code === '' ? {} : { code }) } },
        { timeoutMs: pressedAt + LOGIN_TIMEOUT_MS - performance.now(), networkRetries: 1 },
      )
      setError(null)
      setPhase('done')
      const lastLogin = lastLoginAt === null ? undefined : `Your last login: ${momentText(lastLoginAt, serverNow())}`
      showToast('success', 'Login successful!', { note: lastLogin })
      setTimeout(() => {
        signIn(client, user, keepLoggedIn)
        const { path, state } = landingOf(returnState, user)
        // Back leads to the page before the login.
        navigate(path, { replace: true, state })
      }, LEAVE_AFTER_MS)
    } catch (refusal) {
      setPhase('idle')
      setError(loginText(refusal))
      if (refusal instanceof ApiError && refusal.code === 'LOGIN_SLOWED' && codeStep === 'none') setCodeStep('offered')
    }
  }

  const sendCode = async () => {
    const phoneNumber = typed('phoneNumber')
    if (!parseAccountPhone(phoneNumber).ok) return setError(INVALID_PHONE_TEXT)
    setCodeStep('sending')
    try {
      await api('POST /api/auth/login/code', { body: { phoneNumber } })
      setError(null)
      setCodeStep('sent')
    } catch (refusal) {
      // If no further code can be sent, an earlier code is still valid.
      setCodeStep(refusal instanceof ApiError && refusal.code === 'RECOVERY_LIMIT' ? 'sent' : 'offered')
      setError(loginText(refusal))
    }
  }

  const typed = (name: string): string => String((form.current && new FormData(form.current).get(name)) ?? '')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (phase !== 'idle') return
    const phone = typed('phoneNumber')
    const password = typed('password')
    if (phone.trim() === '' || password === '') return setError('Please enter both phone number and password')
    if (!parseAccountPhone(phone).ok) return setError(INVALID_PHONE_TEXT)
    void logIn(phone, password, typed('keepLoggedIn') !== '', typed('code').replace(/\D/g, ''))
  }
  const reason = loginReason(returnState.from)

  return (
    <div className="mx-auto flex max-w-120 flex-col gap-4 px-4 py-6">
      <h1 className="text-28 font-bold tracking-tight">Log in</h1>
      {reason && <Notice tone="info">{reason}</Notice>}
      <Form ref={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <PhoneField />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Checkbox label="Keep me logged in" name="keepLoggedIn" defaultChecked />
          <Button variant="quiet" onClick={() => setForgot(typed('phoneNumber').trim())}>
            Forgot password?
          </Button>
        </div>
        {codeStep === 'sent' && (
          <Field
            label="SMS code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="If this number has an account, a code is on its way by SMS."
          />
        )}
        {error !== null && (
          <Notice tone="down" live>
            {error}
          </Notice>
        )}
        {(codeStep === 'offered' || codeStep === 'sending') && (
          <Button variant="quiet" busy={codeStep === 'sending'} busyText="Sending…" onClick={() => void sendCode()}>
            Log in now with an SMS code
          </Button>
        )}
        <Button
          type="submit"
          wide
          tall
          busy={phase !== 'idle'}
          busyText={phase === 'done' ? 'Login successful!' : 'Logging in…'}
        >
          LOG IN
        </Button>
      </Form>
      <Dialog title="Forgot password" open={forgot !== null} onClose={() => setForgot(null)}>
        <div className="p-4">
          <Recovery phone={forgot ?? ''} onEnd={() => setForgot(null)} />
        </div>
      </Dialog>
      <p className="text-14 text-muted">
        New here?{' '}
        <Link
          href="/register"
          replace
          state={returnState}
          className="inline-flex min-h-11 items-center font-bold text-ink underline"
        >
          Create an account
        </Link>
      </p>
      <ContactLink />
    </div>
  )
}

async function isConnected(): Promise<boolean> {
  try {
    await api('GET /api/settings', {}, { timeoutMs: TEST_TIMEOUT_MS, networkRetries: 0 })
    return true
  } catch {
    return false
  }
}
