import { Field } from '../../shared/ui/field.tsx'
import { UgandaFlag } from '../../shared/ui/logo.tsx'

type PhoneFieldProps = { readonly error?: string | undefined }

/** AUTH-41: the flag stands for the country code. */
export function PhoneField(wrong: PhoneFieldProps) {
  return (
    <Field
      {...wrong}
      label="Mobile number"
      name="phoneNumber"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="7XXXXXXXX"
      maxLength={20}
      prefix={
        <>
          <UgandaFlag /> <span className="text-14 text-muted">+256</span>
        </>
      }
    />
  )
}
