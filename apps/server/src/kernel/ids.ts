import { v7, validate } from 'uuid'

/** A new UUID v7: ordered by time, so that inserts touch the end of an index. */
export const newId: () => string = v7

/** Whether a text is a UUID; anything else is simply not found and never reaches SQL. */
export function isId(text: string): boolean {
  return text.length === 36 && validate(text)
}
