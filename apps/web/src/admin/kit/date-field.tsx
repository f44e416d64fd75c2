import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Field } from '../../shared/ui/field.tsx'
import { readDate, readDateTime, readTime, writtenDate, writtenDateTime } from './typed-date.ts'

/**
 * Native date inputs show dates in the order of the device, for example the month first. These are text fields, so all
 * staff read and type the day first, and times in 24-hour format.
 */
const KINDS = {
  date: { read: readDate, write: writtenDate, example: '30 Nov 2026', form: 'dd/mm/yyyy' },
  'datetime-local': {
    read: readDateTime,
    write: writtenDateTime,
    example: '30 Nov 2026, 16:00',
    form: 'dd/mm/yyyy, hh:mm',
  },
  time: { read: readTime, write: (time: string) => time, example: '16:00', form: 'hh:mm' },
} as const
type Kind = keyof typeof KINDS

type DateValue = {
  /** In the format of HTML date inputs: "2026-11-30", "2026-11-30T16:00" or "16:00". Empty without a date. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/**
 * The props of the text field. `onValue` receives a valid date at once, and `otherwise` while the text is not a valid
 * date. On blur, a valid date is written in the usual format.
 */
function useTypedDate(kind: Kind, { value, onValue }: DateValue, otherwise: string) {
  const { read, write, example, form } = KINDS[kind]
  const written = (day: string) => ({ text: write(day), before: day, after: day, isLeft: true })
  const [typed, setTyped] = useState(written(value))
  // The typed text stays until the value changes elsewhere.
  const text = value === typed.before || value === typed.after ? typed.text : write(value)
  const isUnreadable = text.trim() !== '' && read(text) === null
  const field = {
    value: text,
    placeholder: form,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      const after = target.value.trim() === '' ? '' : (read(target.value) ?? otherwise)
      setTyped({ text: target.value, before: value, after, isLeft: false })
      if (after !== value) onValue(after)
    },
    onBlur: () => setTyped(isUnreadable ? { ...typed, isLeft: true } : written(value)),
  }
  const pick = (day: string) => {
    setTyped(written(day))
    onValue(day)
  }
  return { field, pick, problem: isUnreadable && typed.isLeft ? `Please enter it like ${example}.` : undefined }
}

type CalendarProps = {
  readonly kind: Exclude<Kind, 'time'>
  /** The name of the field. */
  readonly label: string
  readonly value: string
  readonly max?: string | undefined
  readonly onPick: (value: string) => void
}

/** Opens the platform's calendar. Browsers without that function have only the text field. */
function CalendarButton({ kind, label, value, max, onPick }: CalendarProps) {
  const calendar = useRef<HTMLInputElement>(null)
  if (typeof HTMLInputElement === 'undefined' || !('showPicker' in HTMLInputElement.prototype)) return null
  return (
    <span className="relative inline-flex shrink-0 self-stretch">
      <button
        type="button"
        aria-label={`Calendar: ${label}`}
        onClick={() => calendar.current?.showPicker()}
        className="inline-flex w-11 items-center justify-center rounded-card text-muted"
      >
        <CalendarDays className="size-4" />
      </button>
      {/* Used only for its calendar, so it shows no text and cannot receive the focus. */}
      <input
        ref={calendar}
        type={kind}
        value={value}
        max={max}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => onPick(event.target.value)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </span>
  )
}

type DateFieldProps = DateValue & {
  readonly kind: Kind
  readonly label: string
  readonly error?: string | undefined
}

/** A date or time in a form. */
export function DateField({ kind, label, error, ...date }: DateFieldProps) {
  // A text that is not a date must not save the previous date.
  const { field, pick, problem } = useTypedDate(kind, date, '')
  return (
    <Field
      label={label}
      error={error ?? problem}
      {...field}
      {...(kind === 'time'
        ? {}
        : {
            suffix: (
              <span className="-mr-3">
                <CalendarButton kind={kind} label={label} value={date.value} onPick={pick} />
              </span>
            ),
          })}
    />
  )
}

type DayInputProps = DateValue & { readonly label: string; readonly max?: string }

/** A day in a filter bar. */
export function DayInput({ label, max, ...date }: DayInputProps) {
  const id = useId()
  const { field, pick, problem } = useTypedDate('date', date, date.value)
  return (
    <div className="flex items-center gap-x-2 text-12 text-muted max-md:w-[calc(50%-4px)] max-md:flex-col max-md:items-stretch">
      <label htmlFor={id}>{label}</label>
      <span
        className={classes(
          'flex min-h-11 items-stretch rounded-card border bg-raised md:min-h-9 focus-within:outline-2 focus-within:outline-ink',
          problem === undefined ? 'border-line' : 'border-down',
        )}
      >
        <input
          {...field}
          id={id}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem && `${id}-problem`}
          className="w-28 min-w-0 flex-1 bg-transparent pl-3 text-14 text-ink outline-none"
        />
        <CalendarButton kind="date" label={label} max={max} value={date.value} onPick={pick} />
      </span>
      {problem && (
        <span id={`${id}-problem`} className="font-bold text-down">
          {problem}
        </span>
      )}
    </div>
  )
}
