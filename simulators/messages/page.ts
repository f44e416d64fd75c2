import { sentPage } from '../shared/sent-page.ts'
import type { CaughtMessage } from './mailbox.ts'

/** Sent messages, newest first. */
export const messagesPage = (messages: readonly CaughtMessage[]): string =>
  sentPage(
    'Messages',
    'SMS and emails that the product has sent. Nothing leaves this machine.',
    messages.map(({ kind, to, subject, text, at }) => ({
      kind: kind === 'sms' ? 'SMS' : 'Email',
      to,
      at,
      title: subject,
      text,
    })),
  )
