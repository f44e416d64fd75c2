import type { Cashout } from '@mupiira/contract/cashout.ts'
import { ugx, ugxFromShillings, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { evaluatePart, stakeOfPayment, stakeOfPercent } from '@mupiira/domain/cashout/part.ts'
import { money, moneyText, plainText } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'

/** What the player wants to cash out: a percentage of the stake left, or an amount. */
export type PartChoice =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly typed: string }

export const ALL: PartChoice = { kind: 'percent', percent: 100 }

export type OfferedPart = {
  /** The payment; null if the choice is not possible. */
  readonly paid: number | null
  /** The stake to cash out; null for all of the stake left. */
  readonly stake: number | null
  /** What happens, or why the choice is not possible. */
  readonly text: string
}

type Offered = Pick<Cashout, 'stakeLeft' | 'parts'> & { readonly offer: number }

/** The part of an offer for a choice (COUT-01). */
export function partOfChoice({ offer, stakeLeft, parts }: Offered, choice: PartChoice): OfferedPart {
  const [offerUgx, leftUgx] = [money(offer), money(stakeLeft)]
  const wanted = choice.kind === 'amount' ? readAmount(choice.typed) : null
  if (choice.kind === 'amount' && (wanted === null || wanted <= 0n))
    return { paid: null, stake: null, text: 'Enter the amount that you want to cash out.' }
  if (wanted !== null && wanted > offerUgx)
    return { paid: null, stake: null, text: `The offer is ${moneyText(offer)}.` }
  const stakeUgx =
    choice.kind === 'percent'
      ? stakeOfPercent(leftUgx, choice.percent)
      : stakeOfPayment(wanted ?? offerUgx, offerUgx, leftUgx)
  const part = evaluatePart(
    { offerUgx, stakeUgx, leftUgx },
    { leastPaidUgx: ugxFromShillings(parts.minimum), leastLeftUgx: ugxFromShillings(parts.minimumLeft) },
  )
  if (!part.ok) {
    const text =
      part.error === 'CASHOUT_PART_TOO_SMALL'
        ? `Cash out at least UGX ${plainText(parts.minimum)}.`
        : `At least UGX ${plainText(parts.minimumLeft)} of the stake must stay on the bet.`
    return { paid: null, stake: null, text }
  }
  const paid = ugxToNumber(part.value)
  if (stakeUgx === leftUgx) return { paid, stake: null, text: 'This ends the bet.' }
  const left = ugxToNumber(ugx(leftUgx - stakeUgx))
  return { paid, stake: ugxToNumber(stakeUgx), text: `${moneyText(left)} of the stake stays on the bet.` }
}

/** Whether some part of the offer can be cashed out. */
export const hasParts = (offered: Offered): boolean =>
  [offered.parts.stepPercent, 50, 100 - offered.parts.stepPercent].some((percent) => {
    const { paid, stake } = partOfChoice(offered, { kind: 'percent', percent })
    return paid !== null && stake !== null
  })
