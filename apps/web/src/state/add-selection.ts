import { showToast } from '../shared/ui/toast.tsx'
import { MOST_SELECTIONS, slipItemId, type SlipItem } from './slip-rules.ts'
import { toggleSelection } from './slip.ts'

/** The fields of a slip item; its id is derived from them. */
export type Pick = Omit<SlipItem, 'id' | 'odds' | 'isNew' | 'match'> & { readonly odds: string }

const NO_GAME = 'Game is missing a valid ID. Please refresh or contact support.'

/** Taps an option: adds, replaces or removes it, and says why when it cannot (SLIP-06, SLIP-11, MKT-21). */
export function tapOption(pick: Pick, place: 'list' | 'markets'): void {
  const outcome = toggleSelection({
    ...pick,
    id: slipItemId(pick.gameId, pick.section, pick.label),
    match: `${pick.homeTeam} vs ${pick.awayTeam}`,
    isNew: true,
  })
  if (outcome === 'invalid-game') showToast('error', place === 'list' ? `Cannot add bet: ${NO_GAME}` : NO_GAME)
  if (outcome === 'full') showToast('warning', `A slip holds at most ${MOST_SELECTIONS} selections.`)
}
