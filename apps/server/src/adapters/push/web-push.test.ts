import { createECDH, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushServiceSimulator, startPushService } from '@mupiira/simulators/push/start.ts'
import { vapidKeys } from '../../../../../tests/support/vapid-keys.ts'
import type { PushAddress } from '../../modules/notifications/ports.ts'
import { isPublicAddress, publicLookUp } from '../../kernel/access/public-address.ts'
import { type NameServer, startNameServer } from '../../kernel/access/test-name-server.ts'
import { createWebPush, readAnswer } from './web-push.ts'

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = vapidKeys()
const keys = { publicKey, privateKey, subject: 'mailto:push@mupiira.example' }
const message = { payload: '{"title":"Ünïcode – ✓"}', ttlSeconds: 3_600, topic: 'abc_-1', urgency: 'high' } as const

let simulator: PushServiceSimulator
beforeAll(async () => {
  simulator = await startPushService()
})
afterAll(() => simulator.close())

const sender = (timeoutMs = 60_000) => createWebPush({ ...keys, simulatorUrl: simulator.url, timeoutMs })
const addressOf = ({ endpoint, keys: { p256dh, auth } } = simulator.subscribe(publicKey)): PushAddress => ({
  endpoint,
  p256dh,
  auth,
})

describe('a push message', () => {
  it('a push message is signed, encrypted and accepted, and the browser can read it', async () => {
    expect(await sender().send(addressOf(), message)).toEqual({ kind: 'accepted' })
    expect(simulator.messages()).toMatchObject([
      { text: message.payload, ttlSeconds: 3_600, topic: 'abc_-1', urgency: 'high' },
    ])
    expect(await (await fetch(simulator.url)).text()).toContain('Ünïcode – ✓')
  })

  it('a push message is rejected if its VAPID key differs from the key of the subscription', async () => {
    const otherSender = createECDH('prime256v1').generateKeys('base64url')
    const outcome = await sender().send(addressOf(simulator.subscribe(otherSender)), message)
    expect(outcome).toEqual({ kind: 'refused', reason: 'HTTP 403' })
    expect(simulator.refusals()[0]).toBe('403 the key differs from the key of the subscription')
  })

  it.each([
    ['gone', { kind: 'gone' }],
    ['too-many', { kind: 'retry', reason: 'HTTP 429', afterMs: 20_000 }],
    ['error', { kind: 'retry', reason: 'HTTP 500', afterMs: null }],
    ['forbidden', { kind: 'refused', reason: 'HTTP 403' }],
    ['slow', { kind: 'retry', reason: 'ABORT_ERR', afterMs: null }],
  ] as const)('a push message to a service with the fault “%s” has the result %j', async (fault, outcome) => {
    simulator.failNext(fault, 1)
    expect(await sender(fault === 'slow' ? 300 : 10_000).send(addressOf(), message)).toEqual(outcome)
  })

  it('after five slow responses of a push service, messages to that service are postponed, and other services are not delayed', async () => {
    const one = sender(100)
    simulator.failNext('slow', 6)
    for (let time = 0; time < 5; time++) {
      expect(await one.send(addressOf(), message)).toMatchObject({ kind: 'retry', reason: 'ABORT_ERR' })
    }
    const outcome = await one.send(addressOf(), message)
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'a slow service', afterMs: expect.any(Number) })
    // The simulator still fails the next request, so the postponed message was not sent.
    expect(await sender(100).send(addressOf(), message)).toMatchObject({ kind: 'retry', reason: 'ABORT_ERR' })
  })

  it('a push message is dropped for a withdrawn subscription, and retried while the server is down', async () => {
    const address = addressOf()
    simulator.withdraw(address.endpoint)
    expect(await sender().send(address, message)).toEqual({ kind: 'gone' })
    const nowhere = createWebPush({ ...keys, simulatorUrl: 'http://127.0.0.1:1' })
    const outcome = await nowhere.send({ ...address, endpoint: 'http://127.0.0.1:1/push/x' }, message)
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'ECONNREFUSED' })
  })

  it.each([
    [200, undefined, { kind: 'accepted' }],
    [404, undefined, { kind: 'gone' }],
    [400, undefined, { kind: 'refused', reason: 'HTTP 400' }],
    [413, undefined, { kind: 'refused', reason: 'HTTP 413' }],
    // Redirects are not followed.
    [302, undefined, { kind: 'refused', reason: 'HTTP 302' }],
    [503, '7', { kind: 'retry', reason: 'HTTP 503', afterMs: 7_000 }],
    [429, 'Thu, 01 Jan 1970 00:00:00 GMT', { kind: 'retry', reason: 'HTTP 429', afterMs: 0 }],
    [429, 'soon', { kind: 'retry', reason: 'HTTP 429', afterMs: null }],
  ])(
    'a push service that answers HTTP %i with Retry-After %s gives the delivery result %j',
    (status, retryAfter, outcome) => {
      expect(readAnswer(status, retryAfter)).toEqual(outcome)
    },
  )
})

