import { err, ok } from '../result.ts'
import type { Result } from '../result.ts'

export const NIN_LENGTH = 14
export const INVALID_NIN_TEXT = 'Please enter a valid NIN '

/**
 * Parses the national identification number of a registration (AUTH-43, 44, D1): capitals without spaces and hyphens,
 * `null` if empty. Optional: at most 14 letters or digits. Required (`nin_required`): exactly 14.
 */
export function parseNin(text: string | null | undefined, ninRequired: boolean): Result<string | null, 'INVALID_NIN'> {
  const nin = (text ?? '').replace(/[\s-]/g, '').toUpperCase()
  if (nin === '') return ninRequired ? err('INVALID_NIN') : ok(null)
  if (!/^[A-Z0-9]+$/.test(nin) || nin.length > NIN_LENGTH) return err('INVALID_NIN')
  if (ninRequired && nin.length !== NIN_LENGTH) return err('INVALID_NIN')
  return ok(nin)
}
