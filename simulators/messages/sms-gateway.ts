import type { Mailbox } from './mailbox.ts'

export type SmsAnswer = { readonly status: number; readonly type: string; readonly body: string }
export type SmsAccount = { readonly username: string; readonly apiKey: string }

const json = (status: number, content: object): SmsAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(content),
})
const reply = (message: string, recipients: readonly object[]): SmsAnswer =>
  json(201, { SMSMessageData: { Message: message, Recipients: recipients } })

let sent = 0

/** `POST /version1/messaging` of Africa's Talking: its headers, form fields and responses. */
export function answerSms(account: SmsAccount, mailbox: Mailbox, apiKey: string | undefined, form: string): SmsAnswer {
  if (apiKey !== account.apiKey)
    return { status: 401, type: 'text/plain', body: 'The supplied authentication is invalid' }
  if (mailbox.takeFailure()) return { status: 500, type: 'text/plain', body: 'Internal server error' }
  const fields = new URLSearchParams(form)
  if (fields.get('username') !== account.username) return reply('InvalidUsername', [])
  const text = fields.get('message') ?? ''
  const numbers = (fields.get('to') ?? '').split(',').filter((number) => number !== '')
  if (text === '' || numbers.length === 0) return reply('InvalidRequest', [])
  const recipients = numbers.map((number) => {
    if (!/^\+256\d{9}$/.test(number))
      return { statusCode: 403, number, status: 'InvalidPhoneNumber', cost: '0', messageId: 'None' }
    mailbox.keep({ kind: 'sms', to: number, subject: '', text })
    return { statusCode: 101, number, status: 'Success', cost: 'UGX 35.0000', messageId: `ATXid_${++sent}` }
  })
  return reply(`Sent to ${numbers.length}/${numbers.length} Total Cost: UGX ${35 * numbers.length}.0000`, recipients)
}
