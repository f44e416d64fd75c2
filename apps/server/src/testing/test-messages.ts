import type { SendOutcome } from '../modules/identity/ports.ts'

type SentMessage = { readonly to: string; readonly subject?: string; readonly text: string }

/** Text messages and mails that are recorded instead of sent. */
export function createTestMessages() {
  const sent: SentMessage[] = []
  let failures = 0
  let during: (() => Promise<unknown>) | null = null

  async function send(message: SentMessage): Promise<SendOutcome> {
    const work = during
    during = null
    await work?.()
    if (failures > 0) {
      failures -= 1
      return { kind: 'retry', reason: 'the test makes this send fail' }
    }
    sent.push(message)
    return { kind: 'sent' }
  }

  return {
    sent,
    send,
    /** The next messages fail and may be retried. */
    failNext(times: number): void {
      failures = times
    },
    /** Runs while the next message is being sent. */
    duringNext(work: () => Promise<unknown>): void {
      during = work
    },
  }
}
