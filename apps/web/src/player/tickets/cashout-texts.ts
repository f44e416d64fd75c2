import type { Cashout, CashoutReason } from '@mupiira/contract/cashout.ts'
import { moneyText } from '../../shared/format/amounts.ts'

export const OFFER_CHANGED_TEXT = 'The cashout offer has changed.'
export const OFFLINE_TEXT = 'You are offline. A cashout needs a connection.'

/** The reason for no offer, below "Cashout unavailable now". */
const REASONS: Record<CashoutReason, string> = {
  NOT_PENDING: 'The ticket is settled.',
  LEG_LOST: 'A selection has lost.',
  NOT_PRICED: 'One selection has no odds right now.',
  SUSPENDED: 'A game is suspended right now.',
  GOAL: 'There was a goal just now.',
  INCIDENT: 'There was a red card, a penalty or a review just now.',
  POSSIBLE_GOAL: 'A goal is possible at this moment.',
  NO_NEWS: 'We have no live data for one of the games right now.',
  BEING_DECIDED: 'A game is waiting for its result.',
  WAITS_FOR_RESULT: 'Your bet is still open and will be settled by its result. You can no longer cash it out.',
}

export const reasonText = (reason: Cashout['reason']): string => (reason === null ? '' : REASONS[reason])

/** How long a refusal stays visible. */
const REFUSAL_SHOWN_MS = 60_000

/** Why an accepted offer was not paid; null after some time. */
export function refusalText({ refused, updatedAt }: Pick<Cashout, 'refused' | 'updatedAt'>): string | null {
  if (refused === null || Date.parse(updatedAt) - Date.parse(refused.at) > REFUSAL_SHOWN_MS) return null
  const reasonText =
    refused.why === 'OFFER_CHANGED' ? 'The cashout offer has changed.' : 'The cashout is no longer available.'
  return `${reasonText} ${moneyText(refused.offer)} was not paid: your bet is still open.`
}

/**
 * The remaining check time of an accepted offer, from the server's times. Without data from a game, the check takes
 * longer.
 */
export function checkText({ decidesAt, updatedAt }: Pick<Cashout, 'decidesAt' | 'updatedAt'>): string {
  const seconds = decidesAt === null ? 0 : Math.ceil((Date.parse(decidesAt) - Date.parse(updatedAt)) / 1000)
  return `We will pay ${seconds < 1 ? 'in a moment' : `in ${seconds} s`}, unless a goal, red card or other event comes first.`
}

/** `agoText(4)` → "updated 4 s ago" */
export const agoText = (seconds: number): string =>
  seconds < 60 ? `updated ${Math.max(0, Math.floor(seconds))} s ago` : `updated ${Math.floor(seconds / 60)} min ago`

/** A confirmation stays valid for offers down to this share of the confirmed offer (D22a). */
const TOLERATED_SHARE = 0.99

/** Returns whether a confirmation stays valid for a new offer: equal, better, or up to 1 % lower. */
export const staysConfirmed = (confirmed: number, offer: number): boolean => offer >= confirmed * TOLERATED_SHARE
