import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import { BOOKING_CODE_LENGTH, bookingCodeFrom, parseBookingCode } from '@mupiira/domain/booking-code/booking-code.ts'
import type { Actor } from '../../../kernel/http/actor.ts'
import type { CookieChange } from '../../../kernel/http/route.ts'

// Ticket codes and slip codes end with characters of different halves of the alphabet, so a ticket code is unique in
// both tables without a lookup (decision 0030).
const SLIP_BIT = 1

const pool = new Uint8Array(BOOKING_CODE_LENGTH * 512)
let used = pool.length

/** A new ticket code. A unique index guards against duplicates (CODE-08). */
export function newBookingCode(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    for (let last = BOOKING_CODE_LENGTH - 1; last < pool.length; last += BOOKING_CODE_LENGTH) {
      pool[last] = (pool[last] ?? 0) & ~SLIP_BIT
    }
    used = 0
  }
  const code = bookingCodeFrom(pool, used)
  used += BOOKING_CODE_LENGTH
  return code
}

export function newSlipCode(): string {
  const bytes = randomBytes(BOOKING_CODE_LENGTH)
  bytes[BOOKING_CODE_LENGTH - 1] = (bytes[BOOKING_CODE_LENGTH - 1] ?? 0) | SLIP_BIT
  return bookingCodeFrom(bytes)
}

/** Warning for a ticket that did not get the requested code (CODE-20, D25). */
const newCodeWarning = (requested: string, given: string): string =>
  `The booking code ${requested} was not issued to you. Your ticket has the new code ${given}.`

/** Warning for a code that another ticket already uses (CODE-08). */
const usedCodeWarning = (requested: string, given: string): string =>
  `The booking code ${requested} is on another ticket already. Your ticket has the new code ${given}.`

/** A code under lock; `ticketId` is null while no ticket uses it. */
export type LockedCode = CodeOwner & { readonly code: string; readonly ticketId: string | null }

type CodeRequest = {
  readonly userId: string
  readonly browser?: Buffer | null
  readonly slip: { readonly bookingCode?: string }
}

/** The code of a ticket, with a warning if it differs from the requested one. */
export type AssignedCode = { readonly code: string; readonly isOfSlip: boolean; readonly warning?: string }

/** The codes that a batch of bets requests. */
export function requestedCodes(batch: readonly CodeRequest[]): string[] {
  const codes = new Set<string>()
  for (const { slip } of batch) {
    const parsed = slip.bookingCode === undefined ? null : parseBookingCode(slip.bookingCode)
    if (parsed?.ok) codes.add(parsed.value)
  }
  return [...codes]
}

/**
 * Assigns each accepted bet a unique code: the requested one if it was issued to the player, otherwise a new one
 * (CODE-20, D25).
 */
export function assignCodes(locked: readonly LockedCode[]): (request: CodeRequest) => AssignedCode {
  const free = new Map(locked.map((row) => [row.code, row]))
  const taken = new Set(locked.flatMap((row) => (row.ticketId === null ? [] : [row.code])))
  return ({ userId, browser = null, slip }) => {
    const requested = slip.bookingCode?.trim().toUpperCase()
    if (requested === undefined) return { code: newBookingCode(), isOfSlip: false }
    const row = free.get(requested)
    const isOwner = row !== undefined && isIssuedTo(row, { userId, browser })
    if (isOwner && !taken.has(requested)) {
      taken.add(requested)
      return { code: requested, isOfSlip: true }
    }
    const code = newBookingCode()
    return {
      code,
      isOfSlip: false,
      warning: isOwner ? usedCodeWarning(requested, code) : newCodeWarning(requested, code),
    }
  }
}

/** Identifies a visitor's browser, so that the visitor keeps their codes after login (D25). */
const BROWSER_COOKIE = 'mupiira_browser'
/** The longest lifetime that browsers allow. */
const RETENTION_SECONDS = 400 * 86_400

type Cookies = { readonly [name: string]: string | undefined }

/** The owner of a code: a player, or a browser by the hash of its cookie. */
export type CodeOwner = { readonly userId: string | null; readonly browser: Buffer | null }

/** The requester: a player, a known browser, or both. */
export const requesterOf = (actor: Actor, cookies: Cookies): CodeOwner => ({
  userId: actor.kind === 'visitor' ? null : actor.userId,
  browser: browserOf(cookies),
})

/** The hash of the browser's cookie; null when the cookie is missing or invalid. */
export function browserOf(cookies: Cookies): Buffer | null {
  const token = cookies[BROWSER_COOKIE]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? hashOf(token) : null
}

/** The owner of a new code. Sets a cookie for a visitor without one. */
export function newOwner(requester: CodeOwner): { owner: CodeOwner; cookies: CookieChange[] } {
  if (requester.userId !== null) return { owner: { userId: requester.userId, browser: null }, cookies: [] }
  if (requester.browser !== null) return { owner: requester, cookies: [] }
  const token = randomBytes(32).toString('base64url')
  return {
    owner: { userId: null, browser: hashOf(token) },
    cookies: [{ name: BROWSER_COOKIE, value: token, maxAgeSeconds: RETENTION_SECONDS }],
  }
}

export function isIssuedTo(owner: CodeOwner, requester: CodeOwner): boolean {
  if (owner.userId !== null) return owner.userId === requester.userId
  return owner.browser !== null && requester.browser !== null && owner.browser.equals(requester.browser)
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
