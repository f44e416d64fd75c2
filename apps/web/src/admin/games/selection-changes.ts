import type { DeskMarket } from '@mupiira/contract/desk-games.ts'
import type { Body } from '../../shared/api/client.ts'

type Selection = Pick<DeskMarket['selections'][number], 'id' | 'own' | 'mostStake'>
export type MarketChanges = Omit<Body<'PUT /api/admin/games/{id}/markets/{market}'>, 'reason'>

/** As the form shows it: '' where nothing is set. */
export const typedOf = (value: number | null): string => (value === null ? '' : String(value))

/**
 * What was changed of a selection, and nothing that only stood in the form: a colleague may have set other odds while it was
 * open. Null: nothing, or what cannot be read.
 */
export function selectionChanges(selection: Selection, odds: string, stake: string): MarketChanges | null {
  const own = odds.trim() === '' ? null : Number(odds.replace(',', '.'))
  const most = stake.trim() === '' ? null : Number(/^[\d,\s]+$/.test(stake) ? stake.replace(/\D/g, '') : Number.NaN)
  if (own !== null && !(own >= 1.01 && own <= 1_000)) return null
  if (most !== null && !Number.isInteger(most)) return null
  const changes = {
    ...(own === selection.own ? {} : { odds: { [selection.id]: own } }),
    ...(most === selection.mostStake ? {} : { mostStake: { [selection.id]: most } }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}
