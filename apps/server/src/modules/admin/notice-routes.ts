import { type AdminNotice, listNotices, postNotice, takeNoticeBack } from '@mupiira/contract/admin-notices.ts'
import { MOST_NOTICES, NOTICE_MOST_CHARACTERS } from '@mupiira/domain/notices/notice.ts'
import { isId } from '../../kernel/ids.ts'
import { type Outcome, type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { ListedNotice, Notifications } from '../notifications/index.ts'
import { staffOf } from '../../kernel/http/staff.ts'

export type NoticeDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly notifications: Pick<Notifications, 'notices'>
}

const PAGE = 20
const MOST: { readonly [code: string]: { readonly most: number } } = {
  NOTICE_TOO_LONG: { most: NOTICE_MOST_CHARACTERS },
  NOTICES_FULL: { most: MOST_NOTICES },
}

/** Notices to all players (NOTE-13). */
export const noticeRoutes = (
  { db, idempotency }: Pick<Kernel, 'db' | 'idempotency'>,
  { audit, notifications: { notices } }: NoticeDeps,
): readonly Route[] => [
  route(listNotices, async ({ query: { page = 1, pageSize = PAGE } }) => {
    const { notices: found, total } = await notices.list(page, pageSize)
    const hasMore = page * pageSize < total
    return { status: 200, body: { items: found.map(present), page, pageSize, total, hasMore } }
  }),

  route(postNotice, (call) =>
    db.transaction(async (tx): Promise<Outcome<typeof postNotice>> => {
      const { message, priority = 'medium', actionUrl: link = '' } = call.body
      const posted = await notices.post(tx, { message, priority, link }, call.now)
      if (!posted.ok) return { error: posted.error, details: MOST[posted.error] ?? {} }
      const { id, actionUrl } = posted.value
      const after = { message: posted.value.message, priority, actionUrl }
      await audit.record(tx, { ...staffOf(call), action: 'notice.post', subject: `notice:${id}`, after }, call.now)
      const answer = { status: 201, body: present({ ...posted.value, shown: 0 }) } as const
      await idempotency.remember(tx, call.slot, answer)
      return answer
    }),
  ),

  route(takeNoticeBack, (call) =>
    db.transaction(async (tx) => {
      const { id } = call.params
      const before = isId(id) ? await notices.takeBack(tx, id) : null
      if (before === null) return { error: 'NOTICE_NOT_FOUND' }
      const staffAction = { action: 'notice.take-back', subject: `notice:${id}`, before } as const
      await audit.record(tx, { ...staffOf(call), ...staffAction }, call.now)
      return { status: 200, body: { success: true } }
    }),
  ),
]

const present = ({ id, message, priority, actionUrl, createdAt, shown }: ListedNotice): AdminNotice => ({
  ...{ id, message, priority, actionUrl, shown },
  createdAt: createdAt.toISOString(),
})
