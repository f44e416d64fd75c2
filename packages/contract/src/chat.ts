import { type Static, Type } from 'typebox'
import { ACCOUNT_STATUSES } from '@mupiira/domain/access/capabilities.ts'
import { MAX_IMAGE_BYTES, MAX_MESSAGE_CHARACTERS } from '@mupiira/domain/chat/message.ts'
import { endpoint } from './endpoint.ts'
import { listExport } from './list-export.ts'
import { Cursor, Id, Instant, Limit, literals, nullable, numberedPage, page, PageNumber, strict } from './schemas.ts'

/** A message (DATA-28). `no` is its number within the conversation. */
export const ChatMessage = Type.Object({
  id: Id,
  /** The player or visitor of the conversation, also for messages that staff sent. */
  userId: Id,
  no: Type.Integer(),
  /** `admin`: customer care, shown as "Agent" (CHAT-03). */
  sender: literals(['user', 'admin']),
  content: Type.String(),
  imageUrl: nullable(Type.String()),
  imageWidth: nullable(Type.Integer()),
  imageHeight: nullable(Type.Integer()),
  replyTo: nullable(Id),
  createdAt: Instant,
  /**
   * The idempotency key of the message. The sender's app uses it to recognise its message in the server's confirmation.
   */
  key: Type.String(),
})
export type ChatMessage = Static<typeof ChatMessage>

/** Messages in time order; `nextCursor` leads to older messages. */
const Messages = Type.Intersect([
  page(ChatMessage),
  Type.Object({
    /** The messages that the reader has not read yet. */
    unread: Type.Integer(),
  }),
])

const content = Type.String({ maxLength: MAX_MESSAGE_CHARACTERS })
const MessageForm = Type.Object({ content: Type.Optional(content) }, strict)
const upload = { field: 'image', maxBytes: MAX_IMAGE_BYTES } as const
const SentMessage = Type.Object({ message: ChatMessage })
const MESSAGE_ERRORS = [
  'MESSAGE_EMPTY',
  'IMAGE_NOT_ACCEPTED',
  'IMAGE_BROKEN',
  'IMAGE_TOO_LARGE',
  'IMAGES_OF_TODAY',
] as const
const MessagesQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }, strict)
const UpTo = Type.Object({ upTo: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }) }, strict)
const Unread = Type.Object({ unread: Type.Integer() })

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/messages',
  summary: 'The player’s conversation with customer care: the latest messages in time order and the unread count',
  access: 'player',
  query: MessagesQuery,
  responses: { 200: Messages },
  errors: [],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages',
  summary: 'Write to customer care: a text, one image, or both',
  access: 'player',
  loginText: 'Profile ID is missing. Cannot send message.',
  idempotent: true,
  keyOptional: true,
  perMinute: 20,
  body: MessageForm,
  upload,
  responses: { 201: SentMessage },
  errors: [...MESSAGE_ERRORS, 'NOT_ALLOWED'],
})

export const readMessages = endpoint({
  method: 'POST',
  path: '/api/chat/read',
  summary: 'Mark messages of customer care as read, up to a message number',
  access: 'player',
  perMinute: 120,
  body: UpTo,
  responses: { 200: Unread },
  errors: [],
})

export const getChatImage = endpoint({
  method: 'GET',
  path: '/api/chat/images/{name}',
  summary: 'An image of a conversation, for the player and customer care',
  access: 'player',
  params: Type.Object({ name: Type.String({ maxLength: 80 }) }),
  responses: { 200: Type.String({ contentMediaType: 'image/webp' }) },
  errors: ['IMAGE_NOT_FOUND'],
})

/** A text, and the key that prevents a repeated request from sending it twice. */
const VisitorMessage = Type.Object({ content, key: Type.String({ minLength: 8, maxLength: 64 }) }, strict)

export const listVisitorMessages = endpoint({
  method: 'GET',
  path: '/api/visitor-chat/messages',
  summary: 'The conversation of a visitor who is not logged in. The first request sets the cookie that identifies it',
  access: 'public',
  perMinute: 60,
  perMinuteOfNetwork: 1_200,
  query: MessagesQuery,
  responses: { 200: Messages },
  errors: [],
})

