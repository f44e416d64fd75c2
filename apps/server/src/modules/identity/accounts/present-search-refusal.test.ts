import { expect, it } from 'vitest'
import { presentSearchRefusal } from './present-search-refusal.ts'

it.each<[Parameters<typeof presentSearchRefusal>[0], object]>([
  [
    { code: 'SEARCH_TOO_WIDE', most: 200 },
    { error: 'SEARCH_TOO_WIDE', details: { most: 200 } },
  ],
  [
    { code: 'TWO_SEARCHES' },
    { error: 'INVALID_FIELDS', errors: [{ path: 'q', message: 'cannot be combined with a player' }] },
  ],
])('the refusal of a search %o is presented as an HTTP error', (refusal, expected) => {
  expect(presentSearchRefusal(refusal)).toEqual(expected)
})
