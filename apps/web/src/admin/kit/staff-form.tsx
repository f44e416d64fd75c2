import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { Form } from '../../shared/ui/form.tsx'

type Progress = {
  /** Why the last attempt failed. */
  readonly problem: string | null
  readonly busy: boolean
}

type StaffFormProps<Values extends FieldValues> = {
  readonly defaultValues: DefaultValues<Values>
  readonly label?: string
  readonly className: string
  readonly children: (form: UseFormReturn<Values>, progress: Progress) => ReactNode
  /** Returns null on success, else the error. An empty error is not shown. */
  readonly onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<string | null>
}

/** A form of the console. Fields have their own validation, and the server's error appears at the end. */
export function StaffForm<Values extends FieldValues>({
  defaultValues,
  label,
  className,
  children,
  onSubmit,
}: StaffFormProps<Values>) {
  const form = useForm<Values>({ defaultValues })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    const problem = await onSubmit(values, form)
    if (problem) form.setError('root', { message: problem })
  })
  return (
    <Form
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSubmitting) return
        // An error of the server must not block the next attempt.
        form.clearErrors()
        void submit(event)
      }}
      // The error belongs to the previous input.
      onChange={() => form.clearErrors('root')}
    >
      {children(form, { problem: errors.root?.message ?? null, busy: isSubmitting })}
    </Form>
  )
}
