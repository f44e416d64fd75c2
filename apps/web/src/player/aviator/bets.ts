import { create } from 'zustand'
import type { AviatorBet, AviatorState } from '@mupiira/contract/aviator.ts'
import { type AutoBetRun } from '@mupiira/domain/aviator/auto-bet.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { api, newIdempotencyKey, type Answer, type Body } from '../../shared/api/client.ts'
import { ApiError, isUnanswered, textOf } from '../../shared/api/errors.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { isTurnedAway } from '../../state/money-action.ts'
import { readFlight, useFlight } from './flight.ts'
import { withBet } from './patch-flight.ts'
import { targetOf } from './target.ts'

/** A bet that was sent and of which nobody heard: only asking again, under its key, is safe. */
export type LostBet = {
  readonly key: string
  readonly order: Body<'POST /api/aviator/bets'>
}

export type Slot = {
  /** As it is typed. */
  readonly amount: string
  readonly target: string
  readonly hasTarget: boolean
  readonly betId: string | null
  readonly working: 'placing' | 'cashing' | 'taking-back' | null
  readonly auto: AutoBetRun | null
  readonly lost: LostBet | null
  /** Why the last bet was not taken, until another amount or target is set, or another round comes. */
  readonly refusal: { readonly text: string; readonly roundId: number | null } | null
}

const FRESH: Slot = {
  ...{ amount: '10,000', target: '2.00', hasTarget: false },
  ...{ betId: null, working: null, auto: null, lost: null, refusal: null },
}
export type SlotNo = 0 | 1
export const SLOTS: readonly SlotNo[] = [0, 1]

type Bets = { readonly userId: string | null; readonly slots: readonly [Slot, Slot]; readonly shown: SlotNo }

/** The two bets that a player can have in a round. */
export const useBets = create<Bets>(() => ({ userId: null, slots: [FRESH, FRESH], shown: 0 }))

/** Who plays here next finds nothing of the one before. */
export function takeSeat(userId: string | null): void {
  if (useBets.getState().userId !== userId) useBets.setState({ userId, slots: [FRESH, FRESH], shown: 0 })
}

/** What the player sets for a slot; a refusal was about what stood there before. */
export const setSlot = (no: SlotNo, set: Partial<Pick<Slot, 'amount' | 'target' | 'hasTarget'>>): void =>
  changeSlot(no, { ...set, refusal: null })

export function changeSlot(no: SlotNo, change: Partial<Slot>): void {
  useBets.setState(({ slots: [first, second] }) => ({
    slots: no === 0 ? [{ ...first, ...change }, second] : [first, { ...second, ...change }],
  }))
}

export const betOf = (slot: Slot, state: AviatorState | null): AviatorBet | null =>
  state?.mine.find(({ id }) => id === slot.betId) ?? null

/** Bets that this page did not place itself (another tab, a page loaded anew) take the free slots. */
export function adoptBets(state: AviatorState): void {
  // Its own event may come before its answer: whose it is, is known with that.
  if (useBets.getState().slots.some(({ working }) => working === 'placing')) return
  for (const bet of state.mine) {
    const { slots } = useBets.getState()
    if (bet.state === 'refunded' || slots.some((slot) => slot.betId === bet.id)) continue
    const lost = SLOTS.find((no) => slots[no].working === null && isLostBet(slots[no].lost, bet))
    const free = SLOTS.find((no) => {
      const held = betOf(slots[no], state)
      const isDone =
        held === null || held.state === 'refunded' || (held.state !== 'placed' && held.roundId < bet.roundId)
      return isDone && slots[no].working === null && slots[no].lost === null
    })
    const place = lost ?? free
    if (place !== undefined) changeSlot(place, { betId: bet.id, lost: null })
  }
}

/** What nobody answered has come to light: it stands. */
const isLostBet = (lost: LostBet | null, { stake, target }: AviatorBet): boolean =>
  lost !== null && lost.order.stake === stake && (lost.order.target ?? null) === target

/** Silence is asked again under the same key, so that a tap has one effect; after so many times somebody must look. */
const MOST_ASKS = 8
const ASK_AGAIN_MS = 1_000
const ANSWER_MS = 5_000

type Money = 'POST /api/aviator/bets' | 'POST /api/aviator/bets/{id}/cashout' | 'POST /api/aviator/bets/{id}/cancel'

/** Nobody has answered, and whether it took effect is not known. */
export class Unreceived extends Error {
  /** What the server said to the last question, if anything. */
  readonly entered: string

  constructor(cause: unknown) {
    super('nobody has answered', { cause })
    this.entered = isUnanswered(cause) ? '' : textOf(cause, '')
  }
}

