import { useState } from 'react'
import type { Answer } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { copyText } from '../../shared/copy-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'

/** The QR code is drawn in the browser, so that the key is not sent elsewhere. */
const QrCode = lazyPart(() => import('./qr-code.tsx').then((m) => m.QrCode))

const FAILURE = 'Setup failed. Please try again.'

type Secret = Answer<'POST /api/admin/second-factor'>

/** Sets up the second factor: secret, first code, recovery codes. */
export function SetUpSecondFactor({ onDone }: { readonly onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (secret !== null) return <FirstCode secret={secret} onCodes={setCodes} />
  return <Begin onSecret={setSecret} />
}

function Begin({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const begin = async (): Promise<string | null> => {
    try {
      onSecret(await act('POST /api/admin/second-factor', {}))
      return null
    } catch (error) {
      return textOf(error, FAILURE)
    }
  }
  return (
    <StaffForm defaultValues={{}} onSubmit={begin} className="flex flex-col gap-4">
      {(_, { problem, busy }) => (
        <>
          <p className="text-14">
            Staff log in with a password and a code from an authenticator app. The setup takes a minute.
          </p>
          <Problem text={problem} />
          <Button type="submit" wide busy={busy}>
            Start
          </Button>
        </>
      )}
    </StaffForm>
  )
}

type FirstCodeProps = { readonly secret: Secret; readonly onCodes: (codes: readonly string[]) => void }

/** Authenticator apps show and copy the code in two groups. */
const codeOf = (typed: string): string => typed.replace(/\s/g, '')

function FirstCode({ secret: { secret, address }, onCodes }: FirstCodeProps) {
  const enable = async ({ code }: { readonly code: string }): Promise<string | null> => {
    try {
      const { recoveryCodes } = await act('POST /api/admin/second-factor/enable', { body: { code: codeOf(code) } })
      onCodes(recoveryCodes)
      return null
    } catch (error) {
      return textOf(error, FAILURE)
    }
  }
  return (
    <StaffForm defaultValues={{ code: '' }} onSubmit={enable} className="flex flex-col gap-4">
      {({ register, watch }, { problem, busy }) => (
        <>
          <div className="flex flex-col gap-2 text-14">
            <p>
              1. Scan this code with your authenticator app, or{' '}
              <a href={address} className="inline-flex min-h-11 items-center font-bold underline">
                open it on this phone
              </a>
              .
            </p>
            <QrCode
              text={address}
              label="QR code of the key below"
              placeholder={<Skeleton className="mx-auto size-56" />}
              failure={null}
            />
            <p>If you cannot scan the code, type this key.</p>
            <div className="flex items-center justify-between gap-2 rounded-card border border-line bg-raised p-3">
              <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
              <Copy text={secret} />
            </div>
            <p>2. Enter the six digits that the app shows.</p>
          </div>
          <Field label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={20} {...register('code')} />
          <Problem text={problem} />
          <Button type="submit" wide busy={busy} disabled={codeOf(watch('code')).length !== 6}>
            Turn on
          </Button>
        </>
      )}
    </StaffForm>
  )
}

type CodesProps = { readonly codes: readonly string[]; readonly onDone: () => void }

function RecoveryCodes({ codes, onDone }: CodesProps) {
  return (
    <>
      <p className="text-14">
        Keep these recovery codes away from your phone. Each code opens the console once if you lose the phone. We show
        them only now.
      </p>
      <ul className="grid grid-cols-2 gap-2 rounded-card border border-line bg-raised p-3 text-14 tabular">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Copy text={codes.join('\n')} />
      <Button wide onClick={onDone}>
        I have saved the codes
      </Button>
    </>
  )
}

function Copy({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button variant="secondary" onClick={() => void copyText(text).then(setCopied)}>
      <span role="status">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}

const Problem = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <Notice tone="down" live>
      {text}
    </Notice>
  )
