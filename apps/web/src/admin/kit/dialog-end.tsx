import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'

type DialogEndProps = {
  /** Why it could not be done. */
  readonly problem: string | null
  /** On the button: what is done. */
  readonly verb: string
  readonly isDangerous?: boolean
  readonly busy: boolean
  readonly busyText?: string
  readonly onClose: () => void
}

/** The foot of a form in a dialog: what went wrong, the way out, and the deed. Of two buttons only one ever says Cancel. */
export const DialogEnd = ({ problem, verb, isDangerous = false, busy, busyText, onClose }: DialogEndProps) => (
  <>
    {problem !== null && (
      <Notice tone="down" live>
        {problem}
      </Notice>
    )}
    <div className="flex justify-end gap-2">
      <Button look="quiet" onClick={onClose}>
        {/^cancel/i.test(verb) ? 'Leave it' : 'Cancel'}
      </Button>
      <Button
        type="submit"
        look={isDangerous ? 'danger' : 'primary'}
        busy={busy}
        {...(busyText === undefined ? {} : { busyText })}
      >
        {verb}
      </Button>
    </div>
  </>
)
