import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'
import { type MessagesSimulator, startMessages } from '@mupiira/simulators/messages/start.ts'
import { createAfricasTalking, readReply } from './africas-talking.ts'

let simulator: MessagesSimulator
beforeAll(async () => {
  simulator = await startMessages({ apiKey: 'key', username: 'mupiira' })
})
afterAll(() => simulator.close())

const to = '+256772000111' as PhoneNumber
const gateway = (apiKey: string) =>
  createAfricasTalking({ url: simulator.smsUrl, username: 'mupiira', apiKey, sender: 'MUPIIRA' })

describe('Africa’s Talking', () => {
  it('[AUTH-35] an SMS sent through Africa’s Talking arrives in the simulator', async () => {
    expect(await gateway('key').send({ to, text: '123456 is your code & more' })).toEqual({ kind: 'sent' })
    expect(simulator.messages()).toMatchObject([{ kind: 'sms', to, text: '123456 is your code & more' }])
    const page = await (await fetch(simulator.url)).text()
    expect(page).toContain('123456 is your code &amp; more')
  })

  it('[AUTH-35] an SMS is not retried after a rejected key, and is retried after a gateway failure', async () => {
    expect(await gateway('other').send({ to, text: 'x' })).toEqual({ kind: 'refused', reason: 'HTTP 401' })
    simulator.failNext(1)
    expect(await gateway('key').send({ to, text: 'x' })).toEqual({ kind: 'retry', reason: 'HTTP 500' })
  })

  it('[AUTH-35] an SMS request never follows a redirect with a recovery code or the API key', async () => {
    const keys: string[] = []
    const elsewhere = createServer((request, response) => {
      keys.push(String(request.headers['apikey']))
      const isFirst = request.url === '/'
      response.writeHead(isFirst ? 307 : 201, isFirst ? { location: '/elsewhere' } : {}).end('{}')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    const moved = createAfricasTalking({ url, username: 'mupiira', apiKey: 'key', sender: null })
    expect(await moved.send({ to, text: 'x' })).toEqual({ kind: 'refused', reason: 'HTTP 307' })
    expect(keys).toEqual(['key'])
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  it.each([
    [201, { Recipients: [{ statusCode: 101, status: 'Success' }] }, 'sent'],
    [201, { Recipients: [{ statusCode: 102, status: 'Queued' }] }, 'sent'],
    [201, { Recipients: [{ statusCode: 403, status: 'InvalidPhoneNumber' }] }, 'refused'],
    [201, { Recipients: [{ statusCode: 405, status: 'InsufficientBalance' }] }, 'retry'],
    [201, { Recipients: [] }, 'refused'],
    [201, {}, 'retry'],
    [503, {}, 'retry'],
    [400, {}, 'refused'],
  ])('[AUTH-35] the SMS gateway’s HTTP %i with the body %j means %s', (status, content, kind) => {
    const body = JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', ...content } })
    expect(readReply(status, body).kind).toBe(kind)
  })
})
