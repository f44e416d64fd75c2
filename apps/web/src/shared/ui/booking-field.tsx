import { Field } from './field.tsx'

const MAX_CODE_LENGTH = 12

type BookingFieldProps = { readonly value: string; readonly onCode: (typed: string) => void }

export function BookingField({ value, onCode }: BookingFieldProps) {
  return (
    <Field
      label="Booking code"
      name="code"
      value={value}
      maxLength={MAX_CODE_LENGTH}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => onCode(event.target.value.toUpperCase().slice(0, MAX_CODE_LENGTH))}
    />
  )
}
