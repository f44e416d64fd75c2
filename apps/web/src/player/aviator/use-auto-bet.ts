import { useEffect } from 'react'
import { afterRound, autoBetStop, type AutoBetStop } from '@mupiira/domain/aviator/auto-bet.ts'
import { money } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { usePlayState } from '../../state/play-state.ts'
import { betOf, changeSlot, placeRefusal, placeSlot, SLOTS, type SlotNo, useBets } from './bets.ts'
import { useAviator } from './aviator-store.ts'

const STOPPED: Record<AutoBetStop, string> = {
  ROUNDS: 'Auto bet has finished.',
  LOSS: 'Auto bet stopped: you reached your loss limit.',
  WIN: 'Auto bet stopped: you reached your win limit.',
}

/**
 * Places the bets of auto bet while the game is open: one per slot and round, until a limit stops auto bet. While a
 * reality check is open, no bet is placed.
 */
export function useAutoBet(): void {
  useEffect(() => {
    /** The ids of bets whose result already counts towards the limits. */
    const counted = new Set<string>()
    const playSlots = (): void => {
      for (const no of SLOTS) playSlot(no, counted)
    }
    const stops = [useAviator.subscribe(playSlots), useBets.subscribe(playSlots), usePlayState.subscribe(playSlots)]
    return () => {
      for (const stop of stops) stop()
      for (const no of SLOTS) changeSlot(no, { auto: null })
    }
  }, [])
}

function playSlot(no: SlotNo, counted: Set<string>): void {
  const { state } = useAviator.getState()
  const slot = useBets.getState().slots[no]
  if (slot.auto === null || slot.working !== null || state === null) return
  const bet = betOf(slot, state)
  if (bet?.auto === true && bet.state !== 'placed' && !counted.has(bet.id)) {
    counted.add(bet.id)
    return changeSlot(no, { auto: afterRound(slot.auto, money(bet.stake), money(bet.payout)) })
  }
  if (bet?.state === 'placed' || state.round?.state !== 'betting' || usePlayState.getState().isCheckOpen) return
  const stake = readAmount(slot.amount)
  const stop = stake === null ? 'LOSS' : autoBetStop(slot.auto, stake)
  if (stop !== null) {
    changeSlot(no, { auto: null })
    return void showToast('info', STOPPED[stop], { title: 'Auto bet' })
  }
  placeSlot(no, true).catch((error: unknown) => {
    changeSlot(no, { auto: null })
    showToast('error', placeRefusal(error))
  })
}
