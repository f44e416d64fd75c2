import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { classes } from '../../shared/ui/classes.ts'
import { useAviator } from './aviator-store.ts'
import { useDrawing } from './drawing.ts'
import { timesText } from './times-text.ts'

const BANNER = 'rounded-card px-2 py-1 text-center text-balance text-14 font-bold tabular'

/** The outcome of the round and of the player's bets (AVI-10). It overlays the curve, so nothing moves. */
export function RoundBanner() {
  const state = useAviator((store) => store.state)
  const isHeld = useDrawing((drawing) => drawing.isHeld)
  const round = state?.round ?? null
  const won = (state?.mine ?? []).filter((bet) => bet.roundId === round?.id && bet.state === 'cashed-out')
  const text = textOf(state === null, state?.open ?? true, round, isHeld)
  return (
    <div
      role="status"
      className={classes(
        'pointer-events-none absolute inset-x-2 bottom-2 flex flex-col items-center gap-1',
        // Without a round there is no curve that the text could cover.
        round === null && 'top-2 justify-center',
      )}
    >
      {won.length > 0 && (
        <p data-banner="win" className={classes(BANNER, 'bg-up text-paper')}>
          {wonText(won)}
        </p>
      )}
      {text !== null && (
        <p
          data-banner={round?.state ?? 'none'}
          className={classes(BANNER, round?.state === 'crashed' ? 'bg-down text-paper' : 'bg-tint text-ink')}
        >
          {text}
        </p>
      )}
    </div>
  )
}

/**
 * Omits the multipliers of two bets, because a second line would cover the multiplier of the round. The buttons show
 * them.
 */
function wonText(won: readonly AviatorBet[]): string {
  const payout = won.reduce((sum, bet) => sum + Math.round(bet.payout * 100), 0) / 100
  const [first, second] = won
  const at = second === undefined ? ` at ${timesText(first?.multiplier ?? 1)}` : ''
  return `You won ${moneyText(payout)}${at}`
}

type Round = { readonly state: string; readonly crash: number | null; readonly fliesAt: string | null }

function textOf(isLoading: boolean, isOpen: boolean, round: Round | null, isHeld: boolean): string | null {
  if (isLoading) return 'Loading the round…'
  if (round?.state === 'crashed') return `Crashed at ${timesText(round.crash ?? 1)}`
  if (round?.state === 'interrupted') return 'This round was interrupted. Open bets are refunded.'
  if (round?.state === 'void') return 'This round did not start. All bets are refunded.'
  if (round?.state === 'flying' && isHeld) return 'Waiting for the server. The round may have continued or ended.'
  if (!isOpen || round === null) return 'Aviator is not available at the moment.'
  return null
}
