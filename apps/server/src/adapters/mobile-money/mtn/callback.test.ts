import { describe, expect, it } from 'vitest'
import { callbackToken, readMtnCallback } from './callback.ts'

const KEY = 'a key of the callbacks'
describe('[DEP-21] authentication of MTN’s callbacks by the secret in their address', () => {
  const seal = callbackToken(KEY, 'DEP-00000001')
  it.each<[string, string | null, object, string]>([
    ['valid', seal, { status: 'SUCCESSFUL' }, 'valid'],
    ['pending', seal, { status: 'PENDING' }, 'valid'],
    ['for another order', seal.replace('DEP-00000001', 'DEP-00000002'), { status: 'SUCCESSFUL' }, 'signature'],
    ['with another key', callbackToken('another', 'DEP-00000001'), { status: 'SUCCESSFUL' }, 'signature'],
    ['half', seal.slice(0, -1), { status: 'SUCCESSFUL' }, 'form'],
    ['without a dot', 'DEP-00000001', { status: 'SUCCESSFUL' }, 'form'],
    ['none', null, { status: 'SUCCESSFUL' }, 'form'],
    ['without a status', seal, {}, 'form'],
    ['status as an object', seal, { status: {} }, 'form'],
  ])('an MTN callback is checked as "$3": $0', (_what, given, body, expected) => {
    const reading = readMtnCallback(KEY, { body, token: given })
    expect(reading.kind === 'valid' ? 'valid' : reading.reason).toBe(expected)
  })

  it('a repeated callback has the same fingerprint as the first', () => {
    const digests = ['SUCCESSFUL', 'SUCCESSFUL', 'FAILED'].map((status) => {
      const reading = readMtnCallback(KEY, { body: { status }, token: seal })
      return reading.kind === 'valid' ? reading.digest.toString('hex') : null
    })
    expect(new Set(digests).size).toBe(2)
  })
})
