import type { ComponentProps, ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { StaffForm } from './staff-form.tsx'

type FormDialogProps<Values extends FieldValues> = Omit<ComponentProps<typeof DialogFooter>, 'problem' | 'busy'> & {
  readonly title: string
  readonly layout?: 'wide'
  readonly defaultValues: DefaultValues<Values>
  readonly children: (form: UseFormReturn<Values>) => ReactNode
  /** Returns null on success, else the error. The dialog stays open until success. */
  readonly onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<string | null>
}

/** A form in a dialog, which closes when it has succeeded. */
export function FormDialog<Values extends FieldValues>({
  title,
  layout,
  defaultValues,
  children,
  onSubmit,
  ...end
}: FormDialogProps<Values>) {
  const submit = async (values: Values, form: UseFormReturn<Values>) => {
    const problem = await onSubmit(values, form)
    if (problem === null) end.onClose()
    return problem
  }
  return (
    <Dialog title={title} open onClose={end.onClose} {...(layout ? { layout } : {})}>
      <StaffForm<Values> defaultValues={defaultValues} onSubmit={submit} className="flex flex-col gap-4 p-4">
        {(form, progress) => (
          <>
            {children(form)}
            <DialogFooter {...progress} {...end} />
          </>
        )}
      </StaffForm>
    </Dialog>
  )
}
