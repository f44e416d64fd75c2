import {
  addQuickReply as addEndpoint,
  answerMessage,
  changeQuickReply as changeEndpoint,
  deleteQuickReply as deleteEndpoint,
  exportConversations,
  listConversations,
  listMessagesOf,
  listQuickReplies,
  readMessagesOf,
} from '@mupiira/contract/chat.ts'
import { CONVERSATION_LIST } from '@mupiira/contract/list-columns.ts'
import { PLACEHOLDERS, unknownPlaceholders } from '@mupiira/domain/chat/placeholders.ts'
import { everyPage } from '../../kernel/db/list-page.ts'
import { INVALID_CURSOR, readPageRequest } from '../../kernel/http/input/cursor-page.ts'
import { type Call, type Route, route } from '../../kernel/http/route.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { staffOf } from '../../kernel/access/staff.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type Audit, exportList } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import { caseRoutes } from './case-routes.ts'
import {
  addQuickReply,
  changeQuickReply,
  conversationPage,
  deleteQuickReply,
  quickReplies,
  type QuickReplyText,
} from './chat.repository.ts'
import type { Conversations } from './conversations.ts'
import { markRead, readConversation } from './read-conversation.ts'
import { sendRefused, sentAnswer } from './routes.ts'
import { type Images, sendMessage } from './send-message.ts'

export type ChatAdminDeps = {
  readonly audit: Audit['commands']
  readonly conversations: Conversations
  readonly images: Images
  readonly profiles: Identity['profiles']
  readonly staff: Identity['staff']
}

const PAGE = 20

const placeholderRefusal = (unknown: readonly string[]) =>
  ({
    error: 'PLACEHOLDER_UNKNOWN',
    details: {
      placeholders: unknown.map((name) => `{${name}}`).join(', '),
      known: Object.keys(PLACEHOLDERS)
        .map((name) => `{${name}}`)
        .join(', '),
    },
  }) as const

type ListQuery = Omit<Call<typeof exportConversations>['query'], 'format'>

const filterOf = ({ assigned, unread, isVisitor, open }: ListQuery, reader: string) => ({
  unread,
  isVisitor,
  open,
  ...(assigned === undefined ? {} : { assignedTo: { me: reader, none: null }[assigned] }),
})

