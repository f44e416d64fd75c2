export const DEFAULT_NATIONALITY = 'Ugandan'

/** The label of the terms checkbox (AUTH-47, D6). */
export const termsLabel = (minimumAge: number): string => `I am at least ${minimumAge} years old and accept the terms`

/**
 * Control and other invisible characters, which can reverse or hide text on a console screen. A joiner between two
 * letters of a non-Latin script is part of the spelling and stays.
 */
const INVISIBLE =
  /((?!\p{sc=Latin}|\p{DI})[\p{L}\p{M}][\u200c\u200d](?=(?!\p{DI})\p{L}))|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{DI}]/gu

/**
 * Removes invisible characters from a name. Returns an empty string if no letter is left. `readName('\u202eAmina\n')`
 * → "Amina"
 */
export function readName(typed: string): string {
  const name = typed.replace(/\s+/gu, ' ').replace(INVISIBLE, '$1').trim()
  return /\p{L}/u.test(name) ? name : ''
}

/** A person's full name. People with one name have no last name. */
export const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** The default username is the trimmed first name (AUTH-64). */
export const usernameFrom = (firstName: string): string => firstName.trim()
