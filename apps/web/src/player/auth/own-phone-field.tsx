import { carrierPrefixesOf } from '../../shared/carrier-prefixes.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { usePublicSettings } from '../../state/settings.ts'
import { PhoneField } from './phone-field.tsx'
import { isOfUnknownNetwork } from './registration-form.ts'

const LINK = 'inline-flex min-h-11 items-center font-bold text-ink underline'

type OwnPhoneFieldProps = { readonly error: string | undefined; readonly isTaken: boolean }

/**
 * The phone number of a new account. Withdrawals go only to this number, so a number of an unknown network causes a
 * warning.
 */
export function OwnPhoneField({ error, isTaken }: OwnPhoneFieldProps) {
  const settings = usePublicSettings()
  const [typed, setTyped] = useState('')
  const isUnknownNetwork = isOfUnknownNetwork(typed, carrierPrefixesOf(settings))
  return (
    <div>
      <PhoneField
        error={error}
        onTyped={setTyped}
        hint={
          isUnknownNetwork && (
            <b role="status" className="text-ink">
              Is this number correct? It is not an MTN or Airtel number, and we pay withdrawals only to your account’s
              number.
            </b>
          )
        }
      />
      {isTaken && (
        <p className="text-14 text-muted">
          Is it yours?{' '}
          <Link href="/login" className={LINK}>
            Log in with this number
          </Link>{' '}
          or{' '}
          <Link href="/forgot-password" className={LINK}>
            choose a new password
          </Link>
        </p>
      )}
    </div>
  )
}
