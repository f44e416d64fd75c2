import { exhaustive } from '@mupiira/domain/result.ts'
import type { Refusal } from '../../../kernel/http/route.ts'
import type { SearchRefusal } from './find-accounts.ts'

/** The HTTP error of a refused search of `findAccounts`. */
export function presentSearchRefusal(refusal: SearchRefusal): Refusal<'INVALID_FIELDS' | 'SEARCH_TOO_WIDE'> {
  switch (refusal.code) {
    case 'SEARCH_TOO_WIDE':
      return { error: refusal.code, details: { most: refusal.most } }
    case 'TWO_SEARCHES':
      return { error: 'INVALID_FIELDS', errors: [{ path: 'q', message: 'cannot be combined with a player' }] }
    default:
      return exhaustive(refusal)
  }
}
