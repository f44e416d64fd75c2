import { describe, expect, it } from 'vitest'
import { nextDeliveryMs, readRecipient, readRecoveryEmail, secondsUntilNextSent, waitText } from './recovery.ts'

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 12) + minutes * 60_000)

describe('recovery', () => {
  it.each([
    [1, '1 minute'],
    [59 * 60 + 1, '1 hour'],
    [61 * 60, '1 hour 1 minute'],
    [125 * 60, '2 hours 5 minutes'],
    [180 * 60, '3 hours'],
  ])('[AUTH-37] the wait for another code of %i seconds is shown as "%s"', (seconds, words) => {
    expect(waitText(seconds)).toBe(words)
  })

  it.each([
    ['[AUTH-35]', '0772 123 456', { kind: 'sms', phoneNumber: '+256772123456' }],
    ['[AUTH-35]', ' Amina@Example.com ', { kind: 'email', email: 'amina@example.com' }],
    ['[AUTH-31]', '  ', 'RECIPIENT_MISSING'],
    ['[AUTH-35]', '77212', 'INVALID_PHONE'],
    ['[AUTH-35]', 'amina', 'INVALID_PHONE'],
    ['[AUTH-35]', 'amina@example', 'INVALID_EMAIL'],
    ['[AUTH-35]', 'a@b.ug,c@d.ug', 'INVALID_EMAIL'],
    ['[AUTH-35]', 'a@b.ug\r\nBcc: c@d.ug', 'INVALID_EMAIL'],
  ])('%s the recovery recipient “%s” is parsed as %j', (_id, typed, read) => {
    const result = readRecipient(typed)
    expect(result.ok ? result.value : result.error).toEqual(read)
  })

  it.each([
    [' Amina@Example.com ', 'amina@example.com'],
    ['  ', 'EMAIL_MISSING'],
    ['amina', 'INVALID_EMAIL'],
    ['amina@example.c', 'INVALID_EMAIL'],
    ['amina @example.com', 'INVALID_EMAIL'],
    ['amina@example.com x', 'INVALID_EMAIL'],
    ['256772123456@phone.invalid', 'INVALID_EMAIL'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
    [`${'a'.repeat(243)}@example.com`, 'INVALID_EMAIL'],
  ])('[AUTH-38] the recovery address "%s" is parsed as %s', (typed, read) => {
    const result = readRecoveryEmail(typed)
    expect(result.ok ? result.value : result.error).toBe(read)
  })

  it.each([
    [[], 0, 0],
    [[0, 10], 20, 0],
    [[0, 10, 20], 20, 160 * 60],
    [[0, 10, 20], 179, 60],
    [[0, 10, 20], 180, 0],
    [[0, 10, 20, 30], 30, 160 * 60],
  ])('[AUTH-37] after recovery codes at minutes %j, a request at minute %i must wait %i s', (sent, now, seconds) => {
    expect(secondsUntilNextSent(sent.map(at), at(now))).toBe(seconds)
  })

  it('delivery of a recovery code is attempted five times with growing delays', () => {
    expect([1, 2, 3, 4, 5].map(nextDeliveryMs)).toEqual([5_000, 20_000, 80_000, 320_000, null])
  })
})
