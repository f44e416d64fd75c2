import { getChatImage, listMessages, readMessages, sendMessage as sendEndpoint } from '@mupiira/contract/chat.ts'
import { imageAddress, isImageName } from '@mupiira/domain/chat/message.ts'
import { may } from '../../kernel/http/actor.ts'
import { NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { away } from './ports.ts'
import { ownerOfImage } from './queries.ts'
import { markRead, readConversation } from './read-messages.ts'
import { type ImageParts, sendMessage } from './send-message.ts'

/** CHAT-21 */
const RETENTION_SECONDS = 3_600

/** The player's side of a conversation. */
export const chatRoutes = (kernel: Kernel, images: ImageParts): readonly Route[] => [
  route(listMessages, async ({ actor, query }) => {
    const shown = await readConversation(kernel.db, 'user', actor.userId, query)
    if (shown === null) return NOT_A_CURSOR
    return { status: 200, body: shown }
  }),

  route(sendEndpoint, async ({ actor, body, file, slot, now }): Promise<Outcome<typeof sendEndpoint>> => {
    if (!may(actor, 'chat:write')) return { error: 'NOT_ALLOWED' }
    const { userId } = actor
    return sendMessage(kernel, images, {
      userId,
      sender: 'user',
      authorId: userId,
      typed: body.content ?? '',
      file,
      slot,
      now,
    })
  }),

  route(readMessages, async ({ actor, body }) => ({
    status: 200,
    body: { unread: await markRead(kernel, 'user', actor.userId, body.upTo) },
  })),

  // CHAT-19, CHAT-23
  route(getChatImage, async ({ actor, asStaff, params: { name } }) => {
    if (!isImageName(name)) return { error: 'IMAGE_NOT_FOUND' }
    const owner = await ownerOfImage(kernel.db, imageAddress(name))
    const isSide = owner !== null && (owner === actor.userId || (await asStaff('admin:chat')))
    const bytes = isSide ? await images.store.read(name).catch(away) : null
    if (bytes === null) return { error: 'IMAGE_NOT_FOUND' }
    const headers = {
      'cache-control': `private, max-age=${RETENTION_SECONDS}`,
      'content-disposition': 'inline',
      // Opened directly it is a picture and nothing more.
      'content-security-policy': "default-src 'none'; sandbox",
    }
    return { file: { contentType: 'image/webp', content: bytes, headers } }
  }),
]
