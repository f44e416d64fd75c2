import { messageContent } from '@mupiira/domain/chat/message.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { RateLimiter } from '../../kernel/access/rate-limits.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { imagesSince, insertMessage, lockConversation, messageBySendKey } from './chat.repository.ts'
import type { ImageFault } from './images/decode-image.ts'
import { storeImage, type StoredImage } from './images/store-image.ts'
import { type Message, messageEvent, type Side } from './message.ts'
import type { ImageStore } from './ports.ts'

export type SendCommand = {
  /** The conversation's player, or its visitor. */
  readonly userId: string
  readonly isVisitor: boolean
  readonly sender: Side
  readonly authorId: string
  readonly text: string
  readonly file: Buffer | null
  /** A repeated key means the same message, even if it arrives days later (CHAT-04). */
  readonly key: string
  readonly now: Date
}

export type SendRefusal = 'MESSAGE_EMPTY' | 'TOO_MANY_IMAGES' | ImageFault

/** Images of one player in 24 hours, including refused images. */
export const IMAGES_PER_DAY = 40

/** Counts refused images. Stored images are counted in the database. */
export const refusedImages = ({ rateLimits }: Pick<Kernel, 'rateLimits'>): RateLimiter =>
  rateLimits.limiter('refused chat images', IMAGES_PER_DAY, DAY_MS / 1_000)

export type Images = { readonly store: ImageStore; readonly refused: RateLimiter }

/** Writes in the message's transaction: the response, and for a new message the audit entry. */
export type AdditionalWrite = (tx: Tx, message: Message, isNew: boolean) => Promise<void>

export async function sendMessage(
  kernel: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  images: Images,
  command: SendCommand,
  alsoWrite: AdditionalWrite,
): Promise<Result<Message, SendRefusal>> {
  const { userId, authorId, text, file, key } = command
  const content = messageContent(text, file !== null)
  if (content === null) return err('MESSAGE_EMPTY')
  const isRepeated = file !== null && (await messageBySendKey(kernel.db, { authorId, userId, sendKey: key })) !== null
  const image = file === null || isRepeated ? ok(null) : await acceptImage(kernel, images, command, file)
  if (!image.ok) return image
  let mayBeStored = false
  /** An image without a message is unreachable, so a failed removal is harmless. */
  const removeImage = async (): Promise<void> => {
    if (image.value !== null) await images.store.remove(image.value.name).catch(() => undefined)
  }
  try {
    const { message, isNew } = await kernel.db.transaction(async (tx) => {
      mayBeStored = false
      const written = await writeMessage(tx, kernel.clock, command, content, image.value)
      if (written.isNew) await kernel.outbox.appendEvents(tx, [messageEvent(written.message, command.isVisitor)])
      await alsoWrite(tx, written.message, written.isNew)
      // If the reply to the commit is lost, the message may be stored.
      mayBeStored = true
      return written
    })
    if (!isNew) await removeImage()
    return ok(message)
  } catch (error) {
    if (!mayBeStored) await removeImage()
    throw error
  }
}

async function acceptImage(
  { db }: Pick<Kernel, 'db'>,
  { store, refused }: Images,
  { sender, authorId, now }: SendCommand,
  file: Buffer,
): Promise<Result<StoredImage, SendRefusal>> {
  if (sender === 'user') {
    const stored = await imagesSince(db, authorId, new Date(now.getTime() - DAY_MS))
    if (stored >= (await refused.remaining(authorId))) return err('TOO_MANY_IMAGES')
  }
  const image = await storeImage(store, file, now)
  if (!image.ok) await refused.consume(authorId)
  return image
}

/** Appends the message, or returns the message that was sent with the same key. */
async function writeMessage(
  tx: Tx,
  clock: Clock,
  { userId, isVisitor, sender, authorId, key, now }: SendCommand,
  content: string,
  image: StoredImage | null,
): Promise<{ readonly message: Message; readonly isNew: boolean }> {
  const lastNo = await lockConversation(tx, userId, isVisitor, now)
  const sent = await messageBySendKey(tx, { authorId, userId, sendKey: key })
  if (sent !== null) return { message: sent, isNew: false }
  const message: Message = {
    id: newId(),
    userId,
    no: lastNo + 1,
    sender,
    authorId,
    content,
    imageUrl: image?.url ?? null,
    imageWidth: image?.width ?? null,
    imageHeight: image?.height ?? null,
    // Chat has no replies to individual messages.
    replyTo: null,
    sendKey: key,
    // Read after the lock, so that times follow the order of the messages.
    createdAt: clock.now(),
  }
  await insertMessage(tx, message)
  return { message, isNew: true }
}
