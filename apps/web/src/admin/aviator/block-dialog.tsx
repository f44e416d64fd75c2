import type { AdminAviatorChain } from '@mupiira/contract/admin-aviator.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { act } from '../kit/staff-api.ts'

/** A block's header: 80 bytes. */
const HEADER = /^[0-9a-f]{160}$/

/** Block explorers show the header in groups or in capitals. */
const headerOf = (typed: string): string => typed.replace(/\s/g, '').toLowerCase()

type BlockProps = {
  readonly chain: AdminAviatorChain
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * The dialog in which an administrator enters the header of a block. When two administrators have entered the same
 * header, the salt is set.
 */
export function BlockDialog({ chain, onDone, onClose }: BlockProps) {
  const enter = async ({ header }: { readonly header: string }): Promise<string | null> => {
    try {
      const { salt } = await act('POST /api/admin/aviator/chains/{id}/salt', {
        params: { id: chain.id },
        body: { height: chain.height, header: headerOf(header) },
      })
      showToast(
        'success',
        salt === null
          ? 'Block entered. A second member of staff must enter the same block.'
          : 'Salt set. This chain is ready.',
      )
    } catch (error) {
      return textOf(error, 'The block could not be entered. Please try again.')
    }
    onDone()
    return null
  }
  return (
    <FormDialog
      title={`Block ${chain.height}`}
      verb="Enter"
      defaultValues={{ header: '' }}
      onSubmit={enter}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <>
          <p className="text-14">
            Wait for a few more blocks, then copy the header from a block explorer. The block's hash, work and time are
            computed from it.
          </p>
          <Field
            label="Block header"
            hint="160 hexadecimal digits."
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            error={formState.errors.header?.message}
            {...register('header', {
              validate: (typed) =>
                HEADER.test(headerOf(typed)) || 'A header has 160 hexadecimal digits, 0 to 9 and a to f.',
            })}
          />
        </>
      )}
    </FormDialog>
  )
}
