import { addUgx, formatPlain, minUgx, ugx, ugxFromShillings } from '../money/ugx.ts'
import type { Ugx } from '../money/ugx.ts'
import { err, exhaustive, ok } from '../result.ts'
import type { Result } from '../result.ts'
import type { Settings } from '../settings/types.ts'
import { MAINTENANCE_TEXT, negativeBalanceText } from './stake-texts.ts'

export type DepositRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'PHONE_MISSING' }
  | { readonly code: 'FIRST_DEPOSIT_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | {
      readonly code: 'DEPOSIT_OUT_OF_RANGE'
      readonly minimumUgx: Ugx
      readonly maximumUgx: Ugx
      readonly first: boolean
    }
  | { readonly code: 'AMOUNT_NOT_WHOLE' }

export type WithdrawalRefusal =
  | { readonly code: 'MAINTENANCE' }
  | { readonly code: 'NEGATIVE_BALANCE'; readonly balanceUgx: Ugx }
  | { readonly code: 'WITHDRAWAL_OUT_OF_RANGE'; readonly minimumUgx: Ugx; readonly maximumUgx: Ugx }
  | { readonly code: 'WITHDRAWAL_BELOW_MINIMUM'; readonly minimumUgx: Ugx }
  | { readonly code: 'AMOUNT_NOT_WHOLE' }
  | { readonly code: 'INSUFFICIENT_BALANCE'; readonly help: string }

export interface DepositRequest {
  readonly amountUgx: Ugx
  readonly phone: string
  readonly balanceUgx: Ugx
  /** True after a successful deposit of this account. */
  readonly hasDeposited: boolean
}

export interface WithdrawalTerms {
  /** The amount sent to the player (`amount_sent`, WDR-13, 14, D30). */
  readonly amountUgx: Ugx
  readonly feeUgx: Ugx
  /** The debited amount: amount plus fee. */
  readonly debitUgx: Ugx
}

export const FIRST_DEPOSIT_MINIMUM = ugxFromShillings(25_000)
export const LATER_DEPOSIT_MINIMUM = ugxFromShillings(10_000)
export const DEPOSIT_MAXIMUM = ugxFromShillings(5_000_000)
/** A deposit counts as the first one while the balance is below this amount (DEP-06). */
export const FIRST_DEPOSIT_BALANCE = ugxFromShillings(10_000)

const LOW_FEE = ugxFromShillings(2_000)
const HIGH_FEE = ugxFromShillings(3_000)
const LOW_FEE_UP_TO = ugxFromShillings(100_000)

/** Returns whether the first-deposit minimum applies (DEP-06, D29). It never applies to a negative balance. */
export function isFirstDeposit(request: DepositRequest, settings: Settings): boolean {
  if (request.balanceUgx < 0n) return false
  return settings.first_deposit_rule === 'history' ? !request.hasDeposited : request.balanceUgx < FIRST_DEPOSIT_BALANCE
}

/** Mobile money accepts whole shillings only, and a provider would round other amounts. */
const isWhole = (amountUgx: Ugx): boolean => amountUgx % 100n === 0n

/** Validates a deposit: maintenance, phone, first-deposit minimum, range (DEP-06..10), whole shillings. */
export function checkDeposit(request: DepositRequest, settings: Settings): Result<Ugx, DepositRefusal> {
  const { amountUgx } = request
  if (settings.maintenance_mode) return err<DepositRefusal>({ code: 'MAINTENANCE' })
  if (request.phone.trim() === '') return err<DepositRefusal>({ code: 'PHONE_MISSING' })
  const first = isFirstDeposit(request, settings)
  if (first && amountUgx < FIRST_DEPOSIT_MINIMUM) {
    return err<DepositRefusal>({ code: 'FIRST_DEPOSIT_BELOW_MINIMUM', minimumUgx: FIRST_DEPOSIT_MINIMUM })
  }
  const minimumUgx = first ? FIRST_DEPOSIT_MINIMUM : LATER_DEPOSIT_MINIMUM
  if (amountUgx < minimumUgx || amountUgx > DEPOSIT_MAXIMUM) {
    return err<DepositRefusal>({ code: 'DEPOSIT_OUT_OF_RANGE', minimumUgx, maximumUgx: DEPOSIT_MAXIMUM, first })
  }
  if (!isWhole(amountUgx)) return err<DepositRefusal>({ code: 'AMOUNT_NOT_WHOLE' })
  return ok(amountUgx)
}

