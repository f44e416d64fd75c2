import {
  addQuickReply,
  answerMessage,
  changeQuickReply,
  deleteQuickReply,
  listConversations,
  listMessagesOf,
  listQuickReplies,
  readMessagesOf,
} from '@mupiira/contract/chat.ts'
import { NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Chat } from '../chat/index.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type ChatDeps = { readonly audit: Pick<Audit, 'record'>; readonly chat: Omit<Chat, 'routes'> }

const PAGE = 20

/** The operators' side of customer care (CHAT-11 to CHAT-19). */
export function chatRoutes({ db }: Pick<Kernel, 'db'>, { audit, chat }: ChatDeps): readonly Route[] {
  type Words = { readonly title: string; readonly content: string }
  const note = (
    tx: Tx,
    call: Parameters<typeof staffOf>[0] & Pick<Call, 'now'>,
    action: `chat.${string}`,
    id: string,
    before: Words | null,
    after: Words | null,
  ) => audit.record(tx, { ...staffOf(call), action, subject: `quick-reply:${id}`, before, after }, call.now)

  return [
    route(listConversations, async ({ query }) => {
      const { page = 1, pageSize = PAGE, unread = false } = query
      const { items, ...found } = await chat.list({ page, pageSize, unreadOnly: unread })
      return { status: 200, body: { items, page, pageSize, ...found } }
    }),

    route(listMessagesOf, async ({ params: { userId }, query }) => {
      if (!isId(userId)) return { error: 'CONVERSATION_NOT_FOUND' }
      const [player, shown] = await Promise.all([chat.player(userId), chat.read(userId, query)])
      if (player === null) return { error: 'CONVERSATION_NOT_FOUND' }
      if (shown === null) return NOT_A_CURSOR
      return { status: 200, body: { ...shown, player } }
    }),

    route(answerMessage, async (call): Promise<Outcome<typeof answerMessage>> => {
      const { actor, body, file, slot, now } = call
      const { userId } = call.params
      if (!isId(userId) || (await chat.player(userId)) === null) return { error: 'CONVERSATION_NOT_FOUND' }
      const sending = { userId, authorId: actor.userId, typed: body.content ?? '', file, slot, now }
      return chat.answer(sending, (tx, { content, imageUrl }) =>
        audit.record(
          tx,
          { ...staffOf(call), action: 'chat.answer', subject: `user:${userId}`, after: { content, imageUrl } },
          now,
        ),
      )
    }),

    route(readMessagesOf, async ({ params: { userId }, body }) => {
      if (!isId(userId) || (await chat.player(userId)) === null) return { error: 'CONVERSATION_NOT_FOUND' }
      return { status: 200, body: { unread: await chat.markRead(userId, body.upTo) } }
    }),

    route(listQuickReplies, async () => ({ status: 200, body: { items: await chat.quickReplies.list() } })),

    route(addQuickReply, (call) =>
      db.transaction(async (tx) => {
        const added = await chat.quickReplies.add(tx, call.body, call.actor.userId, call.now)
        await note(tx, call, 'chat.add-reply', added.id, null, call.body)
        return { status: 201, body: added }
      }),
    ),

    route(changeQuickReply, (call) =>
      db.transaction(async (tx) => {
        const { id } = call.params
        const before = isId(id) ? await chat.quickReplies.change(tx, id, call.body, call.actor.userId, call.now) : null
        if (before === null) return { error: 'QUICK_REPLY_NOT_FOUND' }
        await note(tx, call, 'chat.change-reply', id, before, call.body)
        return { status: 200, body: { id, ...call.body } }
      }),
    ),

    route(deleteQuickReply, (call) =>
      db.transaction(async (tx) => {
        const { id } = call.params
        const gone = isId(id) ? await chat.quickReplies.remove(tx, id) : null
        if (gone === null) return { error: 'QUICK_REPLY_NOT_FOUND' }
        await note(tx, call, 'chat.delete-reply', id, gone, null)
        return { status: 200, body: { success: true } }
      }),
    ),
  ]
}
