import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'

/** What became of a message: `retry` may be tried again later, `refused` never will be taken. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'retry' | 'refused'; readonly reason: string }

/** Text messages to phones. Sending twice may deliver twice: no provider promises otherwise. */
export type TextMessages = {
  send(message: { readonly to: PhoneNumber; readonly text: string }): Promise<SendOutcome>
}

export type Mails = {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<SendOutcome>
}
