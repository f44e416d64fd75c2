import { describe, expect, it } from 'vitest'
import { authenticator } from '../../../../../../tests/support/authenticator.ts'
import { acceptedStep, base32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const PERIOD_MS = 30_000

describe('authenticator codes', () => {
  // RFC 6238, appendix B, the last six of eight digits.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('[ADMS-05] authenticator codes match the RFC 6238 test vector at %s s', (seconds, code) => {
    const now = new Date(seconds * 1000)
    expect(acceptedStep(secret, code, now, 0)).toBe(Math.floor(seconds / 30))
    expect(acceptedStep(secret, code.replace(/^./, 'x'), now, 0)).toBeNull()
  })

  it('[ADMS-05] the secret for an authenticator app is encoded by RFC 4648', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  })

  it('an authenticator code is accepted once, within one period of its time, and not after a newer code', () => {
    const now = new Date(1_111_111_111_000)
    const step = Math.floor(now.getTime() / PERIOD_MS)
    const codeAt = authenticator(base32(secret))
    const accepted = (at: number, lastStep = 0) => acceptedStep(secret, codeAt(new Date(at * PERIOD_MS)), now, lastStep)
    expect([-2, -1, 0, 1, 2].map((by) => accepted(step + by))).toEqual([null, step - 1, step, step + 1, null])
    expect([accepted(step, step), accepted(step - 1, step), accepted(step + 1, step)]).toEqual([null, null, step + 1])
  })
})
