import {
  type AdminNotice,
  exportNotices,
  listNotices as listEndpoint,
  postNotice,
  withdrawNotice,
} from '@mupiira/contract/admin-notices.ts'
import { NOTICE_LIST } from '@mupiira/contract/list-columns.ts'
import { MAX_NOTICES, MAX_NOTICE_CHARACTERS } from '@mupiira/domain/notices/notice.ts'
import { cursorPage, INVALID_CURSOR } from '../../../kernel/http/input/cursor-page.ts'
import { type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { Notices } from './notices.ts'
import { countNotices, type ListedNotice, listNotices } from './notices.repository.ts'

const PAGE = 20
const LIMITS: { readonly [code: string]: { readonly most: number } } = {
  NOTICE_TOO_LONG: { most: MAX_NOTICE_CHARACTERS },
  NOTICES_FULL: { most: MAX_NOTICES },
}

/** Notices to all players (NOTE-13). */
export const noticeRoutes = (
  { clock, db, idempotency }: Pick<Kernel, 'clock' | 'db' | 'idempotency'>,
  { audit, notices }: { readonly audit: Audit['commands']; readonly notices: Notices },
): readonly Route[] => [
  route(listEndpoint, async ({ query: { page = 1, pageSize = PAGE, cursor: after = null, sort } }) => {
    if (after !== null && !isId(after)) return INVALID_CURSOR
    const offset = after === null ? (page - 1) * pageSize : 0
    const [listed, total] = await Promise.all([
      listNotices(db, { after, limit: pageSize + 1, offset }, sort === 'date'),
      countNotices(db),
    ])
    const { items, nextCursor } = cursorPage(listed, pageSize)
    const hasMore = nextCursor !== null
    return { status: 200, body: { items: items.map(present), page, pageSize, total, hasMore, nextCursor } }
  }),

  route(exportNotices, async (call) => {
    // There are at most 50 notices.
    const all = await listNotices(db, { after: null, limit: MAX_NOTICES, offset: 0 }, call.query.sort === 'date')
    const file = { name: 'notices', action: 'notice.export', columns: NOTICE_LIST, rows: [all.map(present)] } as const
    return exportList({ clock, db, audit }, call, file)
  }),

  route(postNotice, (call) =>
    db.transaction(async (tx): Promise<Outcome<typeof postNotice>> => {
      const { message, priority = 'medium', actionUrl: link = '' } = call.body
      const posted = await notices.post(tx, { message, priority, link }, call.now)
      if (!posted.ok) return { error: posted.error, details: LIMITS[posted.error] ?? {} }
      const { id, actionUrl } = posted.value
      const after = { message: posted.value.message, priority, actionUrl }
      await audit.record(tx, { ...staffOf(call), action: 'notice.post', subject: `notice:${id}`, after }, call.now)
      const answer = { status: 201, body: present({ ...posted.value, shown: 0 }) } as const
      await idempotency.remember(tx, call.idempotencyRecord, answer)
      return answer
    }),
  ),

  route(withdrawNotice, (call) =>
    db.transaction(async (tx) => {
      const { id } = call.params
      const withdrawn = isId(id) ? await notices.withdraw(tx, id) : null
      if (withdrawn === null || !withdrawn.ok) return { error: 'NOTICE_NOT_FOUND' }
      const action = { action: 'notice.withdraw', subject: `notice:${id}`, before: withdrawn.value } as const
      await audit.record(tx, { ...staffOf(call), ...action }, call.now)
      return { status: 200, body: { success: true } }
    }),
  ),
]

const present = ({ id, message, priority, actionUrl, createdAt, shown }: ListedNotice): AdminNotice => ({
  id,
  message,
  priority,
  actionUrl,
  shown,
  createdAt: createdAt.toISOString(),
})
