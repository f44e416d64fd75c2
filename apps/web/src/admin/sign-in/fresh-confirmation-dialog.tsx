import { Dialog } from '../../shared/ui/dialog.tsx'
import { useConfirmationRequest } from '../kit/staff-api.ts'
import { FreshConfirmationForm } from './fresh-confirmation-form.tsx'

/** Asks for a fresh confirmation before operations that move money (D55). */
export function FreshConfirmationDialog() {
  const requested = useConfirmationRequest((state) => state.requested)
  if (requested === null) return null
  return (
    <Dialog title="Confirm your identity" open onClose={() => requested.answer(false)}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-14 text-muted">{`Please enter your ${requested.by} to continue. We ask at most once every 10 minutes.`}</p>
        <FreshConfirmationForm by={requested.by} verb="Confirm" onConfirmed={() => requested.answer(true)} />
      </div>
    </Dialog>
  )
}
