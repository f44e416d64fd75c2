/** The length of a reason that staff gives for the audit log. */
export const REASON_LENGTH = { minLength: 3, maxLength: 500 } as const
