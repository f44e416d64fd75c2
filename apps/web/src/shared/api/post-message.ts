import type { ChatMessage } from '@mupiira/contract/chat.ts'
import { imageBytes, type SmallImage } from '../shrink-image.ts'
import { playerHeader } from './client.ts'
import { requestJson } from './request.ts'

export type Outgoing = {
  readonly key: string
  readonly content: string
  readonly image: SmallImage | null
  /** The player in the conversation. */
  readonly userId?: string
}

/** The time limit, enough for an image of 0.3 MB over a slow network. */
const MAX_MS = 60_000

/**
 * Sends a chat message of a player or of staff. A message with an image is sent as a form. The key prevents duplicates.
 */
export async function postMessage(path: string, { key, content, image, userId }: Outgoing): Promise<ChatMessage> {
  const headers = { accept: 'application/json', 'idempotency-key': key, ...playerHeader(userId) }
  const sent =
    image === null
      ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ content }) }
      : { headers, body: formOf(content, image) }
  const init = { method: 'POST', credentials: 'same-origin', ...sent } as const
  const answer = (await requestJson(path, init, { timeoutMs: MAX_MS })) as { readonly message: ChatMessage }
  return answer.message
}

function formOf(content: string, image: SmallImage): FormData {
  const form = new FormData()
  form.set('content', content)
  form.set('image', imageBytes(image), 'image.jpg')
  return form
}
