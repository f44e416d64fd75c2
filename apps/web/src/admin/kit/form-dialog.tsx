import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { DialogEnd } from './dialog-end.tsx'

type FormDialogProps<Values extends FieldValues> = {
  readonly title: string
  /** The button text. */
  readonly verb: string
  readonly busyText?: string
  readonly isDangerous?: boolean
  readonly defaultValues: DefaultValues<Values>
  readonly children: (form: UseFormReturn<Values>) => ReactNode
  /** Returns null on success, else the error. The dialog stays open until success. */
  readonly onSubmit: (values: Values) => Promise<string | null>
  readonly onClose: () => void
}

/** A form dialog of the console. Fields have their own validation, and the server's error appears at the end. */
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
