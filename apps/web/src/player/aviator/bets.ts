import { create } from 'zustand'
import type { AviatorBet, AviatorState } from '@mupiira/contract/aviator.ts'
import { type AutoBetRun } from '@mupiira/domain/aviator/auto-bet.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Answer, Body } from '../../shared/api/client.ts'
import { ApiError, isUnanswered, textOf } from '../../shared/api/errors.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import {
  beginRequest,
  closeRequest,
  type MoneyTarget,
  openRequest,
  type OpenRequest,
  sendRequest,
} from '../../state/money-request.ts'
import { readAviator, useAviator } from './aviator-store.ts'
import { withBet } from './patch-round.ts'
import { targetOf } from './target.ts'

const PLACE = 'POST /api/aviator/bets'
const CASH_OUT = 'POST /api/aviator/bets/{id}/cashout'
const CANCEL = 'POST /api/aviator/bets/{id}/cancel'
type AviatorOperation = typeof PLACE | typeof CASH_OUT | typeof CANCEL

export type Slot = {
  readonly amount: string
  readonly target: string
  readonly hasTarget: boolean
  readonly betId: string | null
  readonly working: 'placing' | 'cashing-out' | 'cancelling' | null
  readonly auto: AutoBetRun | null
  /** A bet request that was sent and got no response. */
  readonly open: OpenRequest<typeof PLACE> | null
  /** True after the first change of the amount or the first tap on the button. Until then, no error is shown. */
  readonly isTouched: boolean
  /** The last error, until the amount, target or round changes. */
  readonly refusal: { readonly text: string; readonly roundId: number | null } | null
}

const FRESH: Slot = {
  amount: '10,000',
  target: '2.00',
  hasTarget: false,
  betId: null,
  working: null,
  auto: null,
  open: null,
  isTouched: false,
  refusal: null,
}
export type SlotNo = 0 | 1
export const SLOTS: readonly SlotNo[] = [0, 1]

type Bets = { readonly userId: string | null; readonly slots: readonly [Slot, Slot]; readonly shown: SlotNo }

export const useBets = create<Bets>(() => ({ userId: null, slots: [FRESH, FRESH], shown: 0 }))

const placeTarget = (no: SlotNo, userId: string): MoneyTarget<typeof PLACE> => ({ operation: PLACE, userId, slot: no })

/** Resets the slots for a player, and restores bets of this device whose outcome is unknown. */
export function startSlots(userId: string | null): void {
  if (useBets.getState().userId === userId) return
  const slotOf = (no: SlotNo): Slot => ({
    ...FRESH,
    open: userId === null ? null : openRequest(placeTarget(no, userId)),
  })
  useBets.setState({ userId, slots: [slotOf(0), slotOf(1)], shown: 0 })
}

/** Sets a slot's values and clears an earlier refusal. */
export const setSlot = (no: SlotNo, set: Partial<Pick<Slot, 'amount' | 'target' | 'hasTarget'>>): void =>
  changeSlot(no, { ...set, refusal: null, ...(set.amount === undefined ? {} : { isTouched: true }) })

export function changeSlot(no: SlotNo, change: Partial<Slot>): void {
  useBets.setState(({ slots: [first, second] }) => ({
    slots: no === 0 ? [{ ...first, ...change }, second] : [first, { ...second, ...change }],
  }))
}

export const betOf = (slot: Slot, state: AviatorState | null): AviatorBet | null =>
  state?.mine.find(({ id }) => id === slot.betId) ?? null

/** Assigns bets of another tab or an earlier page load to free slots. */
export function syncBets(state: AviatorState): void {
  // The event of a new bet can arrive before the response that names its slot.
  if (useBets.getState().slots.some(({ working }) => working === 'placing')) return
  for (const bet of state.mine) {
    const { slots } = useBets.getState()
    if (bet.state === 'refunded' || slots.some((slot) => slot.betId === bet.id)) continue
    const sent = SLOTS.find((no) => slots[no].working === null && isSentBet(slots[no].open, bet))
    const free = SLOTS.find((no) => {
      const held = betOf(slots[no], state)
      const isDone =
        held === null || held.state === 'refunded' || (held.state !== 'placed' && held.roundId < bet.roundId)
      return isDone && slots[no].working === null && slots[no].open === null
    })
    const no = sent ?? free
    if (no === undefined) continue
    const { open } = slots[no]
    if (open !== null) closeRequest(open)
    changeSlot(no, { betId: bet.id, open: null })
  }
}

/** Returns whether this bet matches a request without a response. If so, the request was accepted. */
const isSentBet = (open: Slot['open'], { stake, target }: AviatorBet): boolean =>
  open !== null && open.body.stake === stake && (open.body.target ?? null) === target

