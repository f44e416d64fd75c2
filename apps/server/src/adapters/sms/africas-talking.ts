import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SendOutcome, SmsSender } from '../../modules/identity/ports.ts'

export type AfricasTalkingOptions = {
  /** The address of the gateway, which ends in `/version1/messaging`. */
  readonly url: string
  readonly username: string
  readonly apiKey: string
  /** The registered sender id; null for the vendor's default sender. */
  readonly sender: string | null
}

const TIMEOUT_MS = 10_000
const Reply = Compile(
  Type.Object({
    SMSMessageData: Type.Object({
      Message: Type.String(),
      Recipients: Type.Array(Type.Object({ statusCode: Type.Integer(), status: Type.String() })),
    }),
  }),
)
/** Status codes of accepted messages: 100 processed, 101 sent, 102 queued. */
const ACCEPTED = new Set([100, 101, 102])
/** Temporary failures of the vendor: no balance, no route, internal and gateway errors. */
const TEMPORARY = new Set([405, 407, 500, 501, 502])

/**
 * Africa's Talking over its form-encoded interface. If a request gets no answer, the message is sent again, because a
 * duplicate is better than a lost message.
 */
export function createAfricasTalking({ url, username, apiKey, sender }: AfricasTalkingOptions): SmsSender {
  return {
    async send({ to, text }) {
      const form = new URLSearchParams({ username, to, message: text, bulkSMSMode: '1', enqueue: '1' })
      if (sender !== null) form.set('from', sender)
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { apiKey, accept: 'application/json' },
          body: form,
          // A redirect must receive neither the message nor our key.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        return readReply(answer.status, await answer.text())
      } catch (error) {
        return { kind: 'retry', reason: error instanceof Error ? error.name : 'no answer' }
      }
    },
  }
}

/** A refusal of the whole message has HTTP 201 and no recipients. HTTP 401 has a plain text body. */
export function readReply(status: number, body: string): SendOutcome {
  if (status !== 201) return { kind: status >= 500 || status === 429 ? 'retry' : 'refused', reason: `HTTP ${status}` }
  const reply = parse(body)
  if (!Reply.Check(reply)) return { kind: 'retry', reason: 'an answer in an unknown format' }
  const [recipient] = reply.SMSMessageData.Recipients
  if (recipient === undefined) return { kind: 'refused', reason: reply.SMSMessageData.Message }
  if (ACCEPTED.has(recipient.statusCode)) return { kind: 'sent' }
  const reason = `${recipient.statusCode} ${recipient.status}`
  return { kind: TEMPORARY.has(recipient.statusCode) ? 'retry' : 'refused', reason }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
