import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'

/** The rule of a field for a required reason, as the server checks it. `missing`: the error for an empty field. */
export const reasonRule = (missing = 'Please give a reason.') => ({
  validate: (text: string): true | string => {
    const { length } = text.trim()
    if (length === 0) return missing
    return length >= REASON_LENGTH.minLength || `A reason has at least ${REASON_LENGTH.minLength} characters.`
  },
})
