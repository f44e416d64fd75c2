import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readAirtelCallback } from './callback.ts'

const KEY = 'a key of the callbacks'

describe('[DEP-21] verification of the hash of Airtel’s callbacks', () => {
  const payload = {
    transaction: { id: 'DEP-00000001', message: 'Paid UGX 25000', status_code: 'TS', airtel_money_id: 'MP1' },
  }
  const hashOf = (body: object, key = KEY): string =>
    createHmac('sha256', key).update(JSON.stringify(body)).digest('base64')
  const without = (name: string): object => ({ transaction: { ...payload.transaction, [name]: undefined } })
  it.each<[string, object, string]>([
    ['valid', { ...payload, hash: hashOf(payload) }, 'valid'],
    ['the hash as the first field', { hash: hashOf(payload), ...payload }, 'valid'],
    ['with another key', { ...payload, hash: hashOf(payload, 'another') }, 'signature'],
    [
      'a changed value',
      { transaction: { ...payload.transaction, status_code: 'TF' }, hash: hashOf(payload) },
      'signature',
    ],
    ['a changed id', { transaction: { ...payload.transaction, id: 'DEP-2' }, hash: hashOf(payload) }, 'signature'],
    ['an added field', { ...payload, more: 1, hash: hashOf(payload) }, 'signature'],
    [
      'hex instead of base64',
      { ...payload, hash: Buffer.from(hashOf(payload), 'base64').toString('hex') },
      'signature',
    ],
    ['unsigned', payload, 'form'],
    ['an empty hash', { ...payload, hash: '' }, 'form'],
    ['the hash as a number', { ...payload, hash: 7 }, 'form'],
    ['without an id', { ...without('id'), hash: hashOf(without('id')) }, 'form'],
    ['without a status', { ...without('status_code'), hash: hashOf(without('status_code')) }, 'form'],
    ['the transaction as a list', { transaction: [], hash: hashOf({ transaction: [] }) }, 'form'],
    ['nothing', {}, 'form'],
  ])('an Airtel callback is checked as "$2": $0', (_what, body, expected) => {
    const reading = readAirtelCallback(KEY, body)
    expect(reading.kind === 'valid' ? 'valid' : reading.reason).toBe(expected)
  })
})
