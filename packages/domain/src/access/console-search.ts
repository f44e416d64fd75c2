import { parseShortReference } from '../payments/short-reference.ts'

/** The possible meanings of a text that staff typed into the search of the console. */
export type ConsoleSearch = {
  /** The first and the last number of players that begin with these digits; null if it is not the start of a number. */
  readonly phone: { readonly from: string; readonly to: string } | null
  /** A complete e-mail address, in lower case. */
  readonly email: string | null
  /** The words of a name, in lower case and without accents. */
  readonly words: readonly string[]
  /** The start of the code of a ticket. */
  readonly code: string | null
  /** A reference of a payment, short or at its provider. */
  readonly reference: string | null
}

const COUNTRY = '256'
const LOCAL_DIGITS = 9
/** Fewer digits would find nearly every player. */
const MIN_PHONE_DIGITS = 4
const MIN_LOCAL_DIGITS = 3
const MAX_WORDS = 5

/**
 * Reads the text of a search. A phone number may be in any form, and its start is enough: "0772", "772 6", "+256772".
 *
 * @example parseConsoleSearch('0772 6').phone // { from: '+256772600000', to: '+256772699999' }
 */
export function parseConsoleSearch(typed: string): ConsoleSearch {
  const text = typed.trim()
  const isNumber = /^[+\d\s().-]+$/.test(text)
  const isEmail = /^\S+@\S+$/.test(text)
  return {
    phone: isNumber ? phoneRange(text.replace(/\D/g, '')) : null,
    email: isEmail ? text.toLowerCase() : null,
    words: isNumber || isEmail ? [] : wordsOf(text),
    code: codeStart(text),
    // A reference of a provider has a digit. A short reference may have none.
    reference: /^(?=.*\d)[\w-]{8,64}$/.test(text) || parseShortReference(text) !== null ? text : null,
  }
}

function phoneRange(digits: string): ConsoleSearch['phone'] {
  if (digits.length < MIN_PHONE_DIGITS) return null
  const local = digits.replace(/^(?:0*256|0)/, '')
  if (local.length < MIN_LOCAL_DIGITS || local.length > LOCAL_DIGITS) return null
  return {
    from: `+${COUNTRY}${local.padEnd(LOCAL_DIGITS, '0')}`,
    to: `+${COUNTRY}${local.padEnd(LOCAL_DIGITS, '9')}`,
  }
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

/** Few tickets have four characters in common. Four digits are the start of a phone number. */
function codeStart(text: string): string | null {
  const isCode = /^[a-z\d]{4,12}$/i.test(text) && (/[a-z]/i.test(text) || text.length >= 6)
  return isCode ? text.toUpperCase() : null
}
