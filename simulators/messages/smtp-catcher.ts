import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Mailbox } from './mailbox.ts'

const MAX_CHARACTERS = 1_000_000
const IDLE_MS = 60_000

/**
 * An SMTP server that accepts mail to any recipient and delivers no mail. It implements the part of RFC 5321 that a
 * client needs.
 */
export async function startSmtpCatcher(
  host: string,
  port: number,
  mailbox: Mailbox,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, mailbox)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function converse(socket: Socket, mailbox: Mailbox): void {
  let recipients: string[] = []
  let unread = ''
  let mail: string | null = null
  const writeLine = (line: string): void => void socket.write(`${line}\r\n`)

  function execute(line: string): void {
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
      case 'NOOP':
        return writeLine('250 mail.simulator')
      case 'MAIL':
      case 'RSET':
        recipients = []
        return writeLine('250 OK')
      case 'RCPT':
        recipients.push(/<([^>]*)>/.exec(rest)?.[1] ?? '')
        return writeLine('250 OK')
      case 'DATA':
        if (recipients.length === 0) return writeLine('503 no recipients')
        if (mailbox.takeFailure()) return writeLine('451 try again later')
        mail = ''
        return writeLine('354 go on')
      case 'QUIT':
        writeLine('221 bye')
        return void socket.end()
      default:
        return writeLine('502 not implemented')
    }
  }

  socket.setEncoding('utf8').setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    unread += String(chunk)
    if (unread.length + (mail?.length ?? 0) > MAX_CHARACTERS) return void socket.destroy()
    for (let end = unread.indexOf('\r\n'); end !== -1; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end)
      unread = unread.slice(end + 2)
      if (mail === null) execute(line)
      else if (line !== '.') mail += `${line.replace(/^\./, '')}\r\n`
      else {
        for (const to of recipients) mailbox.keep({ kind: 'email', to, ...readMail(mail) })
        mail = null
        writeLine('250 taken')
      }
    }
  })
  writeLine('220 mail.simulator')
}

/** Subject and text of a single-part mail. */
export function readMail(mail: string): { readonly subject: string; readonly text: string } {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
  const body = rest.join('\r\n\r\n')
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  const plain =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body)
        : body
  return { subject: header('Subject'), text: plain.replaceAll('\r\n', '\n').trimEnd() }
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
