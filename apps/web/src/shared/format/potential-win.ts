import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { money } from './amounts.ts'

/** "Potential win" is stake × odds on every screen, but the field `potentialWin` includes the bonus (D45). */
export const winWithoutBonus = (ticket: { readonly potentialWin: number; readonly bonus: number }): number =>
  ugxToNumber(ugx(money(ticket.potentialWin) - money(ticket.bonus)))
