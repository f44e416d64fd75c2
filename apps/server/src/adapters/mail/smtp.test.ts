import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MessagesSimulator, startMessages } from '@mupiira/simulators/messages/start.ts'
import { createSmtp } from './smtp.ts'

let simulator: MessagesSimulator
beforeAll(async () => {
  simulator = await startMessages({ apiKey: 'key', username: 'mupiira' })
})
afterAll(() => simulator.close())

const mail = {
  to: 'amina@example.com',
  subject: 'Mupiira: choose a new password',
  text: 'Open this:\n\n.hidden dot\nhttps://x.example/#t',
}

it('[AUTH-38] a mail is sent by SMTP exactly as composed', async () => {
  const mails = createSmtp({ url: simulator.smtpUrl, from: 'Mupiira <no-reply@mupiira.example>' })
  expect(await mails.send(mail)).toEqual({ kind: 'sent' })
  expect(simulator.messages()).toMatchObject([{ kind: 'email', to: mail.to, subject: mail.subject, text: mail.text }])
})

it('[AUTH-38] a mail is retried after a temporary SMTP refusal and while the SMTP server is unreachable', async () => {
  const mails = createSmtp({ url: simulator.smtpUrl, from: 'no-reply@mupiira.example' })
  simulator.failNext(1)
  expect((await mails.send(mail)).kind).toBe('retry')
  const nowhere = createSmtp({ url: 'smtp://127.0.0.1:1', from: 'no-reply@mupiira.example' })
  expect((await nowhere.send(mail)).kind).toBe('retry')
})
