import { isMarketId } from '@mupiira/domain/markets/types.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'

type Selection = AdminMarket['selections'][number]

/** The meaning of manual odds, before they are saved; null: the model's price. */
export function priceHint(market: AdminMarket, selection: Selection, own: number | null): string {
  if (own === null) return 'Empty: the model’s own.'
  if (cannotLose(market, selection, own)) {
    return 'A player who backs every selection at these prices cannot lose. Lower the other prices too.'
  }
  return selection.model !== null && own > selection.model
    ? 'Above the model’s price: the house gives money away if the model is right.'
    : 'In force without movement until it is taken away, and never above what gives money away.'
}

/** The model has moved, so that the manual odds would be too high and are offered only in part. */
export const isHeldDown = ({ own, offered }: Selection): boolean => own !== null && offered !== null && offered < own

function cannotLose({ id, selections }: AdminMarket, { id: changed }: Selection, own: number): boolean {
  if (!isMarketId(id) || !marketDefinition(id).coversEverything) return false
  const prices = selections.map((each) => (each.id === changed ? own : each.offered))
  return prices.every((price) => price !== null) && prices.reduce((sum, price) => sum + 1 / price, 0) < 1
}
