import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { DialogEnd } from './dialog-end.tsx'

type FormDialogProps<Values extends FieldValues> = {
  readonly title: string
  /** On the button. */
  readonly verb: string
  readonly busyText?: string
  readonly isDangerous?: boolean
  readonly defaultValues: DefaultValues<Values>
  readonly children: (form: UseFormReturn<Values>) => ReactNode
  /** null once it is done, else what went wrong. The dialog stays open until then. */
  readonly onSubmit: (values: Values) => Promise<string | null>
  readonly onClose: () => void
}

/** The form of the console: fields are validated by their own rules, and the server's refusal is shown at the end. */
export function FormDialog<Values extends FieldValues>({
  title,
  defaultValues,
  children,
  onSubmit,
  onClose,
  ...end
}: FormDialogProps<Values>) {
  const form = useForm<Values>({ defaultValues })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    const problem = await onSubmit(values)
    if (problem === null) onClose()
    else form.setError('root', { message: problem })
  })
  return (
    <Dialog title={title} open onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 p-4">
        {children(form)}
        <DialogEnd problem={errors.root?.message ?? null} busy={isSubmitting} onClose={onClose} {...end} />
      </Form>
    </Dialog>
  )
}
