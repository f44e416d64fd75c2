import type { ReactNode } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { UgandaFlag } from '../../shared/ui/logo.tsx'

type PhoneFieldProps = {
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly onTyped?: (typed: string) => void
}

/** The phone field with a flag for the country code (AUTH-41). */
export function PhoneField({ onTyped, ...notes }: PhoneFieldProps) {
  return (
    <Field
      {...notes}
      label="Mobile number"
      name="phoneNumber"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="7XXXXXXXX"
      maxLength={20}
      onChange={(event) => onTyped?.(event.target.value)}
      prefix={
        <>
          <UgandaFlag /> <span className="text-14 text-muted">+256</span>
        </>
      }
    />
  )
}
