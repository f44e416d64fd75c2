import { leaveVisitorChat, listVisitorMessages, sendVisitorMessage } from '@mupiira/contract/chat.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type CookieChange, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { networkOf } from '../../kernel/access/network.ts'
import { messageBySendKey, messagesBy, visitorsAmong } from './chat.repository.ts'
import { readConversation } from './read-conversation.ts'
import { sentAnswer } from './routes.ts'
import { type Images, sendMessage } from './send-message.ts'
import { newVisitor, type Visitor, VISITOR_COOKIE, visitorOf } from './visitor.ts'

/**
 * The cookie of a visitor's conversation. It lasts twice as long as the conversation, from the visitor's last message:
 * staff can answer on the last day, and the answer stays readable until its deletion.
 */
const visitorCookie = ({ secret }: Visitor): CookieChange => ({
  name: VISITOR_COOKIE,
  value: secret,
  maxAgeSeconds: (2 * RETENTION.visitorChat.ms) / 1_000,
})

const HOUR_SECONDS = 3_600
/** Messages of one browser in an hour. */
const MESSAGES_PER_HOUR = 30
/** Messages of all browsers of one network in an hour. */
const MESSAGES_OF_NETWORK_PER_HOUR = 600
/** Conversations that browsers of one network begin in an hour. Thousands of phones can share a carrier's address. */
const CONVERSATIONS_PER_HOUR = 60
/** Messages of the visitor in one conversation. */
const MESSAGES_PER_CONVERSATION = 200

/** Customer care for visitors who cannot log in. Their conversations belong to no account. */
export function visitorChatRoutes(kernel: Kernel, images: Images): readonly Route[] {
  const { config, db, rateLimits } = kernel
  const limiter = (name: string, perHour: number) =>
    rateLimits.limiter(name, perHour * config.rateLimitFactor, HOUR_SECONDS)
  const ofBrowser = limiter('messages of a visitor', MESSAGES_PER_HOUR)
  const messagesOfNetwork = limiter('messages of visitors', MESSAGES_OF_NETWORK_PER_HOUR)
  const ofNetwork = limiter('conversations of visitors', CONVERSATIONS_PER_HOUR)

  const read = (id: string, query: Parameters<typeof readConversation>[3]) =>
    db.asPlayer(id, (sql) => readConversation(sql, 'user', id, query))

  /** The seconds to wait; 0 if the message may be sent. */
  const waitSeconds = async (id: string, address: string): Promise<number> => {
    const network = networkOf(address)
    const wait = (await ofBrowser.consume(id)) || (await messagesOfNetwork.consume(network))
    if (wait > 0) return wait
    const isKnown = (await visitorsAmong(db, [id])).has(id)
    return isKnown ? 0 : ofNetwork.consume(network)
  }

  /** Whether the conversation is at its limit. A repeated message is never refused. */
  const isFull = async (id: string, key: string): Promise<boolean> =>
    (await messagesBy(db, id)) >= MESSAGES_PER_CONVERSATION &&
    (await messageBySendKey(db, { authorId: id, userId: id, sendKey: key })) === null

  return [
    route(listVisitorMessages, async ({ cookies, query }) => {
      const visitor = visitorOf(cookies)
      if (visitor === null) {
        const body = { items: [], nextCursor: null, unread: 0 }
        return { status: 200, body, cookies: [visitorCookie(newVisitor())] }
      }
      const page = await read(visitor.id, query)
      return page.ok ? { status: 200, body: page.value } : INVALID_CURSOR
    }),

    route(sendVisitorMessage, async ({ address, body: { content, key }, cookies, now }) => {
      const visitor = visitorOf(cookies)
      if (visitor === null) return { error: 'VISITOR_UNKNOWN' }
      const { id } = visitor
      const wait = await waitSeconds(id, address)
      if (wait > 0) return { error: 'RATE_LIMITED', retryAfterSeconds: wait }
      if (await isFull(id, key)) return { error: 'CHAT_FULL', details: { limit: MESSAGES_PER_CONVERSATION } }
      const command = {
        userId: id,
        isVisitor: true,
        sender: 'user',
        authorId: id,
        text: content,
        file: null,
        key,
        now,
      } as const
      const sent = await sendMessage(kernel, images, command, async () => undefined)
      if (!sent.ok) return { error: 'MESSAGE_EMPTY' }
      return { ...sentAnswer(sent.value), cookies: [visitorCookie(visitor)] }
    }),

    route(leaveVisitorChat, async () => ({
      status: 200,
      body: { success: true },
      cookies: [{ name: VISITOR_COOKIE, value: null }],
    })),
  ]
}