/** Customer care's side of all conversations (CHAT-11 to CHAT-19). */
export function chatAdminRoutes(
  kernel: Kernel,
  { audit, conversations, images, profiles, staff }: ChatAdminDeps,
): readonly Route[] {
  const { db, idempotency } = kernel
  const recordReply = (
    tx: Tx,
    call: Parameters<typeof staffOf>[0],
    action: 'chat.add-reply' | 'chat.change-reply' | 'chat.delete-reply',
    { id, before, after }: Record<'before' | 'after', QuickReplyText | null> & { readonly id: string },
    now: Date,
  ) => audit.record(tx, { ...staffOf(call), action, subject: `quick-reply:${id}`, before, after }, now)

  return [
    ...caseRoutes(kernel, { audit, conversations, profiles, staff }),

    route(listConversations, async ({ query, actor }) => {
      const pageRequest = readPageRequest(query, PAGE)
      if (pageRequest === null) return INVALID_CURSOR
      const { items: rows, ...found } = await conversationPage(db, filterOf(query, actor.userId), pageRequest)
      const items = await conversations.present(rows.map(({ id }) => id))
      return { status: 200, body: { items, page: pageRequest.page, pageSize: pageRequest.pageSize, ...found } }
    }),

    route(exportConversations, (call) => {
      async function* rows() {
        const filter = filterOf(call.query, call.actor.userId)
        for await (const batch of everyPage((pageRequest) => conversationPage(db, filter, pageRequest))) {
          yield await conversations.present(batch.map(({ id }) => id))
        }
      }
      const file = { name: 'conversations', action: 'chat.export', columns: CONVERSATION_LIST, rows: rows() } as const
      return exportList({ ...kernel, audit }, call, file)
    }),

    route(listMessagesOf, async ({ params: { userId }, query }) => {
      if (!isId(userId)) return { error: 'CONVERSATION_NOT_FOUND' }
      const [participant, state, page] = await Promise.all([
        conversations.participant(userId),
        conversations.state(userId),
        readConversation(db, 'admin', userId, query),
      ])
      if (participant === null) return { error: 'CONVERSATION_NOT_FOUND' }
      return page.ok ? { status: 200, body: { ...page.value, player: participant.player, state } } : INVALID_CURSOR
    }),

    route(answerMessage, async (call) => {
      const { actor, body, file, idempotencyRecord, now } = call
      const { userId } = call.params
      const participant = isId(userId) ? await conversations.participant(userId) : null
      if (participant === null) return { error: 'CONVERSATION_NOT_FOUND' }
      const { isVisitor } = participant
      // A visitor could not load the image, because only the session of its player can.
      if (isVisitor && file !== null) return { error: 'VISITOR_IMAGE' }
      const command = {
        userId,
        isVisitor,
        sender: 'admin',
        authorId: actor.userId,
        text: body.content ?? '',
        file,
        key: idempotencyRecord.key,
        now,
      } as const
      const sent = await sendMessage(kernel, images, command, async (tx, message, isNew) => {
        const { content, imageUrl } = message
        // The audit log is never deleted, but messages to visitors are.
        const after = isVisitor ? { characters: content.length } : { content, imageUrl }
        const subject = isVisitor ? (`visitor:${userId}` as const) : (`user:${userId}` as const)
        if (isNew)
          await audit.record(tx, { ...staffOf(call), action: 'chat.answer', subject, after }, message.createdAt)
        await idempotency.remember(tx, idempotencyRecord, sentAnswer(message))
      })
      return sent.ok ? sentAnswer(sent.value) : sendRefused(sent.error)
    }),

    route(readMessagesOf, async ({ params: { userId }, body }) => {
      if (!isId(userId) || (await conversations.participant(userId)) === null)
        return { error: 'CONVERSATION_NOT_FOUND' }
      return { status: 200, body: { unread: await markRead(kernel, 'admin', userId, body.upTo) } }
    }),

    route(listQuickReplies, async () => ({ status: 200, body: { items: await quickReplies(db) } })),

    route(addEndpoint, (call) =>
      db.transaction(async (tx) => {
        const unknown = unknownPlaceholders(call.body.content)
        if (unknown.length > 0) return placeholderRefusal(unknown)
        const added = await addQuickReply(tx, call.body, call.actor.userId, call.now)
        await recordReply(tx, call, 'chat.add-reply', { id: added.id, before: null, after: call.body }, call.now)
        return { status: 201, body: added }
      }),
    ),

    route(changeEndpoint, (call) =>
      db.transaction(async (tx) => {
        const { title, content, seen } = call.body
        const reply = { id: call.params.id, title, content }
        const unknown = unknownPlaceholders(content)
        if (unknown.length > 0) return placeholderRefusal(unknown)
        if (!isId(reply.id)) return { error: 'QUICK_REPLY_NOT_FOUND' }
        const changed = await changeQuickReply(tx, { ...reply, seen }, call.actor.userId, kernel.clock)
        if (!changed.ok) return { error: changed.error }
        const { before, at } = changed.value
        await recordReply(tx, call, 'chat.change-reply', { id: reply.id, before, after: { title, content } }, at)
        return { status: 200, body: reply }
      }),
    ),

    route(deleteEndpoint, (call) =>
      db.transaction(async (tx) => {
        const { id } = call.params
        const before = isId(id) ? await deleteQuickReply(tx, id) : null
        if (before === null) return { error: 'QUICK_REPLY_NOT_FOUND' }
        await recordReply(tx, call, 'chat.delete-reply', { id, before, after: null }, kernel.clock.now())
        return { status: 200, body: { success: true } }
      }),
    ),
  ]
}
