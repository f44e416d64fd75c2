import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { useAviator } from './aviator-store.ts'

/** The outcome of the round and of the player's bets (AVI-10). It overlays the curve, so nothing moves. */
export function RoundBanner() {
  const state = useAviator((store) => store.state)
  const isConfirmed = useAviator((store) => store.isConfirmed)
  const round = state?.round ?? null
  const won = (state?.mine ?? []).filter((bet) => bet.roundId === round?.id && bet.state === 'cashed-out')
  const payout = won.reduce((sum, bet) => sum + Math.round(bet.payout * 100), 0) / 100
  const text = textOf(state === null, state?.open ?? true, round, isConfirmed)
  return (
    <div role="status" className="pointer-events-none absolute inset-x-2 bottom-2 flex flex-col items-center gap-1">
      {won.length > 0 && (
        <p data-banner="win" className="rounded-card bg-up px-3 py-1 text-14 font-bold text-paper tabular">
          You won {moneyText(payout)} at{' '}
          {won.map((bet) => `${multiplierText(Math.round((bet.multiplier ?? 1) * 100))}x`).join(' and ')}
        </p>
      )}
      {text !== null && (
        <p
          data-banner={round?.state ?? 'none'}
          className={classes(
            'rounded-card px-3 py-1 text-14 font-bold tabular',
            round?.state === 'crashed' ? 'bg-down text-paper' : 'bg-tint text-ink',
          )}
        >
          {text}
        </p>
      )}
    </div>
  )
}

type Round = { readonly state: string; readonly crash: number | null; readonly fliesAt: string | null }

function textOf(isLoading: boolean, isOpen: boolean, round: Round | null, isConfirmed: boolean): string | null {
  if (isLoading) return 'Loading the round…'
  if (round?.state === 'crashed') return `Crashed at ${multiplierText(Math.round((round.crash ?? 1) * 100))}x`
  if (round?.state === 'interrupted') return 'This round was interrupted. Open bets are refunded.'
  if (round?.state === 'void') return 'This round did not start. All bets are refunded.'
  if (round?.state === 'flying' && !isConfirmed) return 'No connection. We cannot show the multiplier now.'
  if (!isOpen || round === null) return 'Aviator is not running at the moment.'
  return null
}
