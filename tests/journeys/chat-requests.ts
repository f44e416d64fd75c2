import type { OperationKey } from '@mupiira/contract/operations.ts'
import type { RequestInput } from '../support/client.ts'
import type { Player } from '../support/player.ts'

const NO_SUCH_ID = '01900000-0000-7000-8000-000000000000'

/** The operations of both sides of customer care. */
type ChatOperation = Extract<
  OperationKey,
  `${string}/api/${'admin/' | ''}${'chat' | 'visitor-chat' | 'quick-replies'}${string}`
>

type ChatFixture = { readonly owner: Player; readonly imageName: string }

/** For each of them one valid request of the owner. */
export const CHAT_REQUESTS: { readonly [K in ChatOperation]: (fixture: ChatFixture) => RequestInput<K> } = {
  'POST /api/visitor-chat/messages': () => ({ body: { content: 'I cannot log in', key: 'key-of-a-visitor' } }),
  'GET /api/visitor-chat/messages': () => ({ query: { limit: 10 } }),
  'DELETE /api/visitor-chat': () => ({}),
  'GET /api/chat/messages': () => ({ query: { limit: 10 } }),
  'POST /api/chat/messages': () => ({ body: { content: 'My deposit is missing' } }),
  'POST /api/chat/read': () => ({ body: { upTo: 1 } }),
  'GET /api/chat/images/{name}': ({ imageName }) => ({ params: { name: imageName } }),
  'GET /api/admin/chat/conversations': () => ({ query: { page: 1, pageSize: 10 } }),
  'GET /api/admin/chat/conversations/export': () => ({ query: { format: 'xlsx' as const } }),
  'GET /api/admin/chat/{userId}/messages': ({ owner }) => ({ params: { userId: owner.userId } }),
  'POST /api/admin/chat/{userId}/messages': ({ owner }) => ({
    params: { userId: owner.userId },
    body: { content: 'We look into it' },
  }),
  'PUT /api/admin/chat/{userId}/state': ({ owner }) => ({
    params: { userId: owner.userId },
    body: { isOpen: false, assignedTo: null, seen: { isOpen: true, assignedTo: null } },
  }),
  'GET /api/admin/chat/staff': () => ({}),
  'GET /api/admin/chat/report': () => ({ query: { from: '2026-11-01' } }),
  'GET /api/admin/chat/{userId}/card': ({ owner }) => ({ params: { userId: owner.userId } }),
  'POST /api/admin/chat/{userId}/read': ({ owner }) => ({ params: { userId: owner.userId }, body: { upTo: 1 } }),
  'GET /api/admin/quick-replies': () => ({}),
  'POST /api/admin/quick-replies': () => ({ body: { title: 'Welcome', content: 'Welcome back' } }),
  'PUT /api/admin/quick-replies/{id}': () => ({
    params: { id: NO_SUCH_ID },
    body: { title: 'Welcome', content: 'Welcome back' },
  }),
  'DELETE /api/admin/quick-replies/{id}': () => ({ params: { id: NO_SUCH_ID } }),
}
