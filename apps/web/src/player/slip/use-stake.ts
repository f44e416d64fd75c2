import { typedAmount } from '../../shared/format/typed-amount.ts'
import { usePlayerSetting } from '../../state/session.ts'
import { DEFAULT_STAKE, useSlip } from '../../state/slip.ts'

/** The stake of the slip: as typed, otherwise the player's default stake, otherwise 10.00 (SLIP-21, PLAY-11). */
export function useStake(): string {
  const typed = useSlip(({ stake }) => stake)
  const own = usePlayerSetting('default_stake')
  return typed ?? (own === null ? DEFAULT_STAKE : typedAmount(own))
}
