import { Eye, EyeOff } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react'
import { amountAfterEdit, caretAfterEdit, typedAmountProblem } from '../format/typed-amount.ts'
import { classes } from './classes.ts'
import { ChevronDown } from './icons.tsx'

const BOX =
  'flex min-h-12 items-stretch overflow-hidden rounded-card border bg-raised focus-within:outline-2 focus-within:outline-ink'
const INPUT = 'min-w-0 flex-1 bg-transparent px-3 text-16 outline-none disabled:text-muted'

/** A row of a field and its buttons, all of the same height. */
export const FIELD_ROW = 'flex flex-wrap items-end gap-2 [&>button]:min-h-12'

type FrameProps = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

type Described = { readonly id: string; readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }

/** Label, control, hint and error of one field. The hint or error describes the control. */
function Frame({
  label,
  hint,
  error,
  children,
}: FrameProps & { readonly children: (control: Described) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  const control: Described = {
    id,
    ...(error ? { 'aria-invalid': true } : {}),
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-14 text-muted">
        {label}
      </label>
      {children(control)}
      {note && (
        <p id={`${id}-note`} className={classes('text-12', error ? 'font-bold text-down' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}

const border = (error: string | undefined) => (error ? 'border-down' : 'border-line')

type FieldProps = FrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'prefix'> & {
    readonly prefix?: ReactNode
    readonly suffix?: ReactNode
  }

export function Field({ label, hint, error, prefix, suffix, ...input }: FieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={classes(BOX, border(error))}>
          {prefix && <span className="flex items-center gap-2 pl-3 text-16">{prefix}</span>}
          <input {...input} {...control} className={INPUT} />
          {suffix && <span className="flex items-center pr-3 text-14 text-muted">{suffix}</span>}
        </div>
      )}
    </Frame>
  )
}

type AmountFieldProps = FrameProps &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value'> & {
    readonly value: string
    readonly onAmount: (typed: string) => void
    /** A control inside the box, after the amount. */
    readonly end?: ReactNode
    /** Looks like any other field, for a form with many amounts. */
    readonly isPlain?: true
  }

/** An amount in UGX, with thousands separators and a check while typing. */
export function AmountField({ label, hint, error, value, onAmount, end, isPlain, ...input }: AmountFieldProps) {
  const amount = useAmountInput(value, onAmount)
  const problem = error ?? typedAmountProblem(value) ?? undefined
  return (
    <Frame label={label} hint={hint} error={problem}>
      {(control) => (
        <div className={classes(BOX, problem ? 'border-down' : isPlain ? 'border-line' : 'border-ink')}>
          <input
            {...input}
            {...control}
            {...amount}
            className={classes(INPUT, 'tabular', !isPlain && 'text-20 font-bold')}
          />
          {end}
        </div>
      )}
    </Frame>
  )
}

/** The props of an amount input. The caret stays after the same digit when the separators change. */
export function useAmountInput(value: string, onAmount: (typed: string) => void) {
  const edited = useRef<{ readonly input: HTMLInputElement; readonly caret: number } | null>(null)
  useLayoutEffect(() => {
    const edit = edited.current
    edited.current = null
    if (edit !== null && document.activeElement === edit.input) edit.input.setSelectionRange(edit.caret, edit.caret)
  })
  const onChange = ({ target: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('insertFrom')
    const typed = input.value
    const next = amountAfterEdit(isPasted ? '' : value, typed)
    edited.current = { input, caret: caretAfterEdit(typed, input.selectionStart ?? typed.length, next) }
    onAmount(next)
  }
  return { value, onChange, inputMode: 'decimal', autoComplete: 'off' } as const
}

type PasswordFieldProps = FrameProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={classes(BOX, border(error))}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} className={INPUT} />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="inline-flex w-12 items-center justify-center text-muted"
          >
            {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </button>
        </div>
      )}
    </Frame>
  )
}

type SelectProps = FrameProps & Omit<ComponentProps<'select'>, 'className' | 'id'>

export function Select({ label, hint, error, children, ...select }: SelectProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={classes(BOX, 'relative', border(error))}>
          <select {...select} {...control} className={classes(INPUT, 'appearance-none bg-raised pr-10 text-ink')}>
            {children}
          </select>
          <ChevronDown className="pointer-events-none absolute top-3.5 right-3 size-5 text-muted" />
        </div>
      )}
    </Frame>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'> & { readonly label: ReactNode }

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-14">
      <input {...input} type="checkbox" className="size-5 shrink-0" />
      <span>{label}</span>
    </label>
  )
}
