import { type ReactNode, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../shared/ui/button.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { readDraft, removeDraft, writeDraft } from '../../state/drafts.ts'
import { useUser } from '../../state/session.ts'

type Progress = {
  /** Why the last attempt failed. */
  readonly problem: string | null
  readonly busy: boolean
}

type StaffFormProps<Values extends FieldValues> = {
  readonly defaultValues: DefaultValues<Values>
  readonly label?: string
  readonly className: string
  /**
   * The name under which unsaved input is kept across a new login (`state/drafts.ts`). The form must not have secrets,
   * and its owner calls `removeDraft` when the input is saved or cancelled.
   */
  readonly draft?: string
  readonly children: (form: UseFormReturn<Values>, progress: Progress) => ReactNode
  /** Returns null on success, else the error. An empty error is not shown. */
  readonly onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<string | null>
}

/** A form of the console. Fields have their own validation, and the server's error appears at the end. */
export function StaffForm<Values extends FieldValues>({
  defaultValues,
  label,
  className,
  draft,
  children,
  onSubmit,
}: StaffFormProps<Values>) {
  const userId = useUser()?.id ?? ''
  const [restored] = useState(() => (draft === undefined ? null : readDraft<DefaultValues<Values>>(draft, userId)))
  const form = useForm<Values>({ defaultValues: { ...defaultValues, ...restored } })
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
      {draft !== undefined && (
        <Draft form={form} name={draft} userId={userId} isRestored={restored !== null} defaultValues={defaultValues} />
      )}
      {children(form, { problem: errors.root?.message ?? null, busy: isSubmitting })}
    </Form>
  )
}

type DraftProps<Values extends FieldValues> = {
  readonly form: UseFormReturn<Values>
  readonly name: string
  readonly userId: string
  readonly isRestored: boolean
  readonly defaultValues: DefaultValues<Values>
}

/** Keeps the input of the form as a draft, and says when an earlier draft was restored. */
function Draft<Values extends FieldValues>({ form, name, userId, isRestored, defaultValues }: DraftProps<Values>) {
  const [isShown, setShown] = useState(isRestored)
  const [untouched] = useState(() => JSON.stringify(defaultValues))
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      if (JSON.stringify(values) === untouched) removeDraft(name)
      else writeDraft(name, userId, values)
    })
    return unsubscribe
  }, [form, name, userId, untouched])
  if (!isShown) return null
  const discard = () => {
    form.reset(defaultValues)
    removeDraft(name)
    setShown(false)
  }
  return (
    <div className="w-full">
      <Notice tone="info" live>
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span>Your unsaved input is restored.</span>
          <Button variant="quiet" onClick={discard}>
            Discard
          </Button>
        </span>
      </Notice>
    </div>
  )
}
