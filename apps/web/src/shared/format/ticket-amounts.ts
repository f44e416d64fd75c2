import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { money } from './amounts.ts'

/** "Potential win" is stake × odds on every screen, but the field `potentialWin` includes the bonus (D45). */
export const winWithoutBonus = (ticket: { readonly potentialWin: number; readonly bonus: number }): number =>
  ugxToNumber(ugx(money(ticket.potentialWin) - money(ticket.bonus)))

/** The stake that is still on a ticket after its partial cashouts. Tickets stored by an older version have none. */
export const stakeLeftOf = (ticket: { readonly totalStake: number; readonly cashedStake?: number }): number =>
  ugxToNumber(ugx(money(ticket.totalStake) - money(ticket.cashedStake ?? 0)))

/** Everything that a ticket has paid: its partial cashouts and its end. */
export const paidOf = (ticket: { readonly payout: number | null; readonly cashedOut?: number }): number =>
  ugxToNumber(ugx(money(ticket.payout ?? 0) + money(ticket.cashedOut ?? 0)))
