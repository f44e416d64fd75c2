import type { PhoneNumber } from '@mupiira/domain/phone/phone.ts'

/** `retry`: may succeed later. `refused`: will never be accepted. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'retry' | 'refused'; readonly reason: string }

/** Sending a message twice may deliver it twice; no provider prevents that. */
export type SmsSender = {
  send(message: { readonly to: PhoneNumber; readonly text: string }): Promise<SendOutcome>
}

export type EmailSender = {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<SendOutcome>
}
