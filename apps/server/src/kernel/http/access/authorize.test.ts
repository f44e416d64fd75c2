import { expect, it } from 'vitest'
import { isOwnOrigin } from './authorize.ts'

const host = 'mupiira.example'
const own = 'https://mupiira.example'

it.each([
  [{ origin: own }, true, true],
  [{ origin: own, 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'none' }, true, true],
  [{ origin: 'https://evil.example' }, true, false],
  [{ origin: 'https://evil.example' }, false, false],
  [{ origin: 'https://mupiira.example.evil.example' }, true, false],
  [{ origin: 'null' }, true, false],
  [{ origin: own, 'sec-fetch-site': 'cross-site' }, true, false],
  [{ 'sec-fetch-site': 'same-site' }, true, false],
  // A program must not use a session cookie. Only a browser attaches cookies automatically.
  [{}, true, false],
  [{}, false, true],
])(
  'a change with the headers %o and a session (%s) is accepted as same-origin: %s',
  (headers, hasSession, expected) => {
    expect(isOwnOrigin({ host, ...headers }, hasSession, { publicOrigin: own })).toBe(expected)
    expect(isOwnOrigin({ host, ...headers }, hasSession, { publicOrigin: null })).toBe(expected)
  },
)

it('the origin check compares with PUBLIC_ORIGIN, not with the Host header of the request', () => {
  const headers = { host: 'evil.example', origin: 'https://evil.example' }
  expect(isOwnOrigin(headers, true, { publicOrigin: own })).toBe(false)
})