/** Rounds are short, so a request with an unknown outcome is repeated automatically for a few seconds. */
const REPEATS = { maxAttempts: 7, everyMs: 1_000 }
const ONCE = { timeoutMs: 5_000, networkRetries: 0 }

export class UnknownOutcome extends Error {
  /** The server's last error text, if any. */
  readonly detail: string

  constructor(cause: unknown) {
    super('the outcome is not known', { cause })
    this.detail = isUnanswered(cause) ? '' : textOf(cause, '')
  }
}

/** Sends a request and returns the response. Throws the server's error, or UnknownOutcome. */
async function sendToServer<K extends AviatorOperation>(
  request: OpenRequest<K>,
  isRepeat: boolean,
): Promise<Answer<K>> {
  const outcome = await sendRequest(request, {
    isRepeat,
    request: { ...ONCE, playerId: request.userId },
    repeats: REPEATS,
  })
  if (outcome.kind === 'accepted') return outcome.answer
  if (outcome.kind === 'refused') throw outcome.error
  // Refetches the state, so that the screen shows which bets exist.
  await readAviator()
  throw new UnknownOutcome(outcome.error)
}

/** The bet request of a slot; null while its amount or target is invalid. */
export function betRequestOf({ amount, target, hasTarget }: Slot): Body<'POST /api/aviator/bets'> | null {
  const stake = readAmount(amount)
  const requested = targetOf(target)
  if (stake === null || (hasTarget && requested === null)) return null
  return { stake: ugxToNumber(stake), ...(hasTarget && requested !== null ? { target: requested } : {}) }
}

export type PlaceAnswer = Answer<'POST /api/aviator/bets'>

/**
 * Places the bet of a slot, or repeats a request with an unknown outcome. Throws the server's error, or UnknownOutcome.
 */
export async function placeSlot(no: SlotNo, isAuto: boolean): Promise<PlaceAnswer> {
  const { slots, userId } = useBets.getState()
  if (userId === null) throw new Error('a visitor cannot bet')
  const target = placeTarget(no, userId)
  const left = slots[no].open ?? openRequest(target)
  const open = left ?? beginRequest(target, bodyOf(slots[no], isAuto))
  changeSlot(no, { working: 'placing', open, refusal: null })
  try {
    const placed = await sendToServer(open, left !== null)
    changeSlot(no, { betId: placed.bet.id, open: null })
    storeBet(placed.bet)
    return placed
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) changeSlot(no, { open: null })
    throw error
  } finally {
    changeSlot(no, { working: null })
    const { state } = useAviator.getState()
    if (state !== null) syncBets(state)
  }
}

function bodyOf(slot: Slot, isAuto: boolean): Body<typeof PLACE> {
  const order = betRequestOf(slot)
  if (order === null) throw new Error('the slot has no valid bet')
  return isAuto ? { ...order, auto: true } : order
}

export const cashOutSlot = (no: SlotNo): Promise<Answer<typeof CASH_OUT>> => changeBet(no, CASH_OUT, 'cashing-out')

/** Cancels a bet before the start. Auto bet stops too, because it would place the bet again. */
export function cancelSlot(no: SlotNo): Promise<Answer<typeof CANCEL>> {
  changeSlot(no, { auto: null })
  return changeBet(no, CANCEL, 'cancelling')
}

async function changeBet<K extends typeof CASH_OUT | typeof CANCEL>(
  no: SlotNo,
  operation: K,
  working: 'cashing-out' | 'cancelling',
): Promise<Answer<K>> {
  const { slots, userId } = useBets.getState()
  const { betId } = slots[no]
  if (betId === null || userId === null) throw new Error('this slot has no bet')
  changeSlot(no, { working })
  try {
    const target: MoneyTarget<K> = { operation, userId, id: betId }
    const left = openRequest(target)
    const answer = await sendToServer(left ?? beginRequest(target, undefined as Body<K>), left !== null)
    storeBet(answer.bet)
    return answer
  } finally {
    changeSlot(no, { working: null })
  }
}

function storeBet(bet: AviatorBet): void {
  useAviator.setState(({ state }) => ({ state: state === null ? null : withBet(state, bet) }))
}

export const placeRefusal = (error: unknown): string => {
  if (error instanceof UnknownOutcome)
    return `We do not know yet whether your bet was placed. ${error.detail || 'Check again: it can be placed only once.'}`
  return error instanceof ApiError ? textOf(error, 'Failed to place bet') : 'Failed to place bet. Please try again.'
}

export const cancelRefusalText = (error: unknown): string =>
  error instanceof UnknownOutcome
    ? 'We got no reply. The button shows whether your bet was cancelled.'
    : textOf(error, 'This bet could not be cancelled.')

export const cashOutRefusalText = (error: unknown): string =>
  error instanceof UnknownOutcome
    ? 'We got no reply. The button shows whether your bet was cashed out.'
    : textOf(error, 'Failed to process winnings. Please contact support.')
