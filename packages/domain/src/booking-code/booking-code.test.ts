import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOOKING_CODE_ALPHABET, bookingClosedText, bookingCodeFrom, parseBookingCode } from './booking-code.ts'

describe('booking codes', () => {
  it('[CODE-07] a new booking code has 8 characters, letters except I and O or digits 2-9, and can be parsed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 16 }), (bytes) => {
        const code = bookingCodeFrom(bytes)
        expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
        expect(parseBookingCode(code)).toEqual({ ok: true, value: code })
      }),
    )
    expect(new Set(BOOKING_CODE_ALPHABET).size).toBe(32)
    expect(() => bookingCodeFrom(new Uint8Array(7))).toThrow(RangeError)
  })

  it('[CODE-07] booking codes use every allowed character equally often', () => {
    const drawn = Array.from({ length: 256 }, (_, byte) => bookingCodeFrom(new Uint8Array(8).fill(byte)).charAt(0))
    for (const character of BOOKING_CODE_ALPHABET) expect(drawn.filter((c) => c === character)).toHaveLength(8)
  })

  it.each([
    ['[CODE-03]', ' abc234 ', { ok: true, value: 'ABC234' }],
    ['[CODE-03]', 'ABCDEF123456', { ok: true, value: 'ABCDEF123456' }],
    ['[CODE-04]', '  ', { ok: false, error: 'EMPTY_BOOKING_CODE' }],
    ['[CODE-05] [CODE-06]', 'ABC12', { ok: false, error: 'INVALID_BOOKING_CODE' }],
    ['[CODE-05] [CODE-06]', 'ABCDEF1234567', { ok: false, error: 'INVALID_BOOKING_CODE' }],
    ['[CODE-05] [CODE-06]', 'ABC-1234', { ok: false, error: 'INVALID_BOOKING_CODE' }],
  ])('%s parsing the typed booking code %j returns %j', (_, text, read) => {
    expect(parseBookingCode(text)).toEqual(read)
  })

  it('[CODE-11] a booking code that cannot be loaded gives the reason', () => {
    expect(bookingClosedText('won')).toBe('This bet is won and cannot be modified')
  })
})
