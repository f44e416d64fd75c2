/** The length of a reason that staff gives for the audit log. */
export const REASON_LENGTH = { minLength: 3, maxLength: 500 } as const

/** Text between two characters other than spaces: the minimum length, without spaces before and after. */
export const REASON_PATTERN = '\\S[\\s\\S]+\\S'
