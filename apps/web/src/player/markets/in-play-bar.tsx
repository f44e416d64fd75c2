import type { Game } from '@mupiira/contract/games.ts'
import { suspensionText } from '../../shared/suspension-text.ts'
import { Lock } from '../../shared/ui/icons.tsx'
import { LiveNotice } from '../../state/live-notice.tsx'

/** Above the markets of a live game: whether it takes bets, else why not. Its height does not change. */
export const InPlayBar = ({ game }: { readonly game: Game }) => (
  <>
    <p role="status" className="flex min-h-9 items-center gap-2 px-3 text-14">
      {game.open ? (
        <>
          <span aria-hidden="true" className="mx-1 size-2 shrink-0 rounded-full bg-live" />
          <b>Live odds</b>
        </>
      ) : (
        <>
          <Lock className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 truncate">
            <b>Suspended</b> · {suspensionText(game)}
          </span>
        </>
      )}
    </p>
    <LiveNotice />
  </>
)
