import { periodText, RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { classes } from '../../shared/ui/classes.ts'
import { Badge } from '../../shared/ui/surfaces.tsx'

/**
 * Reminds staff that the visitor's identity is unknown. `isFolded`: shown collapsed above the conversation, where there
 * is no room beside it.
 */
export const VisitorCard = ({ isFolded }: { readonly isFolded?: boolean }) => (
  <aside
    aria-label="The visitor"
    className={classes(
      'flex flex-col gap-2 p-3',
      isFolded
        ? 'border-b border-line wide:hidden'
        : 'self-start rounded-card border border-line bg-raised max-wide:hidden',
    )}
  >
    <div className="flex items-center justify-between gap-2">
      <h2 className="min-w-0 truncate text-16 font-bold">Visitor</h2>
      <Badge tone="live">Not logged in</Badge>
    </div>
    <p className="text-14 leading-5">
      We do not know who is writing. Do not give account data, and do not change an account because of this chat. Call
      the number of the account instead.
    </p>
    {!isFolded && (
      <p className="text-12 leading-4 text-muted">
        Deleted {periodText(RETENTION.visitorChat)} after the last message. Images cannot be sent.
      </p>
    )}
  </aside>
)