async function askUntilAnswered<K extends Money>(
  ask: (key: string) => Promise<Answer<K>>,
  key = newIdempotencyKey(),
  wasAsked = false,
): Promise<Answer<K>> {
  for (let asked = 1, isLost = wasAsked; ; asked++) {
    try {
      return await ask(key)
    } catch (error) {
      // Turned away at the door, a request that was sent before is as unknown as it was.
      isLost ||= isUnanswered(error)
      if (!isUnanswered(error) && !(isLost && isTurnedAway(error))) throw error
      const isOver = error instanceof ApiError && error.code === 'NOT_AUTHENTICATED'
      if (isOver || asked >= MOST_ASKS) {
        // What stands of it is on the screen then.
        await readFlight()
        throw new Unreceived(error)
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
  }
}

const ONCE = { timeoutMs: ANSWER_MS, networkRetries: 0 }

/** What a slot asks for; null while what is typed is no amount, or no target. */
export function orderOf({ amount, target, hasTarget }: Slot): Body<'POST /api/aviator/bets'> | null {
  const stake = readAmount(amount)
  const asked = targetOf(target)
  if (stake === null || (hasTarget && asked === null)) return null
  return { stake: ugxToNumber(stake), ...(hasTarget && asked !== null ? { target: asked } : {}) }
}

export type Placed = Answer<'POST /api/aviator/bets'>

/** Places a slot's bet, or asks again after the one that nobody answered; answers what was placed, or throws the refusal. */
export async function placeSlot(no: SlotNo, isAuto: boolean): Promise<Placed> {
  const { slots, userId: playerId } = useBets.getState()
  const slot = slots[no]
  const wasAsked = slot.lost !== null
  const bet = slot.lost ?? newBet(slot, isAuto)
  changeSlot(no, { working: 'placing', lost: bet, refusal: null })
  try {
    const placed = await askUntilAnswered<'POST /api/aviator/bets'>(
      (idempotencyKey) => api('POST /api/aviator/bets', { body: bet.order, idempotencyKey }, { ...ONCE, playerId }),
      bet.key,
      wasAsked,
    )
    changeSlot(no, { betId: placed.bet.id, lost: null })
    know(placed.bet)
    return placed
  } catch (error) {
    if (!(error instanceof Unreceived)) changeSlot(no, { lost: null })
    throw error
  } finally {
    changeSlot(no, { working: null })
    const { state } = useFlight.getState()
    if (state !== null) adoptBets(state)
  }
}

function newBet(slot: Slot, isAuto: boolean): LostBet {
  const order = orderOf(slot)
  if (order === null) throw new Error('nothing to place')
  return { key: newIdempotencyKey(), order: isAuto ? { ...order, auto: true } : order }
}

export async function cashOutSlot(no: SlotNo): Promise<Answer<'POST /api/aviator/bets/{id}/cashout'>> {
  const { betId } = useBets.getState().slots[no]
  if (betId === null) throw new Error('nothing to cash out')
  changeSlot(no, { working: 'cashing' })
  try {
    const params = { id: betId }
    const answer = await askUntilAnswered<'POST /api/aviator/bets/{id}/cashout'>((idempotencyKey) =>
      api('POST /api/aviator/bets/{id}/cashout', { params, idempotencyKey }, ONCE),
    )
    know(answer.bet)
    return answer
  } finally {
    changeSlot(no, { working: null })
  }
}

/** Takes the bet of a slot back that has not taken off; auto bet would place it anew at once, and stops. */
export async function takeBackSlot(no: SlotNo): Promise<Answer<'POST /api/aviator/bets/{id}/cancel'>> {
  const { betId } = useBets.getState().slots[no]
  if (betId === null) throw new Error('nothing to take back')
  changeSlot(no, { working: 'taking-back', auto: null })
  try {
    const params = { id: betId }
    const answer = await askUntilAnswered<'POST /api/aviator/bets/{id}/cancel'>((idempotencyKey) =>
      api('POST /api/aviator/bets/{id}/cancel', { params, idempotencyKey }, ONCE),
    )
    know(answer.bet)
    return answer
  } finally {
    changeSlot(no, { working: null })
  }
}

function know(bet: AviatorBet): void {
  useFlight.setState(({ state }) => ({ state: state === null ? null : withBet(state, bet) }))
}

/** AVI-19, AVI-20 */
export const placeRefusal = (error: unknown): string => {
  if (error instanceof Unreceived)
    return `We did not hear whether your bet was placed. ${error.entered || 'Ask again: it can be placed only once.'}`
  return error instanceof ApiError ? textOf(error, 'Failed to place bet') : 'Failed to place bet. Please try again.'
}

export const takeBackRefusalText = (error: unknown): string =>
  error instanceof Unreceived
    ? 'Nobody has answered. Look at the button: it says whether the bet stands.'
    : textOf(error, 'This bet could not be cancelled.')

/** AVI-31 */
export const cashOutRefusalText = (error: unknown): string =>
  error instanceof Unreceived
    ? 'Nobody has answered. Look at the button: it says whether the bet still flies.'
    : textOf(error, 'Failed to process winnings. Please contact support.')
