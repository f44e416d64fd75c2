import type { Game } from '@mupiira/contract/games.ts'
import { suspensionText } from '../shared/suspension-text.ts'
import { Lock } from '../shared/ui/icons.tsx'

type SuspendedOddsProps = { readonly game: Game; readonly match: string }

/**
 * In place of the odds of a suspended live game: the same size, with the cause (INP-09). Aligned left, because centred
 * text moves when one cause follows another.
 */
export const SuspendedOdds = ({ game, match }: SuspendedOddsProps) => (
  <p className="flex min-h-12 flex-col items-start justify-center rounded-card border border-line bg-band px-2 text-12 leading-4 text-muted [grid-area:odds] lg:min-h-11">
    <span className="inline-flex items-center gap-1 font-medium">
      <Lock className="size-3.5" /> Suspended
    </span>
    <span className="sr-only">, {match}, </span>
    <span>{suspensionText(game)}</span>
  </p>
)
