import { createECDH, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypt } from './decrypt.ts'
import { type PushServiceSimulator, startPushService } from './start.ts'
import { faultOfSender } from './vapid.ts'

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  text: 'When I grow up, I want to be a watermelon',
}

describe('a message', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(EXAMPLE.privateKey, 'base64url')
  const auth = Buffer.from(EXAMPLE.auth, 'base64url')

  it('the push simulator decrypts the example of the Web Push standard', () => {
    expect(decrypt(Buffer.from(EXAMPLE.body, 'base64url'), { pair, auth })).toBe(EXAMPLE.text)
  })

  it('a push message is not decrypted if it was changed or is for another receiver', () => {
    const changed = Buffer.from(EXAMPLE.body, 'base64url')
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => decrypt(changed, { pair, auth })).toThrow()
    expect(() => decrypt(Buffer.from(EXAMPLE.body, 'base64url'), { pair, auth: Buffer.alloc(16) })).toThrow()
  })
})

describe('a sender', () => {
  const origin = 'https://push.example'
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const key = point.toString('base64url')
  const nowSeconds = 1_800_000_000
  const good = { aud: origin, exp: nowSeconds + 3_600, sub: 'mailto:push@mupiira.example' }

  function header(claims: object, shown = key): string {
    const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${text}.${signature.toString('base64url')}, k=${shown}`
  }
  const other = createECDH('prime256v1').generateKeys('base64url')

  it.each([
    ['that is valid', header(good), null],
    ['that is missing', undefined, 'there is no VAPID token'],
    ['for another audience', header({ ...good, aud: 'https://other.example' }), `the audience is not ${origin}`],
    ['that expired', header({ ...good, exp: nowSeconds - 1 }), 'the token has expired'],
    [
      'that is valid for too long',
      header({ ...good, exp: nowSeconds + 90_000 }),
      'the token is valid for more than a day',
    ],
    ['with a local subject', header({ ...good, sub: 'mailto:me@localhost' }), 'the subject is not a contact'],
    ['with another key', header(good, other), 'the key differs from the key of the subscription'],
    ['that was changed', header(good).replace('t=ey', 't=ez'), 'the signature is wrong'],
  ])('a push sender’s token $0 has the fault "$2"', (_, authorization, fault) => {
    expect(faultOfSender(authorization, { origin, key, nowSeconds })).toBe(fault)
  })

  it('a push message signed with a key other than the one in its header is rejected', () => {
    const shown = { origin, key: null, nowSeconds }
    expect(faultOfSender(header(good, other), shown)).toBe('the signature is wrong')
    expect(faultOfSender(header(good), shown)).toBe(null)
  })
})

describe('the push service', () => {
  let service: PushServiceSimulator
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())

  it('the push simulator rejects unsigned messages, simulates faults, and rejects withdrawn subscriptions', async () => {
    const { endpoint } = service.subscribe()
    const send = async (to = endpoint) => (await fetch(to, { method: 'POST', body: 'x' })).status
    expect(await send()).toBe(403)
    expect(await send(`${service.url}/push/unknown`)).toBe(404)
    for (const [fault, status] of [
      ['too-many', 429],
      ['error', 500],
      ['forbidden', 403],
      ['gone', 410],
    ] as const) {
      const body = JSON.stringify({ fault, times: 1 })
      expect((await fetch(`${service.url}/control`, { method: 'POST', body })).status).toBe(200)
      expect(await send(), fault).toBe(status)
    }
    expect(await send()).toBe(410)
    expect(service.messages()).toEqual([])
    expect(await (await fetch(service.url)).text()).toContain('Nothing has been sent yet.')
  })
})
