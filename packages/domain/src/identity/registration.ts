/** The districts of the registration form, in the specification's order (AUTH-46). */
export const DISTRICTS = [
  ...['Kampala', 'Wakiso', 'Mukono', 'Jinja', 'Mbale', 'Mbarara', 'Gulu', 'Lira', 'Arua', 'Masaka', 'Kabale', 'Hoima'],
  ...['Soroti', 'Tororo', 'Fort Portal', 'Kasese', 'Mityana', 'Koboko', 'Moroto', 'Masindi'],
] as const

export const isDistrict = (text: string): boolean => (DISTRICTS as readonly string[]).includes(text)

export const DEFAULT_NATIONALITY = 'Ugandan'

/** The label of the terms checkbox (AUTH-47, D6). */
export const termsLabel = (minimumAge: number): string => `I am at least ${minimumAge} years old and accept the terms`

/** A new profile's username is the trimmed first name (AUTH-64). */
export const usernameFrom = (firstName: string): string => firstName.trim()
