import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  expectDefined,
  openSimulatorFixture,
  waitBriefly,
  type SimulatorFixture,
  until,
} from '../testing/simulator-fixture.ts'
import { VENDORS } from '../vendors.ts'
import type { HandsetView, Prompt } from './handset-view.ts'

const NUMBER = '256772000110'
const FIVE_MINUTES_MS = 300_000

type Phone = {
  readonly views: readonly HandsetView[]
  readonly last: () => HandsetView
  readonly prompt: () => Prompt
  putDown(): Promise<void>
}

let fixture: SimulatorFixture
const phones: Phone[] = []
beforeAll(async () => {
  fixture = await openSimulatorFixture()
})
beforeEach(async () => {
  for (const phone of [...phones]) await phone.putDown()
  fixture.pass(2_000)
  await waitBriefly()
  fixture.money.control({ reset: true })
})
afterAll(() => fixture.close())

/** Opens the page's stream like a browser. */
async function openPhone(msisdn: string): Promise<Phone> {
  const connection = new AbortController()
  const response = await fetch(`${fixture.money.url}/handset/stream?msisdn=${msisdn}`, { signal: connection.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const views: HandsetView[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of expectDefined(response.body).pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        if (event.startsWith('data: ')) views.push(JSON.parse(event.slice(6)) as HandsetView)
      }
    }
  })().catch(() => undefined)
  const last = (): HandsetView => expectDefined(views.at(-1))
  const phone: Phone = {
    views,
    last,
    prompt: () => expectDefined(last().prompts[0]),
    async putDown() {
      connection.abort()
      await reading
      phones.splice(phones.indexOf(phone), 1)
      await until(async () => (await fixture.call('GET', '/control')).body['handsetsOpen'] === phones.length)
    },
  }
  await until(() => views.length > 0)
  phones.push(phone)
  return phone
}

const decide = (body: Record<string, unknown>) => fixture.call('POST', '/handset/decide', body)
const statusOf = (reference: string) => fixture.money.orders.find(reference)?.status

describe('an open handset', () => {
  it('an open handset shows the prompt, waits for the PIN, and approves', async () => {
    const phone = await openPhone('0772000110')
    expect(phone.last()).toEqual({ msisdn: NUMBER, network: 'mtn', networkName: 'MTN', prompts: [], messages: [] })
    await fixture.collect(NUMBER, { reference: 'HAND-0001', amount: 25_000, description: 'Deposit 17' })
    await until(() => phone.last().prompts.length === 1)
    const prompt = phone.prompt()
    expect(prompt).toEqual({
      id: expect.any(String),
      amountUgx: 25_000,
      business: 'MUPIIRA',
      description: 'Deposit 17',
      endsInMs: FIVE_MINUTES_MS,
    })

    fixture.pass(FIVE_MINUTES_MS - 1)
    await waitBriefly()
    expect(statusOf('HAND-0001')).toBe('pending')
    expect(await decide({ msisdn: NUMBER, id: prompt.id, decision: 'approve', pin: '1234' })).toEqual({
      status: 200,
      body: { status: 'success' },
    })
    await until(() => phone.last().prompts.length === 0)
    expect(phone.last().messages[0]).toMatchObject({
      tone: 'out',
      text: expect.stringMatching(/^You have paid UGX 25,000 to MUPIIRA\. Transaction ID \d+\.$/),
    })
    expect((await fixture.status(prompt.id)).body).toMatchObject({ status: 'success' })
  })

  it('an open handset can decline a prompt without a PIN', async () => {
    const phone = await openPhone(NUMBER)
    await fixture.collect(NUMBER, { reference: 'HAND-0002' })
    await until(() => phone.last().prompts.length === 1)
    expect((await decide({ msisdn: NUMBER, id: phone.prompt().id, decision: 'decline' })).body).toEqual({
      status: 'failed',
    })
    await until(() => phone.last().messages.length === 1)
    expect(phone.last().messages[0]).toMatchObject({
      tone: 'failed',
      text: 'Your payment of UGX 25,000 to MUPIIRA was declined.',
    })
  })

  it('a decision on the handset overrides the outcome that the number’s last digit selects', async () => {
    for (const digit of ['1', '2', '3', '4']) {
      const msisdn = `25677200011${digit}`
      const phone = await openPhone(msisdn)
      await fixture.collect(msisdn, { reference: `DIGIT-000${digit}` })
      await until(() => phone.last().prompts.length === 1)
      await decide({ msisdn, id: phone.prompt().id, decision: 'approve', pin: '54321' })
      expect(statusOf(`DIGIT-000${digit}`)).toBe('success')
    }
  })

  it('a prompt on an open handset expires after 5 minutes', async () => {
    const phone = await openPhone(NUMBER)
    const { body } = await fixture.collect(NUMBER, { reference: 'HAND-0003' })
    // The wait for the handset starts when the order is due.
    fixture.pass(3_000)
    await until(() => fixture.money.orders.find('HAND-0003')?.waitsForHandset === true)
    fixture.pass(FIVE_MINUTES_MS - 3_000)
    await until(() => statusOf('HAND-0003') === 'failed')
    expect((await fixture.status(body['internal_reference'])).body).toMatchObject({
      status: 'failed',
      message: 'Request payment failed: the customer did not respond in time.',
    })
    await until(() => phone.last().prompts.length === 0)
    expect(
      (await decide({ msisdn: NUMBER, id: String(body['internal_reference']), decision: 'approve', pin: '1234' }))
        .status,
    ).toBe(409)
  })

  it('payments are approved automatically again after the handset page is closed, but not after a reload', async () => {
    const phone = await openPhone(NUMBER)
    await fixture.collect(NUMBER, { reference: 'HAND-0004' })
    fixture.pass(3_000)
    await until(() => fixture.money.orders.find('HAND-0004')?.waitsForHandset === true)
    await phone.putDown()
    const again = await openPhone(NUMBER)
    fixture.pass(2_000)
    await waitBriefly()
    expect(statusOf('HAND-0004')).toBe('pending')
    await again.putDown()
    fixture.pass(2_000)
    await until(() => statusOf('HAND-0004') === 'success')
  })

  it('an open handset page affects only payments from its own number, and no payouts', async () => {
    const phone = await openPhone(NUMBER)
    await fixture.collect('256772000118', { reference: 'OTHER-001' })
    await fixture.payOut(NUMBER, { reference: 'WDR-00000043', amount: 31_000 })
    expect(phone.last().prompts).toEqual([])
    fixture.pass(3_000)
    await until(() => statusOf('OTHER-001') === 'success' && statusOf('WDR-00000043') === 'success')
    await until(() => phone.last().messages.length === 1)
    expect(phone.last().messages[0]).toMatchObject({
      tone: 'in',
      text: expect.stringContaining('You have received UGX 31,000 from MUPIIRA.'),
    })
  })

  it('an open handset shows prompts one after another', async () => {
    const phone = await openPhone(NUMBER)
    await fixture.collect(NUMBER, { amount: 10_000 })
    await fixture.collect(NUMBER, { amount: 20_000 })
    await until(() => phone.last().prompts.length === 2)
    expect(phone.last().prompts.map(({ amountUgx }) => amountUgx)).toEqual([10_000, 20_000])
  })
})

