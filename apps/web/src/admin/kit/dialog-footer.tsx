import { TriangleAlert } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'

type DialogFooterProps = {
  readonly problem: string | null
  readonly verb: string
  readonly isDangerous?: boolean
  readonly busy: boolean
  readonly busyText?: string
  readonly onClose: () => void
}

/** A button that opens a confirmation is outlined (`DangerButton`), and the one that confirms is filled. */
const FILLED = 'contents [&>button]:bg-down [&>button]:text-paper'

/**
 * The end of a form in a dialog: error and buttons. If the action itself is called Cancel, the other button is Go back.
 */
export const DialogFooter = ({ problem, verb, isDangerous = false, busy, busyText, onClose }: DialogFooterProps) => (
  <>
    {problem !== null && (
      <Notice tone="down" live>
        {problem}
      </Notice>
    )}
    <div className="flex justify-end gap-2">
      <Button variant="quiet" onClick={onClose}>
        {/^cancel/i.test(verb) ? 'Go back' : 'Cancel'}
      </Button>
      <span className={isDangerous ? FILLED : 'contents'}>
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          busy={busy}
          {...(busyText === undefined ? {} : { busyText })}
        >
          {isDangerous && <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />}
          <span>{verb}</span>
        </Button>
      </span>
    </div>
  </>
)