export const sendVisitorMessage = endpoint({
  method: 'POST',
  path: '/api/visitor-chat/messages',
  summary: 'Write to customer care without logging in. Limited per network and per browser; texts only',
  access: 'public',
  perMinute: 20,
  perMinuteOfNetwork: 1_200,
  body: VisitorMessage,
  responses: { 201: SentMessage },
  errors: ['MESSAGE_EMPTY', 'VISITOR_UNKNOWN', 'CHAT_FULL'],
})

export const leaveVisitorChat = endpoint({
  method: 'DELETE',
  path: '/api/visitor-chat',
  summary: 'Forget the conversation on this device, for example in an internet café',
  access: 'public',
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: [],
})

const Assignee = Type.Object({ id: Id, name: Type.String() })

/** The assignee of a conversation, and since when its writer has waited. */
const stateProperties = {
  isOpen: Type.Boolean(),
  assignedTo: nullable(Assignee),
  /** The time of the first message that staff has not answered. */
  waitingSince: nullable(Instant),
}
export const ConversationState = Type.Object(stateProperties)
export type ConversationState = Static<typeof ConversationState>

/** A conversation in the operators' list. */
export const Conversation = Type.Object({
  ...stateProperties,
  userId: Id,
  /** True for a visitor who is not logged in, whose name and number are unknown. */
  isVisitor: Type.Boolean(),
  username: Type.String(),
  name: Type.String(),
  phoneNumber: Type.String(),
  /** Messages of the player or visitor that no operator has read. */
  unread: Type.Integer(),
  lastMessage: ChatMessage,
})
export type Conversation = Static<typeof Conversation>

const PlayerParams = Type.Object({ userId: Type.String({ maxLength: 64 }) })

const conversationFilter = {
  unread: Type.Optional(Type.Boolean()),
  /** True: only visitors who are not logged in. False: only players. */
  isVisitor: Type.Optional(Type.Boolean()),
  /** Only open or only closed conversations. */
  open: Type.Optional(Type.Boolean()),
  /** Conversations that are assigned to the reader, or not assigned. */
  assigned: Type.Optional(literals(['me', 'none'])),
}

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/admin/chat/conversations',
  summary: 'Conversations with players and visitors and their unread counts, newest first',
  access: 'admin',
  capability: 'admin:chat:read',
  query: Type.Object(
    {
      page: Type.Optional(PageNumber),
      cursor: Type.Optional(Cursor),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ...conversationFilter,
    },
    strict,
  ),
  responses: {
    200: Type.Intersect([
      numberedPage(Conversation),
      /** The number of conversations with unread messages, at most 1,000. */
      Type.Object({ waiting: Type.Integer() }),
    ]),
  },
  errors: [],
})

export const exportConversations = listExport({
  path: '/api/admin/chat/conversations',
  rows: 'conversations with players and visitors',
  capability: 'admin:chat:read',
  filter: conversationFilter,
  errors: [],
})

/** The player in a conversation with customer care. */
export const ChatPlayer = Type.Object({
  id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  phoneNumber: Type.String(),
  email: Type.String(),
  location: Type.String(),
  accountStatus: literals(ACCOUNT_STATUSES),
  balance: Type.Number(),
  createdAt: Instant,
})
export type ChatPlayer = Static<typeof ChatPlayer>

export const listMessagesOf = endpoint({
  method: 'GET',
  path: '/api/admin/chat/{userId}/messages',
  summary: 'A conversation in time order, with the player’s account; a visitor has none',
  access: 'admin',
  capability: 'admin:chat:read',
  params: PlayerParams,
  query: MessagesQuery,
  responses: {
    200: Type.Intersect([Messages, Type.Object({ player: nullable(ChatPlayer), state: ConversationState })]),
  },
  errors: ['CONVERSATION_NOT_FOUND'],
})

export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/admin/chat/{userId}/messages',
  summary: 'Answer a player with a text, one image, or both, or a visitor with a text',
  access: 'admin',
  capability: 'admin:chat:write',
  idempotent: true,
  keyOptional: true,
  perMinute: 60,
  params: PlayerParams,
  body: MessageForm,
  upload,
  responses: { 201: SentMessage },
  errors: [...MESSAGE_ERRORS, 'CONVERSATION_NOT_FOUND', 'VISITOR_IMAGE'],
})

export const readMessagesOf = endpoint({
  method: 'POST',
  path: '/api/admin/chat/{userId}/read',
  summary: 'Mark the messages of a player or visitor as read for all operators, up to a message number',
  access: 'admin',
  capability: 'admin:chat:write',
  params: PlayerParams,
  body: UpTo,
  responses: { 200: Unread },
  errors: ['CONVERSATION_NOT_FOUND'],
})

