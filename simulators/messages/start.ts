import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { realClock, type Clock } from '../shared/clock.ts'
import { type CaughtMessage, createMailbox, type Mailbox } from './mailbox.ts'
import { messagesPage } from './page.ts'
import { answerSms, type SmsAccount } from './sms-gateway.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { createHttpServer } from '../shared/http-server.ts'

export type MessagesOptions = SmsAccount & {
  /** 0, the default, uses any free port. */
  readonly port?: number
  readonly smtpPort?: number
  readonly host?: string
  readonly clock?: Clock
}

export type MessagesSimulator = {
  /** The page with all sent messages. */
  readonly url: string
  readonly smsUrl: string
  readonly smtpUrl: string
  messages(): readonly CaughtMessage[]
  failNext(times: number): void
  close(): Promise<void>
}

const MAX_BYTES = 64 * 1024

/**
 * An SMS gateway in the wire format of Africa's Talking, an SMTP catcher, and one page with the messages of
 * both.
 */
export async function startMessages(options: MessagesOptions): Promise<MessagesSimulator> {
  const { port = 0, smtpPort = 0, host = '127.0.0.1', clock = realClock } = options
  const mailbox = createMailbox(clock)
  const smtp = await startSmtpCatcher(host, smtpPort, mailbox)
  const server = createHttpServer((request, response) => {
    answer(request, response, options, mailbox).catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    smsUrl: `${url}/version1/messaging`,
    smtpUrl: `smtp://${host}:${smtp.port}`,
    messages: mailbox.list,
    failNext: mailbox.failNext,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await Promise.all([closed, smtp.close()])
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  account: SmsAccount,
  mailbox: Mailbox,
): Promise<void> {
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
  }
  const target = `${request.method} ${request.url}`
  if (target === 'POST /version1/messaging') {
    const key = request.headers['apikey']
    const { status, type, body } = answerSms(
      account,
      mailbox,
      Array.isArray(key) ? key[0] : key,
      await readBody(request),
    )
    return send(status, type, body)
  }
  if (target === 'GET /') return send(200, 'text/html', messagesPage(mailbox.list()))
  if (target === 'GET /messages') return send(200, 'application/json', JSON.stringify({ items: mailbox.list() }))
  return send(404, 'text/plain', 'Not found')
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk)
    if (body.length > MAX_BYTES) throw new Error('too large')
  }
  return body
}
