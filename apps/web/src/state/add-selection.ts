import { showToast } from '../shared/ui/toast.tsx'
import { MAX_SELECTIONS, slipItem } from './slip-rules.ts'
import { toggleSelection } from './slip.ts'

const NO_GAME = 'Game is missing a valid ID. Please refresh or contact support.'

/**
 * Handles a tap on a selection: adds, replaces or removes it, or shows why that is not possible (SLIP-06, SLIP-11,
 * MKT-21).
 */
export function tapSelection(
  source: 'list' | 'markets',
  ...[game, market, selection]: Parameters<typeof slipItem>
): void {
  const outcome = toggleSelection(slipItem(game, market, selection))
  if (outcome === 'invalid-game') showToast('error', source === 'list' ? `Cannot add bet: ${NO_GAME}` : NO_GAME)
  if (outcome === 'replaced-in-play')
    showToast('info', 'A bet has one selection of each live game. The new one replaces the earlier one.')
  if (outcome === 'full') showToast('warning', `A betslip holds at most ${MAX_SELECTIONS} selections.`)
}
