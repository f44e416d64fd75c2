import { expect, it } from 'vitest'
import { encodingFor, matchesEtag } from './cached-body.ts'

it.each([
  ['gzip, deflate, br', 5_000, 'br'],
  ['gzip', 5_000, 'gzip'],
  ['br;q=0, gzip', 5_000, 'gzip'],
  ['br;q=0, gzip;q=0', 5_000, null],
  ['identity', 5_000, null],
  [undefined, 5_000, null],
  ['gzip, br', 200, null],
])('a cached body of $1 bytes requested with Accept-Encoding $0 has the encoding $2', (accepted, length, expected) => {
  expect(encodingFor(accepted, length)).toBe(expected)
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('the header If-None-Match: %s matches a cached body with the ETag "a": %s', (given, expected) => {
  expect(matchesEtag(given, '"a"')).toBe(expected)
})
