import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import { amountText } from '../../shared/format/amounts.ts'
import { playChime } from '../../shared/sound.ts'
import { closeToast, showToast, type ToastKind } from '../../shared/ui/toast.tsx'
import { VOLUME } from '../../shared/volume.ts'
import { usePreferences } from '../../state/preferences.ts'
import { roundIdOf, useAviator } from './aviator-store.ts'
import { changeSlot, placeRefusal, type SlotNo, UnknownOutcome, useBets } from './bets.ts'
import { timesText } from './times-text.ts'

/**
 * Shows the error of a bet in the slot's panel. If the outcome is unknown, the button offers to check again instead.
 */
export function reportRefused(no: SlotNo, error: unknown): void {
  if (error instanceof UnknownOutcome) return void showToast('error', placeRefusal(error))
  changeSlot(no, { refusal: { text: placeRefusal(error), roundId: roundIdOf(useAviator.getState()) } })
  useBets.setState({ shown: no })
}

let lastToastId: number | undefined

/** A new toast replaces the previous toast, because two toasts would cover the multiplier. */
function showAviatorToast(kind: ToastKind, text: string, title: string): void {
  if (lastToastId !== undefined) closeToast(lastToastId)
  lastToastId = showToast(kind, text, { title })
}

/** Reports a placed bet (AVI-17). A repeated request returns its first response, which may describe a past round. */
export function reportPlaced({ bet, waits }: { readonly bet: AviatorBet; readonly waits: boolean }): void {
  if (bet.roundId < (useAviator.getState().state?.round?.id ?? 0))
    return showAviatorToast(
      'info',
      `Your bet of UGX ${amountText(bet.stake)} was placed in round #${bet.roundId}. See My bets.`,
      'Aviator',
    )
  showAviatorToast(
    'bet',
    `Bet placed: ${amountText(bet.stake)} UGX`,
    waits ? 'Your bet waits for the next round' : 'Aviator',
  )
}

export const reportCancelled = ({ stake }: AviatorBet): void =>
  showAviatorToast('info', `UGX ${amountText(stake)} is back in your balance`, 'Bet cancelled')

/** Reports a win (AVI-30). */
export function reportWin(bet: AviatorBet): void {
  showAviatorToast(
    'success',
    `Cashed out! Won ${amountText(bet.payout)} UGX at ${timesText(bet.multiplier ?? 1)}`,
    'Aviator',
  )
  if (!usePreferences.getState().muted) playChime(VOLUME.high)
}