const isLowBalance = (balanceUgx: Ugx): boolean => balanceUgx >= 0n && balanceUgx < FIRST_DEPOSIT_BALANCE

/**
 * The smallest deposit that is certainly accepted. The client does not know whether the player has deposited before.
 * `depositMinimum(ugxFromShillings(9_000), 'balance')` → 25,000 UGX
 */
export const depositMinimum = (balanceUgx: Ugx, rule: Settings['first_deposit_rule']): Ugx =>
  rule === 'history' || isLowBalance(balanceUgx) ? FIRST_DEPOSIT_MINIMUM : LATER_DEPOSIT_MINIMUM

/** The range below the amount field (DEP-06 to 09). */
export function depositRangeText(balanceUgx: Ugx | null, rule: Settings['first_deposit_rule']): string {
  const [first, later] = [formatPlain(FIRST_DEPOSIT_MINIMUM), formatPlain(LATER_DEPOSIT_MINIMUM)]
  const ofBalance =
    balanceUgx !== null && isLowBalance(balanceUgx) ? `Your first deposit: from UGX ${first}` : `From UGX ${later}`
  const from = rule === 'history' ? `From UGX ${first} the first time, then from UGX ${later},` : ofBalance
  return `${from} to UGX ${formatPlain(DEPOSIT_MAXIMUM)}, in whole shillings. No fee.`
}

/** The fee is 2,000 up to 100,000, and 3,000 above (WDR-10, 11). */
export const withdrawalFee = (amountUgx: Ugx): Ugx => (amountUgx <= LOW_FEE_UP_TO ? LOW_FEE : HIGH_FEE)

/** The largest amount whose fee the balance also covers; null if even the minimum is too much (WDR-12). */
export function maxWithdrawable(balanceUgx: Ugx, settings: Settings): Ugx | null {
  const withFee = (feeUgx: Ugx): Ugx => ugx(balanceUgx - feeUgx - ((balanceUgx - feeUgx) % 100n))
  const high = withFee(HIGH_FEE)
  const low = withFee(LOW_FEE)
  const reached = high > LOW_FEE_UP_TO ? high : low < LOW_FEE_UP_TO ? low : LOW_FEE_UP_TO
  const highest = minUgx(reached, ugxFromShillings(settings.maximum_withdrawal))
  return highest < ugxFromShillings(settings.minimum_withdrawal) ? null : highest
}

const QUICK_WITHDRAWALS = [25_000, 50_000, 100_000]

/** The quick amounts within the limits. */
export const quickWithdrawals = (settings: Settings): Ugx[] =>
  QUICK_WITHDRAWALS.filter(
    (amount) => settings.minimum_withdrawal <= amount && amount <= settings.maximum_withdrawal,
  ).map(ugxFromShillings)

const debitOf = (amountUgx: Ugx): string => formatPlain(addUgx(amountUgx, withdrawalFee(amountUgx)))

/** The text for a withdrawal above the balance: the required balance, and the amount that is possible instead. */
function balanceHelp(amountUgx: Ugx, balanceUgx: Ugx, settings: Settings): string {
  const fee = formatPlain(withdrawalFee(amountUgx))
  const highest = maxWithdrawable(balanceUgx, settings)
  const lowest = ugxFromShillings(settings.minimum_withdrawal)
  const instead =
    highest === null
      ? `the minimum of UGX ${formatPlain(lowest)} needs UGX ${debitOf(lowest)}`
      : `you can withdraw up to UGX ${formatPlain(highest)} now`
  return `UGX ${formatPlain(amountUgx)} with the fee of UGX ${fee} needs UGX ${debitOf(amountUgx)}, and ${instead}.`
}