export const changeConversation = endpoint({
  method: 'PUT',
  path: '/api/admin/chat/{userId}/state',
  summary: 'Take, transfer, release, close or reopen a conversation',
  access: 'admin',
  capability: 'admin:chat:write',
  params: PlayerParams,
  body: Type.Object(
    {
      isOpen: Type.Boolean(),
      assignedTo: nullable(Id),
      /** The displayed state. The request is rejected if it has changed since. */
      seen: Type.Object({ isOpen: Type.Boolean(), assignedTo: nullable(Id) }, strict),
    },
    strict,
  ),
  responses: { 200: ConversationState },
  errors: ['CONVERSATION_NOT_FOUND', 'CONVERSATION_CHANGED', 'ASSIGNEE_UNKNOWN'],
})

export const listCareStaff = endpoint({
  method: 'GET',
  path: '/api/admin/chat/staff',
  summary: 'The members of staff who can answer conversations',
  access: 'admin',
  capability: 'admin:chat:read',
  responses: { 200: Type.Object({ items: Type.Array(Assignee) }) },
  errors: [],
})

const caseFigures = {
  opened: Type.Integer(),
  answered: Type.Integer(),
  closed: Type.Integer(),
  /** Median and 90th percentile from the first message to the first answer. */
  firstAnswerSeconds: nullable(Type.Number()),
  slowAnswerSeconds: nullable(Type.Number()),
  /** Median from the first message to the closing. */
  resolutionSeconds: nullable(Type.Number()),
}

export const CareReport = Type.Object({
  total: Type.Object(caseFigures),
  /** By the day of the first message, newest first. Days without cases are absent. */
  days: Type.Array(Type.Object({ day: Type.String(), ...caseFigures })),
  /** How many of the cases each member of staff closed. */
  staff: Type.Array(Type.Object({ name: Type.String(), closed: Type.Integer() })),
})
export type CareReport = Static<typeof CareReport>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in Kampala, YYYY-MM-DD' })

export const getCareReport = endpoint({
  method: 'GET',
  path: '/api/admin/chat/report',
  summary: 'Times to the first answer and to the closing of conversations, by default for the last 30 days',
  access: 'admin',
  capability: 'admin:chat:read',
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }, strict),
  responses: { 200: CareReport },
  errors: [],
})

export const QuickReply = Type.Object({ id: Id, title: Type.String(), content: Type.String() })
export type QuickReply = Static<typeof QuickReply>
const QuickReplyFields = {
  title: Type.String({ minLength: 1, maxLength: 60 }),
  content: Type.String({ minLength: 1, maxLength: MAX_MESSAGE_CHARACTERS }),
}
const QuickReplyId = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const listQuickReplies = endpoint({
  method: 'GET',
  path: '/api/admin/quick-replies',
  summary: 'Quick replies, by title',
  access: 'admin',
  capability: 'admin:chat:read',
  responses: { 200: Type.Object({ items: Type.Array(QuickReply) }) },
  errors: [],
})

export const addQuickReply = endpoint({
  method: 'POST',
  path: '/api/admin/quick-replies',
  summary: 'Add a quick reply for all operators',
  access: 'admin',
  capability: 'admin:chat:write',
  body: Type.Object(QuickReplyFields, strict),
  responses: { 201: QuickReply },
  errors: ['PLACEHOLDER_UNKNOWN'],
})

export const changeQuickReply = endpoint({
  method: 'PUT',
  path: '/api/admin/quick-replies/{id}',
  summary: 'Change a quick reply',
  access: 'admin',
  capability: 'admin:chat:write',
  params: QuickReplyId,
  /** `seen`: the texts when the form was opened. */
  body: Type.Object(
    { ...QuickReplyFields, seen: Type.Optional(Type.Object({ title: Type.String(), content: Type.String() }, strict)) },
    strict,
  ),
  responses: { 200: QuickReply },
  errors: ['QUICK_REPLY_NOT_FOUND', 'QUICK_REPLY_CHANGED', 'PLACEHOLDER_UNKNOWN'],
})

export const deleteQuickReply = endpoint({
  method: 'DELETE',
  path: '/api/admin/quick-replies/{id}',
  summary: 'Delete a quick reply',
  access: 'admin',
  capability: 'admin:chat:write',
  params: QuickReplyId,
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
  errors: ['QUICK_REPLY_NOT_FOUND'],
})
