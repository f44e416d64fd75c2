/** `retry`: may succeed later. `refused`: will never be accepted. The reason is a code without addresses. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'retry' | 'refused'; readonly reason: string }

/** Sends email. */
export type MailSender = {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<SendOutcome>
}

/** Posts a message to the address that staff entered in the settings. */
export type WebhookSender = {
  /**
   * `refused`: the address is not allowed, or the receiver rejects the message. A repeated message has the same id.
   */
  send(message: { readonly url: string; readonly body: string; readonly now: Date }): Promise<SendOutcome>
}
