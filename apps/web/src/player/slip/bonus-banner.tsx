import { nextBonusStep } from '@mupiira/domain/ticket/next-bonus-step.ts'
import { counted } from '../../shared/format/counted.ts'

/**
 * The number of games to the next win bonus (SLIP-26, SLIP-27). The line is inconspicuous, so that PLACE BET stays the
 * main action.
 */
export function BonusBanner({ qualifyingGames }: { readonly qualifyingGames: number }) {
  const step = nextBonusStep(qualifyingGames)
  const target = step === null ? qualifyingGames : qualifyingGames + step.missingGames
  return (
    <div className="flex min-h-13 items-center gap-3 text-12 text-muted">
      <svg viewBox="0 0 64 6" aria-hidden="true" className="h-1.5 w-16 shrink-0">
        <rect width="64" height="6" rx="3" className="fill-line" />
        {qualifyingGames > 0 && (
          <rect width={Math.max(6, (64 * qualifyingGames) / target)} height="6" rx="3" className="fill-gold" />
        )}
      </svg>
      {step === null ? (
        <p>You have the highest win bonus</p>
      ) : (
        <p>{`Add ${counted(step.missingGames, 'more qualifying game')} to increase your Win Bonus`}</p>
      )}
    </div>
  )
}
