import type { Cashout, CashoutReason } from '@mupiira/contract/cashout.ts'
import { moneyText } from '../../shared/format/amounts.ts'

/** TICK-43: why there is no offer, below "Cashout unavailable now". */
const REASONS: Record<CashoutReason, string> = {
  NOT_PENDING: 'The ticket is settled.',
  LEG_LOST: 'A selection has lost.',
  NOT_PRICED: 'One selection has no price right now.',
  SUSPENDED: 'A game is suspended right now.',
  GOAL: 'There was a goal just now.',
  INCIDENT: 'There was a red card, a penalty or a review just now.',
  NO_NEWS: 'We have no live data for one of the games right now.',
  BEING_DECIDED: 'A game is waiting for its result.',
  WAITS_FOR_RESULT: 'Your bet is still open and will be paid by its result. There are no more cashouts for it.',
}

export const reasonText = (reason: Cashout['reason']): string => (reason === null ? '' : REASONS[reason])

// A refusal stays visible for as long as the player may look for the outcome.
const REFUSAL_SHOWN_MS = 60_000

/** The reason why an accepted offer was not paid; null when it is no longer shown. */
export function refusalText({ refused, updatedAt }: Pick<Cashout, 'refused' | 'updatedAt'>): string | null {
  if (refused === null || Date.parse(updatedAt) - Date.parse(refused.at) > REFUSAL_SHOWN_MS) return null
  const why = refused.why === 'OFFER_CHANGED' ? 'The cashout offer has changed.' : 'The cashout is no longer available.'
  return `${why} ${moneyText(refused.offer)} was not paid: your bet is still running.`
}

/**
 * The check that an accepted offer waits for, by the server's times. Without data from a game it waits a little longer.
 */
export function checkText({ decidesAt, updatedAt }: Pick<Cashout, 'decidesAt' | 'updatedAt'>): string {
  const seconds = decidesAt === null ? 0 : Math.ceil((Date.parse(decidesAt) - Date.parse(updatedAt)) / 1000)
  return `Paid ${seconds < 1 ? 'in a moment' : `in ${seconds} s`}, unless something happens in the game until then.`
}

/** `agoText(4)` → "updated 4 s ago" */
export const agoText = (seconds: number): string =>
  seconds < 60 ? `updated ${Math.max(0, Math.floor(seconds))} s ago` : `updated ${Math.floor(seconds / 60)} min ago`

/** The lowest offer that a confirmation of `confirmed` still covers (D22a): 1 % less. */
const TOLERATED_SHARE = 0.99

/** Whether a confirmation stays after a new offer: through equal and better offers, and ones up to 1 % lower. */
export const staysConfirmed = (confirmed: number, offer: number): boolean => offer >= confirmed * TOLERATED_SHARE
