import { getChatImage, listMessages, readMessages, sendMessage as sendEndpoint } from '@mupiira/contract/chat.ts'
import { MAX_IMAGE_MEGAPIXELS, imageAddress, isImageName } from '@mupiira/domain/chat/message.ts'
import { may } from '../../kernel/http/access/actor.ts'
import { INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type Refusal, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ownerOfImage } from './chat.repository.ts'
import { type Message, presentMessage } from './message.ts'
import { storeUnavailable } from './ports.ts'
import { markRead, readConversation } from './read-conversation.ts'
import { type Images, IMAGES_PER_DAY, sendMessage, type SendRefusal } from './send-message.ts'

/** The lifetime that CHAT-21 prescribes. */
const CACHED_SECONDS = 3_600

/** The player's side of a conversation. */
export const chatRoutes = (kernel: Kernel, images: Images): readonly Route[] => [
  route(listMessages, async ({ actor, query }) => {
    const { userId } = actor
    const page = await kernel.db.asPlayer(userId, (sql) => readConversation(sql, 'user', userId, query))
    return page.ok ? { status: 200, body: page.value } : INVALID_CURSOR
  }),

  route(sendEndpoint, async ({ actor, body, file, idempotencyRecord, now }) => {
    if (!may(actor, 'chat:write')) return { error: 'NOT_ALLOWED' }
    const { userId } = actor
    const command = {
      userId,
      isVisitor: false,
      sender: 'user',
      authorId: userId,
      text: body.content ?? '',
      file,
      key: idempotencyRecord.key,
      now,
    } as const
    const sent = await sendMessage(kernel, images, command, (tx, message) =>
      kernel.idempotency.remember(tx, idempotencyRecord, sentAnswer(message)),
    )
    return sent.ok ? sentAnswer(sent.value) : sendRefused(sent.error)
  }),

  route(readMessages, async ({ actor, body }) => ({
    status: 200,
    body: { unread: await markRead(kernel, 'user', actor.userId, body.upTo) },
  })),

  route(getChatImage, async ({ actor, asStaff, params: { name } }) => {
    if (!isImageName(name)) return { error: 'IMAGE_NOT_FOUND' }
    const isOwn =
      (await kernel.db.asPlayer(actor.userId, (sql) => ownerOfImage(sql, imageAddress(name)))) === actor.userId
    const mayRead =
      isOwn || ((await asStaff('admin:chat:read')) && (await ownerOfImage(kernel.db, imageAddress(name))) !== null)
    const bytes = mayRead ? await images.store.read(name).catch(storeUnavailable) : null
    if (bytes === null) return { error: 'IMAGE_NOT_FOUND' }
    const headers = {
      'cache-control': `private, max-age=${CACHED_SECONDS}`,
      // After logout, or in another account's session, the browser must not use its copy.
      vary: 'Cookie',
      'content-disposition': 'inline',
      // An image that is opened as a page must not run anything.
      'content-security-policy': "default-src 'none'; sandbox",
    }
    return { file: { contentType: 'image/webp', content: bytes, headers } }
  }),
]

export const sentAnswer = (message: Message) => ({ status: 201, body: { message: presentMessage(message) } }) as const

export function sendRefused(
  refusal: SendRefusal,
): Refusal<'MESSAGE_EMPTY' | 'IMAGES_OF_TODAY' | Exclude<SendRefusal, 'TOO_MANY_IMAGES'>> {
  if (refusal === 'TOO_MANY_IMAGES') return { error: 'IMAGES_OF_TODAY', details: { limit: IMAGES_PER_DAY } }
  if (refusal === 'IMAGE_TOO_LARGE') return { error: refusal, details: { megapixels: MAX_IMAGE_MEGAPIXELS } }
  return { error: refusal }
}
