import { leaveVisitorChat, listVisitorMessages, sendVisitorMessage } from '@mupiira/contract/chat.ts'
import { RETENTION } from '@mupiira/domain/privacy/retention.ts'
import { INVALID_CURSOR } from '../../kernel/http/input/cursor-page.ts'
import { type CookieChange, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { networkOf } from '../../kernel/access/network.ts'
import { visitorsAmong } from './chat.repository.ts'
import { readConversation } from './read-conversation.ts'
import { sentAnswer } from './routes.ts'
import { type Images, sendMessage } from './send-message.ts'
import { newVisitor, type Visitor, VISITOR_COOKIE, visitorOf } from './visitor.ts'

/** The cookie lives as long as the conversation, counted from its last message. */
const visitorCookie = ({ secret }: Visitor): CookieChange => ({
  name: VISITOR_COOKIE,
  value: secret,
  maxAgeSeconds: RETENTION.visitorChat.ms / 1_000,
})

const HOUR_SECONDS = 3_600
/** Messages of one browser in an hour. */
const MESSAGES_PER_HOUR = 30
/** Conversations that browsers of one network begin in an hour. Thousands of phones can share a carrier's address. */
const CONVERSATIONS_PER_HOUR = 60

/**
 * Customer care for visitors who cannot log in. The conversation has no account: nothing that is shown or done there
 * depends on one.
 */
export function visitorChatRoutes(kernel: Kernel, images: Images): readonly Route[] {
  const { config, db, rateLimits } = kernel
  const limiter = (name: string, perHour: number) =>
    rateLimits.limiter(name, perHour * config.rateLimitFactor, HOUR_SECONDS)
  const ofBrowser = limiter('messages of a visitor', MESSAGES_PER_HOUR)
  const ofNetwork = limiter('conversations of visitors', CONVERSATIONS_PER_HOUR)

  const read = (id: string, query: Parameters<typeof readConversation>[3]) =>
    db.asPlayer(id, (sql) => readConversation(sql, 'user', id, query))

  /** The seconds to wait; 0 if the message may be sent. */
  const waitSeconds = async (id: string, address: string): Promise<number> => {
    const wait = await ofBrowser.consume(id)
    if (wait > 0) return wait
    const isKnown = (await visitorsAmong(db, [id])).has(id)
    return isKnown ? 0 : ofNetwork.consume(networkOf(address))
  }

  return [
    route(listVisitorMessages, async ({ cookies, query }) => {
      const known = visitorOf(cookies)
      const visitor = known ?? newVisitor()
      const page = await read(visitor.id, query)
      if (!page.ok) return INVALID_CURSOR
      return { status: 200, body: page.value, cookies: known === null ? [visitorCookie(visitor)] : [] }
    }),

    route(sendVisitorMessage, async ({ address, body: { content, key }, cookies, now }) => {
      const visitor = visitorOf(cookies)
      if (visitor === null) return { error: 'VISITOR_UNKNOWN' }
      const { id } = visitor
      const wait = await waitSeconds(id, address)
      if (wait > 0) return { error: 'RATE_LIMITED', retryAfterSeconds: wait }
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
