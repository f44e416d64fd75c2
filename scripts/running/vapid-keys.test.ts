import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { generateVapidKeys } from './vapid-keys.ts'

it('[NOTE-18] generated VAPID keys are matching pairs with the length that the configuration accepts', () => {
  const pair = createECDH('prime256v1')
  // One private key in 256 begins with a zero byte.
  for (let zeros = 0, drawn = 0; zeros === 0 && drawn < 10_000; drawn++) {
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = generateVapidKeys()
    pair.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
    expect([VAPID_PRIVATE_KEY.length, pair.getPublicKey('base64url')]).toEqual([43, VAPID_PUBLIC_KEY])
    zeros += Number(pair.getPrivateKey().length < 32)
  }
})
