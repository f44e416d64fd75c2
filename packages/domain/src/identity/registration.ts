/** The districts of the registration form, in the specification's order (AUTH-46). */
export const DISTRICTS = [
  ...['Kampala', 'Wakiso', 'Mukono', 'Jinja', 'Mbale', 'Mbarara', 'Gulu', 'Lira', 'Arua', 'Masaka', 'Kabale', 'Hoima'],
  ...['Soroti', 'Tororo', 'Fort Portal', 'Kasese', 'Mityana', 'Koboko', 'Moroto', 'Masindi'],
] as const

export const isDistrict = (text: string): boolean => (DISTRICTS as readonly string[]).includes(text)

export const DEFAULT_NATIONALITY = 'Ugandan'

/** The label of the terms checkbox (AUTH-47, D6). */
export const termsLabel = (minimumAge: number): string => `I am at least ${minimumAge} years old and accept the terms`

/**
 * Controls and whatever else is not seen: some of it turns round, or hides, what stands beside the name on a screen of staff.
 * Between two letters of other scripts than ours a joiner is part of how they are written, and stands with what it follows.
 */
const UNSEEN =
  /((?!\p{sc=Latin}|\p{DI})[\p{L}\p{M}][\u200c\u200d](?=(?!\p{DI})\p{L}))|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{DI}]/gu

/** A name in one line; empty where it holds no letter. `readName('\u202eAmina\n')` → "Amina" */
export function readName(typed: string): string {
  const name = typed.replace(/\s+/gu, ' ').replace(UNSEEN, '$1').trim()
  return /\p{L}/u.test(name) ? name : ''
}

/** A new profile's username is the trimmed first name (AUTH-64). */
export const usernameFrom = (firstName: string): string => firstName.trim()
