import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { landingOf, useReturnState } from '../../shared/return-here.ts'
import { NIN_LENGTH } from '@mupiira/domain/identity/nin.ts'
import { termsLabel } from '@mupiira/domain/identity/registration.ts'
import { api } from '../../shared/api/client.ts'
import { ApiError, isUnanswered } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Checkbox, Field, PasswordField } from '../../shared/ui/field.tsx'
import { CLEAR_OF_FOOTER, FormFooter } from '../../shared/ui/form-footer.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { closeToast, showToast } from '../../shared/ui/toast.tsx'
import { signIn } from '../../state/session.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { registrationText } from './auth-texts.ts'
import { DistrictField } from './district-field.tsx'
import { OwnPhoneField } from './own-phone-field.tsx'
import {
  faultAfterEdit,
  readRegistration,
  refusedRegistration,
  type RegistrationFault,
  registrationFault,
  type RegistrationForm,
} from './registration-form.ts'
import { Form } from '../../shared/ui/form.tsx'

const LEAVE_AFTER_MS = 1000
const TIMEOUT_MS = 30_000
const SUCCESS = 'Registration successful! Please wait...'

export function RegisterScreen() {
  const client = useQueryClient()
  const settings = usePublicSettings()
  const [, navigate] = useLocation()
  const returnState = useReturnState()
  const [accepted, setAccepted] = useState(false)
  const [phase, setPhase] = useState<'idle' | 'submitting' | 'done'>('idle')
  const [fault, setFault] = useState<RegistrationFault | null>(null)
  /** The number of refusals. Each one moves the focus to the first field with an error. */
  const [refusals, setRefusals] = useState(0)
  const refuse = (reason: RegistrationFault) => {
    setFault(reason)
    setRefusals((count) => count + 1)
  }

  const rule = {
    ninRequired: settings?.ninRequired ?? false,
    passwordMinLength: settings?.passwordMinLength ?? 4,
  }
  const wasLost = useRef(false)
  const register = async (form: RegistrationForm) => {
    // The previous error stays until the response arrives, so that the button does not move before a second tap.
    setPhase('submitting')
    try {
      const { nin, ...rest } = form
      const body = nin === '' ? rest : { ...rest, nin }
      const { user } = await api('POST /api/auth/register', { body }, { timeoutMs: TIMEOUT_MS }).catch(
        async (refusal: unknown) => {
          // If an earlier response was lost, the account may already exist. Then the player can log in with this
          // password.
          const isOwn = wasLost.current && refusal instanceof ApiError && refusal.code === 'PHONE_TAKEN'
          if (!isOwn) throw refusal
          const { phoneNumber, password } = form
          const login = { body: { phoneNumber, password, keepLoggedIn: true } }
          return api('POST /api/auth/login', login, { timeoutMs: TIMEOUT_MS }).catch(() => Promise.reject(refusal))
        },
      )
      if (!user?.id) {
        setPhase('idle')
        return refuse({ text: 'Registration failed - no user ID', fields: {} })
      }
      setFault(null)
      setPhase('done')
      const toast = showToast('success', SUCCESS)
      setTimeout(() => {
        // Closes the toast that asks the player to wait.
        closeToast(toast)
        signIn(client, user, true)
        const { path, state } = landingOf(returnState, user)
        // Back leads to the page before the login.
        navigate(path, { replace: true, state })
      }, LEAVE_AFTER_MS)
    } catch (refusal) {
      wasLost.current ||= isUnanswered(refusal)
      setPhase('idle')
      refuse(refusedRegistration(refusal instanceof ApiError ? refusal.code : null, registrationText(refusal)))
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (phase !== 'idle') return
    const form = readRegistration(new FormData(event.currentTarget))
    const wrong = registrationFault(form, rule)
    if (wrong !== null) refuse(wrong)
    else void register(form)
  }
  const onEdit = (name: string, change: Partial<RegistrationForm> = {}) => {
    if (fault === null || phase !== 'idle') return
    const form = { ...readRegistration(new FormData(formRef.current ?? undefined)), ...change }
    setFault(faultAfterEdit(fault, name, form, rule))
  }
  const formRef = useRef<HTMLFormElement>(null)
  // The box may be ticked before the app loads.
  useEffect(() => setAccepted(new FormData(formRef.current ?? undefined).has('acceptTerms')), [])
  // Each field shows its own error. The first field with an error gets the focus.
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  const wrong = (name: keyof RegistrationFault['fields']) => ({ error: fault?.fields[name] })

  return (
    <div className="mx-auto flex max-w-120 flex-col gap-4 px-4 py-6">
      <h1 className="text-28 font-bold tracking-tight">Create account</h1>
      <Form
        ref={formRef}
        onSubmit={onSubmit}
        onInput={({ target }) => onEdit((target as HTMLInputElement).name)}
        className={classes('flex flex-col gap-4', CLEAR_OF_FOOTER)}
      >
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name" name="firstName" autoComplete="given-name" maxLength={80} {...wrong('firstName')} />
          <Field
            label="Last name (optional)"
            name="lastName"
            autoComplete="family-name"
            maxLength={80}
            {...wrong('lastName')}
          />
        </div>
        <OwnPhoneField {...wrong('phoneNumber')} isTaken={fault?.isTaken ?? false} />
        <NinField required={rule.ninRequired} {...wrong('nin')} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`Min. ${rule.passwordMinLength} Characters`}
          {...wrong('password')}
        />
        <DistrictField error={fault?.fields.location} onChoose={(location) => onEdit('location', { location })} />
        <div>
          <Checkbox
            label={termsLabel(settings?.minimumAge ?? 25)}
            name="acceptTerms"
            checked={accepted}
            onChange={(event) => setAccepted(event.target.checked)}
          />
          {/* A new tab keeps the filled form. */}
          <a
            href="/terms"
            target="_blank"
            rel="noopener"
            className="ml-8 inline-flex min-h-11 items-center text-14 underline"
          >
            Read the terms
          </a>
        </div>
        {fault !== null && fault.text !== null && (
          <Notice tone="down" live>
            {fault.text}
          </Notice>
        )}
        <FormFooter>
          <Button
            type="submit"
            wide
            tall
            disabled={!accepted || phase !== 'idle'}
            busy={phase !== 'idle'}
            busyText={phase === 'done' ? SUCCESS : 'Creating account...'}
          >
            CREATE ACCOUNT
          </Button>
        </FormFooter>
      </Form>
      <p className="text-14 text-muted">
        Already have an account?{' '}
        <Link
          href="/login"
          replace
          state={returnState}
          className="inline-flex min-h-11 items-center font-bold text-ink underline"
        >
          Log In
        </Link>
      </p>
    </div>
  )
}

type NinFieldProps = { readonly required: boolean; readonly error: string | undefined }

function NinField({ required, ...wrong }: NinFieldProps) {
  const [nin, setNin] = useState('')
  return (
    <Field
      label={required ? 'NIN' : 'NIN (optional)'}
      name="nin"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={NIN_LENGTH}
      value={nin}
      onChange={(event) => setNin(event.target.value.toUpperCase())}
      hint="Used for identity verification"
      {...wrong}
    />
  )
}
