import { expect, it } from 'vitest'
import { isOwnOrigin } from './origin.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'
import { encodingFor, isSame } from './ready-bytes.ts'

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
  // A program: it may not use a session that a browser would send along.
  [{}, true, false],
  [{}, false, true],
])('a change with %o and session %s comes from our own app: %s', (headers, hasSession, expected) => {
  expect(isOwnOrigin({ host, ...headers }, hasSession, { publicOrigin: own })).toBe(expected)
  expect(isOwnOrigin({ host, ...headers }, hasSession, { publicOrigin: null })).toBe(expected)
})

it('the registered origin counts, whatever host a request claims', () => {
  expect(isOwnOrigin({ host: 'evil.example', origin: 'https://evil.example' }, true, { publicOrigin: own })).toBe(false)
})

it.each([
  ['196.43.133.7', '196.43.133.7'],
  ['196.43.133.7:50123', '196.43.133.7'],
  ['::ffff:196.43.133.7', '::ffff:196.43.133.7'],
  ['2a01:4f8:1:2:3:4:5:6', '2a01:4f8:1:2'],
  ['2a01:4f8:1::6', '2a01:4f8:1:0'],
  ['2a01:4f8::6', '2a01:4f8:0:0'],
  ['2a01:4f8::5:6', '2a01:4f8:0:0'],
  ['::1', '0:0:0:0'],
])('a visitor at %s is limited as %s: his household has 2⁶⁴ addresses to come from', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('a window of a minute slides: the limit holds across its edge, and frees again', () => {
  let nowMs = 50_000
  const limit = createRateLimit(100, () => nowMs)
  for (let request = 0; request < 10; request++) expect(limit.take('POST /x', 'a', 10)).toBe(0)
  const waitSeconds = limit.take('POST /x', 'a', 10)
  expect(waitSeconds).toBeGreaterThan(0)
  expect(limit.take('POST /x', 'b', 10)).toBe(0)
  expect(limit.take('POST /y', 'a', 10)).toBe(0)
  nowMs = 61_000
  expect(limit.take('POST /x', 'a', 10)).toBeGreaterThan(0)
  nowMs = 50_000 + waitSeconds * 1_000
  expect(limit.take('POST /x', 'a', 10)).toBe(0)
  nowMs += 120_000
  for (let request = 0; request < 10; request++) expect(limit.take('POST /x', 'a', 10)).toBe(0)
})

it('whoever comes with thousands of other keys is limited all the same, in the next minute too', () => {
  let nowMs = 30_000
  const limit = createRateLimit(100, () => nowMs)
  for (let request = 0; request < 10; request++) expect(limit.take('POST /x', 'a', 10)).toBe(0)
  for (let other = 0; other < 5_000; other++) limit.take('POST /y', String(other), 10)
  expect(limit.take('POST /x', 'a', 10)).toBeGreaterThan(0)
  nowMs = 61_000
  for (let other = 0; other < 5_000; other++) limit.take('POST /y', String(other), 10)
  expect(limit.take('POST /x', 'a', 10)).toBeGreaterThan(0)
})

it('memory is constant: who comes when it is full shares a counter, of one minute and the next, and is still limited', () => {
  let nowMs = 0
  const limit = createRateLimit(4, () => nowMs)
  for (const one of ['a', 'b', 'c', 'd']) expect(limit.take('p', one, 2)).toBe(0)
  const late = () => [limit.take('q', 'late', 2), limit.take('q', 'late', 2), limit.take('q', 'late', 2)]
  expect(late()).toEqual([0, 0, expect.any(Number)])
  expect(limit.take('p', 'a', 2)).toBe(0)
  expect(limit.take('p', 'a', 2)).toBeGreaterThan(0)
  nowMs = 60_000
  expect(limit.take('q', 'late', 2)).toBeGreaterThan(0)
  nowMs = 180_000
  expect(late()).toEqual([0, 0, expect.any(Number)])
})

it.each([
  ['gzip, deflate, br', 5_000, 'br'],
  ['gzip', 5_000, 'gzip'],
  ['br;q=0, gzip', 5_000, 'gzip'],
  ['identity', 5_000, 'identity'],
  [undefined, 5_000, 'identity'],
  ['gzip, br', 200, 'identity'],
])('accept-encoding %s with %i bytes is sent as %s', (accepted, length, expected) => {
  expect(encodingFor(accepted, length)).toBe(expected)
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('if-none-match %s: same %s', (given, expected) => {
  expect(isSame(given, '"a"')).toBe(expected)
})
