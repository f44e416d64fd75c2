import { isMarketId } from '@mupiira/domain/markets/types.ts'
import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import type { AdminMarket } from '@mupiira/contract/admin-games.ts'

type Selection = AdminMarket['selections'][number]

/** The effect of manual odds before they are saved; null for the model's price. */
export function priceHint(market: AdminMarket, selection: Selection, own: number | null): string {
  if (own === null) return 'Leave empty to use the model’s odds.'
  if (cannotLose(market, selection, own)) {
    return 'A player who backs every selection at these odds cannot lose. Lower the other odds too.'
  }
  return selection.model !== null && own > selection.model
    ? 'Above the model’s odds. If the model is right, players win on average.'
    : 'These odds stay until you remove them. They are capped so that players do not win on average.'
}

/** Returns whether manual odds are offered lower than entered, because the model's price has changed. */
export const isCapped = ({ own, offered }: Selection): boolean => own !== null && offered !== null && offered < own

function cannotLose({ id, selections }: AdminMarket, { id: changed }: Selection, own: number): boolean {
  if (!isMarketId(id) || !marketDefinition(id).coversEverything) return false
  const prices = selections.map((selection) => (selection.id === changed ? own : selection.offered))
  return prices.every((price) => price !== null) && prices.reduce((sum, price) => sum + 1 / price, 0) < 1
}
