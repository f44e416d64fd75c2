import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['196.43.133.7', '196.43.133.7'],
  ['196.43.133.7:50123', '196.43.133.7'],
  ['::ffff:196.43.133.7', '::ffff:196.43.133.7'],
  ['2a01:4f8:1:2:3:4:5:6', '2a01:4f8:1:2'],
  ['2a01:4f8:1::6', '2a01:4f8:1:0'],
  ['2a01:4f8::6', '2a01:4f8:0:0'],
  ['2a01:4f8::5:6', '2a01:4f8:0:0'],
  ['::1', '0:0:0:0'],
])('a visitor with the IP address %s counts towards the rate limit of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
