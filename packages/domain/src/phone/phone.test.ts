import { describe, expect, it } from 'vitest'
import { CARRIERS, carrierOf, carrierOfMethod, PAYMENT_METHODS, paymentMethodOf, prefixFields } from './carriers.ts'
import type { CarrierPrefixes } from './carriers.ts'
import {
  derivedEmail,
  displayPhone,
  INVALID_PHONE_TEXT,
  isDerivedEmail,
  maskPhone,
  normalisePhone,
  parseAccountPhone,
  type PhoneNumber,
  reachableEmail,
} from './phone.ts'

const further: CarrierPrefixes = { MTN: ['039', '079'], Airtel: ['020'] }

describe('phone numbers', () => {
  it.each([
    ['[AUTH-01]', '+256 (772) 123-456', '+256772123456'],
    ['[AUTH-02]', '0772 123 456', '+256772123456'],
    ['[AUTH-03]', '256772123456', '+256772123456'],
    ['[AUTH-04]', '772123456', '+256772123456'],
    ['[AUTH-01]', '+44 20 7946', '+44207946'],
    ['[AUTH-01]', '00256 772 123 456', '+256772123456'],
    ['[AUTH-01]', '+000256772123456', '+256772123456'],
    ['[AUTH-04]', '77212345', '77212345'],
    ['[AUTH-04]', '7721234567', '7721234567'],
  ])('%s the phone number %s is normalised to %s', (_, typed, normal) => {
    expect(normalisePhone(typed)).toBe(normal)
  })

  it.each([
    '772123456',
    '256772123456',
    '+256 772 123 456',
    '0772123456',
    '+256256123456',
    '00256772123456',
    '000256 772 123456',
  ])('[AUTH-05] the phone number %s is accepted at login and registration', (typed) => {
    expect(parseAccountPhone(typed)).toMatchObject({ ok: true, value: expect.stringMatching(/^\+256\d{9}$/) })
  })

  it.each(['', '77212345', '7721234567', '2567721234', '077212345', '256256123', 'abc', '+25677212345'])(
    '[AUTH-05] the phone number %j is refused with an example of a valid one',
    (typed) => {
      expect(parseAccountPhone(typed)).toEqual({ ok: false, error: 'INVALID_PHONE' })
      expect(INVALID_PHONE_TEXT).toBe('Please enter a valid 9-digit phone number (e.g., 7XXXXXXXX)')
    },
  )

  it.each([
    ['[AUTH-06]', ['0772123456', '0782123456', '0762123456', '+256772123456', '+256782123456'], 'MTN'],
    ['[AUTH-07]', ['0702123456', '0752123456', '0742123456', '+256702123456', '+256752123456'], 'Airtel'],
    ['[AUTH-08]', ['0712123456', '+256312123456', '+447701234567', ''], 'Unknown'],
    ['[AUTH-06] [ADMS-05]', ['0392123456', '+256792123456'], 'MTN'],
    ['[AUTH-07] [ADMS-05]', ['0202123456'], 'Airtel'],
  ] as const)('%s the phone numbers %j belong to the carrier %s', (_, phones, carrier) => {
    for (const phone of phones) expect(carrierOf(phone, further)).toBe(carrier)
  })

  it('[AUTH-08] a number with an unknown prefix is accepted only if the setting carrier_prefixes contains the prefix', () => {
    expect(carrierOf('0792123456', { MTN: [], Airtel: [] })).toBe('Unknown')
  })

  it('[AUTH-08] no prefix belongs to two carriers', () => {
    const prefixes = Object.values(CARRIERS).flatMap((carrier) => [...carrier.prefixes, ...carrier.furtherPrefixes])
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  it('[DEP-03] each carrier has its own payment method', () => {
    expect(paymentMethodOf('MTN')).toBe('MTN')
    expect(paymentMethodOf('Airtel')).toBe('AIRTEL')
    expect(paymentMethodOf('Unknown')).toBeNull()
    for (const method of PAYMENT_METHODS) expect(paymentMethodOf(carrierOfMethod(method))).toBe(method)
    expect(prefixFields((carrier) => further[carrier])).toEqual({
      mtnPrefixes: ['039', '079'],
      airtelPrefixes: ['020'],
    })
  })

  it.each([
    ['[AUTH-09]', '+256771234567', '+256 77 123 4567'],
    ['[AUTH-10]', '0771234567', '077 123 4567'],
    ['[AUTH-09]', '+447701234567', '+447701234567'],
    ['[AUTH-09]', '+25677', '+256 77'],
    ['[AUTH-10]', '0771', '077 1'],
  ])('%s the phone number %s is shown as %s', (_, phone, shown) => {
    expect(displayPhone(phone)).toBe(shown)
  })

  it.each([
    ['+256771234567', '+256 77 ••• ••67'],
    ['0771234567', '+256 77 ••• ••67'],
    ['12', '•••'],
    ['+2567712345678', '•••'],
    ['1+256771234567', '•••'],
  ])('[WDR-01] [OPS-10] the phone number %s is masked in logs as %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked)
  })

  it('[AUTH-65] an e-mail address generated from a phone number is distinguished from an address that the player entered', () => {
    expect(isDerivedEmail(derivedEmail(normalisePhone('0771234567') as PhoneNumber))).toBe(true)
    expect(isDerivedEmail('amina@example.com')).toBe(false)
    expect(reachableEmail(derivedEmail('+256771234567'))).toBeNull()
    expect(reachableEmail('amina@example.com')).toBe('amina@example.com')
  })
})
