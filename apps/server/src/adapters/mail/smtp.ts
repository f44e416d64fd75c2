import { createTransport } from 'nodemailer'
import type { EmailSender } from '../../modules/identity/ports.ts'

const TIMEOUT_MS = 10_000

/** E-mail by SMTP; `url` is `smtp://user:password@host:port`, or `smtps://`. */
export function createSmtp({ url, from }: { readonly url: string; readonly from: string }): EmailSender {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Attachments by path or URL are disabled: a mail contains only its own text.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to, subject, text })
        return { kind: 'sent' }
      } catch (error) {
        return { kind: isFinal(error) ? 'refused' : 'retry', reason: reasonOf(error) }
      }
    },
  }
}

/** Permanent SMTP failures (5xx) are not retried. */
const isFinal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && Number(error.responseCode) >= 500

/** The library's error code. The error message could contain an e-mail address. */
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'failed'
