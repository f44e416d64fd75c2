import { textOf } from '../../shared/api/errors.ts'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { act } from '../kit/staff-api.ts'

type CommitProps = { readonly onDone: () => void; readonly onClose: () => void }

const HEIGHT = /^[1-9]\d{0,14}$/

/** Creates a chain and publishes its commitment, before the block that provides the salt exists. */
export function CommitDialog({ onDone, onClose }: CommitProps) {
  const commit = async (typed: { readonly height: string }): Promise<string | null> => {
    const height = typed.height.trim()
    try {
      await act('POST /api/admin/aviator/chains', { body: { beacon: 'bitcoin', height } })
    } catch (error) {
      return textOf(error, 'The chain could not be committed. Please try again.')
    }
    showToast('success', `Chain committed. Its salt will be the hash of block ${height}.`)
    onDone()
    return null
  }
  return (
    <FormDialog title="Commit a chain" verb="Commit" defaultValues={{ height: '' }} onSubmit={commit} onClose={onClose}>
      {({ register, formState }) => (
        <>
          <p className="text-14">
            This creates 100,000 seeds and publishes their commitment. The hash of a future Bitcoin block becomes their
            salt, so no one can choose the results.
          </p>
          <Field
            label="Block height"
            hint="Current Bitcoin block height plus 72 (about 12 hours ahead)."
            inputMode="numeric"
            autoComplete="off"
            error={formState.errors.height?.message}
            {...register('height', {
              validate: (typed) => HEIGHT.test(typed.trim()) || 'Please enter a whole number.',
            })}
          />
        </>
      )}
    </FormDialog>
  )
}
