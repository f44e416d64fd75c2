import { useRef, useState } from 'react'
import { newIdempotencyKey } from './api/client.ts'
import { isUnanswered, textOf } from './api/errors.ts'
import type { SmallImage } from './shrink-image.ts'

export type KeyedMessage = { readonly key: string; readonly content: string; readonly image: SmallImage | null }

/**
 * Sends one chat message at a time. After a lost response, the same message keeps its key, so that it arrives once.
 * `sendMessage` resolves with false if the message was not sent.
 */
export function useSendOnce(send: (message: KeyedMessage) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const unanswered = useRef<KeyedMessage | null>(null)
  const sendMessage = async (content: string, image: SmallImage | null): Promise<boolean> => {
    const before = unanswered.current
    const isAgain = before !== null && before.content === content && before.image?.src === image?.src
    const sending = isAgain ? before : { key: newIdempotencyKey(), content, image }
    unanswered.current = null
    setBusy(true)
    setProblem(null)
    try {
      await send(sending)
      return true
    } catch (error) {
      if (isUnanswered(error)) unanswered.current = sending
      setProblem(textOf(error, error instanceof Error ? error.message : String(error)))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, sendMessage }
}