/** The range shown beside the amount field. */
export function withdrawableText(balanceUgx: Ugx, settings: Settings): string {
  const highest = maxWithdrawable(balanceUgx, settings)
  const lowest = ugxFromShillings(settings.minimum_withdrawal)
  if (highest === null) {
    return `To withdraw the minimum of UGX ${formatPlain(lowest)}, you need a balance of UGX ${debitOf(lowest)}, fee included.`
  }
  return `You can withdraw up to UGX ${formatPlain(highest)} now. With the fee, UGX ${debitOf(highest)} leaves your balance.`
}

/**
 * Validates a withdrawal in this order: maintenance, negative balance, missing amount or above the maximum, below the
 * minimum, not whole shillings, balance below amount plus fee (WDR-08..15). A null amount is missing or not a number.
 */
export function checkWithdrawal(
  amountUgx: Ugx | null,
  balanceUgx: Ugx,
  settings: Settings,
): Result<WithdrawalTerms, WithdrawalRefusal> {
  const minimumUgx = ugxFromShillings(settings.minimum_withdrawal)
  const maximumUgx = ugxFromShillings(settings.maximum_withdrawal)
  if (settings.maintenance_mode) return err<WithdrawalRefusal>({ code: 'MAINTENANCE' })
  if (balanceUgx < 0n) return err<WithdrawalRefusal>({ code: 'NEGATIVE_BALANCE', balanceUgx })
  if (amountUgx === null || amountUgx > maximumUgx) {
    return err<WithdrawalRefusal>({ code: 'WITHDRAWAL_OUT_OF_RANGE', minimumUgx, maximumUgx })
  }
  if (amountUgx < minimumUgx) return err<WithdrawalRefusal>({ code: 'WITHDRAWAL_BELOW_MINIMUM', minimumUgx })
  if (!isWhole(amountUgx)) return err<WithdrawalRefusal>({ code: 'AMOUNT_NOT_WHOLE' })
  const feeUgx = withdrawalFee(amountUgx)
  const debitUgx = addUgx(amountUgx, feeUgx)
  if (balanceUgx < debitUgx) {
    return err<WithdrawalRefusal>({ code: 'INSUFFICIENT_BALANCE', help: balanceHelp(amountUgx, balanceUgx, settings) })
  }
  return ok({ amountUgx, feeUgx, debitUgx })
}

/** The text of a refusal (DEP-07, 08, 10, WDR-08, 09, 12). */
export function paymentRefusalText(refusal: DepositRefusal | WithdrawalRefusal): string {
  switch (refusal.code) {
    case 'MAINTENANCE':
      return MAINTENANCE_TEXT
    case 'PHONE_MISSING':
      return 'Please enter your phone number'
    case 'FIRST_DEPOSIT_BELOW_MINIMUM':
      return `First time deposit must be ${formatPlain(refusal.minimumUgx)} UGX or more.`
    case 'DEPOSIT_OUT_OF_RANGE':
      return `${refusal.first ? 'First time' : 'Subsequent'} deposits must be between ${formatPlain(refusal.minimumUgx)} UGX and ${formatPlain(refusal.maximumUgx)} UGX.`
    case 'NEGATIVE_BALANCE':
      return negativeBalanceText(refusal.balanceUgx)
    case 'WITHDRAWAL_OUT_OF_RANGE':
      return `Enter amount between ${formatPlain(refusal.minimumUgx)} and ${formatPlain(refusal.maximumUgx)} UGX`
    case 'WITHDRAWAL_BELOW_MINIMUM':
      return `Minimum withdraw not reached. Minimum is ${formatPlain(refusal.minimumUgx)} UGX.`
    case 'AMOUNT_NOT_WHOLE':
      return 'Mobile money uses whole shillings only. Please enter an amount without cents.'
    case 'INSUFFICIENT_BALANCE':
      return `Insufficient balance. You need at least min withdraw amount. ${refusal.help}`
    default:
      return exhaustive(refusal)
  }
}
