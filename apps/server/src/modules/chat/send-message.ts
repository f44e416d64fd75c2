import { IMAGE_MOST_MEGAPIXELS, messageContent } from '@mupiira/domain/chat/message.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { IdempotencySlot } from '../../kernel/idempotency.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { keepImage, type StoredImage } from './keep-image.ts'
import { presentMessage, type Side } from './message-row.ts'
import type { RateLimiter } from '../../kernel/http/rate-limit.ts'
import type { ImageStore } from './ports.ts'
import { imagesSince } from './queries.ts'
import type { ImageFault } from './decode-image.ts'
import { messageEvent, sentBefore, writeMessage } from './write-message.ts'

export type Sent = { readonly status: 201; readonly body: { readonly message: ChatMessage } }
export type NotSent = {
  readonly error: 'MESSAGE_EMPTY' | 'IMAGES_OF_TODAY' | ImageFault
  readonly details?: { readonly [name: string]: number }
}

export type Sending = {
  readonly userId: string
  readonly sender: Side
  readonly authorId: string
  readonly typed: string
  readonly file: Buffer | null
  readonly slot: IdempotencySlot
  readonly now: Date
}

/** Images of one player in 24 hours, those that were refused included. */
const IMAGES_A_DAY = 40

/** Where refused images are counted; stored ones are in the database. */
export const refusedImages = ({ rateLimits }: Pick<Kernel, 'rateLimits'>): RateLimiter =>
  rateLimits.limiter('refused chat images', IMAGES_A_DAY, DAY_MS / 1_000)

export type ImageParts = { readonly store: ImageStore; readonly refused: RateLimiter }

/** Stores one message; the same key again is the same message, however late (CHAT-04). */
export async function sendMessage(
  { db, outbox, idempotency }: Pick<Kernel, 'db' | 'outbox' | 'idempotency'>,
  { store, refused }: ImageParts,
  sending: Sending,
  /** More work in the same transaction. */
  besides: (tx: Tx, message: ChatMessage) => Promise<void> = () => Promise.resolve(),
): Promise<Sent | NotSent> {
  const { userId, sender, authorId, typed, file, slot, now } = sending
  const content = messageContent(typed, file !== null)
  if (content === null) return { error: 'MESSAGE_EMPTY' }
  const key = slot.key
  const isAgain = file !== null && (await sentBefore(db, { authorId, userId, key })) !== null
  const image = file === null || isAgain ? null : await take(file)
  if (image !== null && 'error' in image) return image
  let mayBeStored = false
  try {
    const { answer, isNew } = await db.transaction(async (tx) => {
      mayBeStored = false
      const { row, isNew } = await writeMessage(tx, { userId, sender, authorId, content, image, key }, now)
      const answer = { status: 201, body: { message: presentMessage(row) } } as const
      if (isNew) {
        await outbox.appendEvents(tx, [messageEvent(row)])
        await besides(tx, answer.body.message)
      }
      await idempotency.remember(tx, slot, answer)
      // From here only the commit is missing. If its reply is lost, the message may be stored.
      mayBeStored = true
      return { answer, isNew }
    })
    if (!isNew) await forget(image)
    return answer
  } catch (error) {
    if (!mayBeStored) await forget(image)
    throw error
  }

  async function take(bytes: Buffer): Promise<StoredImage | NotSent> {
    if (sender === 'user') {
      const stored = await imagesSince(db, authorId, new Date(now.getTime() - DAY_MS))
      if (stored >= (await refused.remaining(authorId)))
        return { error: 'IMAGES_OF_TODAY', details: { limit: IMAGES_A_DAY } }
    }
    const kept = await keepImage(store, bytes, now)
    if (kept.ok) return kept.value
    await refused.consume(authorId)
    return {
      error: kept.error,
      ...(kept.error === 'IMAGE_TOO_LARGE' ? { details: { megapixels: IMAGE_MOST_MEGAPIXELS } } : {}),
    }
  }

  /** An unused image is unreachable, so a failed removal is harmless. */
  async function forget(unused: StoredImage | null): Promise<void> {
    if (unused !== null) await store.remove(unused.name).catch(() => undefined)
  }
}