describe('a decision is rejected', () => {
  it.each([
    ['without a PIN', { decision: 'approve' }, 422],
    ['with 3 digits', { decision: 'approve', pin: '123' }, 422],
    ['with 6 digits', { decision: 'approve', pin: '123456' }, 422],
    ['with letters', { decision: 'approve', pin: '12a4' }, 422],
    ['an unknown action', { decision: 'maybe', pin: '1234' }, 422],
    ['for an unknown prompt', { decision: 'approve', pin: '1234', id: '0'.repeat(32) }, 404],
    ['from another phone', { decision: 'approve', pin: '1234', msisdn: '256772000118' }, 404],
  ])('a decision on the handset is rejected: %s', async (_, body, status) => {
    const { body: accepted } = await fixture.collect(NUMBER, { reference: 'HAND-0005' })
    expect((await decide({ msisdn: NUMBER, id: accepted['internal_reference'], ...body })).status).toBe(status)
    expect(statusOf('HAND-0005')).toBe('pending')
  })
})

describe('the pages', () => {
  it.each([['/'], ['/handset'], [`/handset?msisdn=${NUMBER}`]])(
    'the page %s is HTML without inline scripts',
    async (path) => {
      const response = await fetch(`${fixture.money.url}${path}`)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'",
      )
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i)
      for (const [, linked] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g))
        expect((await fetch(`${fixture.money.url}${linked}`)).status).toBe(200)
    },
  )

  it('the front page lists the API of every provider', async () => {
    const html = await (await fetch(`${fixture.money.url}/`)).text()
    for (const { addresses } of Object.values(VENDORS))
      for (const { api, path } of addresses)
        expect(html).toContain(`<dt>${api}</dt><dd><code>${fixture.money.url}${path}</code></dd>`)
  })

  it('the handset page escapes the host name sent by the browser', async () => {
    const { hostname, port } = new URL(fixture.money.url)
    const { connect } = await import('node:net')
    const socket = connect(Number(port), hostname)
    socket.end('GET / HTTP/1.1\r\nHost: x"><script>1</script>\r\nConnection: close\r\n\r\n')
    let html = ''
    for await (const chunk of socket.setEncoding('utf8')) html += String(chunk)
    expect(html).not.toContain('<script>1')
  })

  it('the handset page rejects a stream for an invalid number', async () => {
    expect((await fetch(`${fixture.money.url}/handset/stream?msisdn=12`)).status).toBe(422)
  })

  it('the handset page lists the most recently used numbers', async () => {
    await fixture.collect(NUMBER)
    await fixture.collect('256701000119')
    expect((await fixture.call('GET', '/handset/numbers')).body).toEqual({ numbers: ['256701000119', NUMBER] })
  })
})