describe('the addresses of push services', () => {
  const { p256dh, auth } = keysOfBrowser()
  const accepts = (endpoint: string, browser = { p256dh, auth }): boolean => sender().accepts({ endpoint, ...browser })

  it.each([
    ['https://fcm.googleapis.com/fcm/send/dQw4', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
    ['https://web.push.apple.com/QGuQ', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=BQ', true],
    ['http://fcm.googleapis.com/fcm/send/dQw4', false],
    ['https://fcm.googleapis.com:8443/fcm/send/dQw4', false],
    ['https://user:word@fcm.googleapis.com/', false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://localhost/', false],
    ['https://localhost./', false],
    ['https://push.localhost/', false],
    ['https://db/', false],
    ['https://db.internal/', false],
    ['https://printer.local/', false],
    ['ftp://push.example/', false],
    ['file:///etc/passwd', false],
    ['data:text/plain,x', false],
    ['push', false],
    ['https://push.example/消', false],
    ['https://push.example/a b', false],
  ])('the push service URL %s is accepted: %s', (endpoint, isAccepted) => {
    expect(accepts(endpoint)).toBe(isAccepted)
  })

  it('a push message is sent to a private address only if that is the configured simulator', () => {
    expect(accepts(`${simulator.url}/push/x`)).toBe(true)
    expect(accepts(simulator.url.replace(/\d+$/, '1'))).toBe(false)
    expect(createWebPush({ ...keys, simulatorUrl: null }).accepts(addressOf())).toBe(false)
  })

  it('a push subscription with a secret of 24 bytes, longer than usual, is accepted', async () => {
    const secret = randomBytes(24).toString('base64url')
    expect(accepts('https://push.example/x', { p256dh, auth: secret })).toBe(true)
  })

  it.each([
    ['a point that is not on the curve', { p256dh: randomPoint(), auth }],
    ['a truncated point', { p256dh: p256dh.slice(0, 43), auth }],
    ['a short secret', { p256dh, auth: 'c2hvcnQ' }],
  ])('a push message to a browser with %s is not sent', (_, browser) => {
    expect(accepts('https://push.example/x', browser)).toBe(false)
  })

  it.each([
    ['142.250.74.42', true],
    ['2a00:1450:4001:82a::200a', true],
    ['10.1.2.3', false],
    ['100.100.1.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['198.19.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['localhost', false],
  ])('the IP address %s counts as public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})

describe('the lookup of push services', () => {
  const { p256dh, auth } = keysOfBrowser()
  const V4 = '142.250.74.42'
  const V6 = '2a00:1450:4001:82a:0:0:0:200a'
  let names: NameServer
  beforeAll(async () => {
    names = await startNameServer({
      'push.example': [V4, V6],
      'four.push.example': [V4],
      'private.example': ['10.1.2.3'],
      'half.example': [V4, 'fd00:0:0:0:0:0:0:1'],
      'empty.example': [],
    })
  })
  afterAll(() => names.close())

  const found = (hostname: string, all = true) =>
    new Promise((resolve) =>
      publicLookUp([names.address])(hostname, { all }, (error, ...addresses) =>
        resolve(error === null ? addresses : error.code),
      ),
    )

  it('the lookup of push services returns all IPv4 and IPv6 addresses, or an error if any of them is not public', async () => {
    const [four, six] = [
      { address: V4, family: 4 },
      { address: '2a00:1450:4001:82a::200a', family: 6 },
    ]
    expect(await found('push.example')).toEqual([[four, six]])
    expect([await found('four.push.example'), await found('push.example', false)]).toEqual([[[four]], [V4, 4]])
    for (const name of ['private.example', 'half.example']) expect(await found(name)).toBe('ENOTPUBLIC')
    expect(await found('empty.example')).toBe('ENODATA')
  })

  it('[NOTE-19] at most three host names of one domain are looked up at the same time while their DNS server does not answer, and other lookups are not delayed', async () => {
    const unanswered = found('silent.example')
    const push = createWebPush({ ...keys, simulatorUrl: null, nameServers: [names.address], timeoutMs: 2_000 })
    const send = (at: number) => push.send({ endpoint: `https://push-${at}.tarpit.example/x`, p256dh, auth }, message)
    const sent = Promise.all(Array.from({ length: 12 }, (_, at) => send(at)))
    const queriedNow = () => [...names.queried].filter((name) => name.endsWith('.tarpit.example')).length
    await expect.poll(queriedNow).toBe(3)
    await lookup('localhost')
    expect(queriedNow()).toBe(3)
    const reasons = (await sent).map((outcome) => 'reason' in outcome && outcome.reason)
    expect(new Set(reasons)).toEqual(new Set(['ABORT_ERR', 'a slow service']))
    // Three host names at first, and one more after each of the first four slow answers.
    expect(queriedNow()).toBeLessThanOrEqual(7)
    expect(await unanswered).toBe('ETIMEOUT')
  })
})

function keysOfBrowser() {
  return { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}

function randomPoint(): string {
  return Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
}
