import { describe, expect, it } from 'vitest'
import { base32, codeOf, stepOf, takenStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, the last six of eight digits.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('[ADMS-05] are those of RFC 6238 at %s', (seconds, code) => {
    expect(codeOf(secret, stepOf(new Date(seconds * 1000)))).toBe(code)
  })

  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('has the secret %j as %j', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text)
  })

  it('are taken one period early or late, once, and never an older one', () => {
    const now = new Date(1_111_111_111_000)
    const step = stepOf(now)
    const taken = (at: number, lastStep = 0) => takenStep(secret, codeOf(secret, at), now, lastStep)
    expect([-2, -1, 0, 1, 2].map((by) => taken(step + by))).toEqual([null, step - 1, step, step + 1, null])
    expect([taken(step, step), taken(step - 1, step), taken(step + 1, step)]).toEqual([null, null, step + 1])
  })
})
