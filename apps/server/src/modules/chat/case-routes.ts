import { changeConversation, getCareReport, listCareStaff } from '@mupiira/contract/chat.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import { staffOf } from '../../kernel/access/staff.ts'
import { invalidDay, readDays } from '../../kernel/http/input/day-range.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Identity } from '../identity/index.ts'
import { type CaseState, caseReport, closersOf, lockState, saveState } from './cases.repository.ts'
import { unreadOf } from './chat.repository.ts'
import { type Conversations, presentState } from './conversations.ts'

type CaseDeps = {
  readonly audit: Audit['commands']
  readonly conversations: Conversations
  readonly profiles: Identity['profiles']
  readonly staff: Identity['staff']
}

const REPORTED_DAYS = 30
/** A longer report would read too many cases at once. */
const MAX_DAYS = 366

const PERIOD_REFUSED = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'from', message: `must be at most ${MAX_DAYS} days before the last day` }],
} as const

/** The state and the assignee of a conversation, and the report about cases. */
export const caseRoutes = (
  { clock, db, outbox }: Pick<Kernel, 'clock' | 'db' | 'outbox'>,
  { audit, conversations, profiles, staff }: CaseDeps,
): readonly Route[] => {
  /** The members of staff who can answer. */
  const holders = (tx: Tx) => staff.holders(tx, ['admin:chat:write'], { former: null, mustUseSecondFactor: false })
  return [
    route(changeConversation, async (call) => {
      const { params, body, actor } = call
      const { userId } = params
      const participant = isId(userId) ? await conversations.participant(userId) : null
      if (participant === null) return { error: 'CONVERSATION_NOT_FOUND' }
      const changed = await db.transaction(async (tx) => {
        if (body.assignedTo !== null && !(await holders(tx)).includes(body.assignedTo)) return err('ASSIGNEE_UNKNOWN')
        const before = await lockState(tx, userId)
        if (before === null) return err('CONVERSATION_NOT_FOUND')
        if (before.isOpen !== body.seen.isOpen || before.assignedTo !== body.seen.assignedTo)
          return err('CONVERSATION_CHANGED')
        const after: CaseState = {
          isOpen: body.isOpen,
          // A closed conversation is not assigned, because the next message opens it for all staff.
          assignedTo: body.isOpen ? body.assignedTo : null,
          waitingSince: body.isOpen ? before.waitingSince : null,
        }
        if (after.isOpen !== before.isOpen || after.assignedTo !== before.assignedTo) {
          const now = clock.now()
          await saveState(tx, userId, { before, after, by: actor.userId, now })
          const entry = {
            action: after.isOpen === before.isOpen ? 'chat.assign' : after.isOpen ? 'chat.reopen' : 'chat.close',
            subject: participant.isVisitor ? (`visitor:${userId}` as const) : (`user:${userId}` as const),
            before: { open: before.isOpen, assignedTo: before.assignedTo },
            after: { open: after.isOpen, assignedTo: after.assignedTo },
          } as const
          await audit.record(tx, { ...staffOf(call), ...entry }, now)
          const unread = (await unreadOf(tx, 'admin', [userId])).get(userId) ?? 0
          await outbox.appendEvents(tx, [{ type: 'chat-read', userId, data: { side: 'admin', unread } }])
        }
        return ok(after)
      })
      if (!changed.ok) return { error: changed.error }
      const after = changed.value
      const names = await profiles.fullNames(after.assignedTo === null ? [] : [after.assignedTo])
      return { status: 200, body: presentState(after, names) }
    }),

    route(listCareStaff, async () => {
      const names = await profiles.fullNames(await db.transaction((tx) => holders(tx)))
      const items = [...names].map(([id, name]) => ({ id, name }))
      return { status: 200, body: { items: items.toSorted((a, b) => a.name.localeCompare(b.name)) } }
    }),

    route(getCareReport, async ({ query, now }) => {
      const days = readDays(query)
      if ('wrong' in days) return invalidDay(days)
      const until = days.until ?? new Date(now.getTime() + DAY_MS)
      const from = days.from ?? new Date(until.getTime() - REPORTED_DAYS * DAY_MS)
      if (until <= from || until.getTime() - from.getTime() > MAX_DAYS * DAY_MS) return PERIOD_REFUSED
      const [rows, closers] = await Promise.all([caseReport(db, { from, until }), closersOf(db, { from, until })])
      const names = await profiles.fullNames(closers.map(({ staff }) => staff))
      const [total = { day: null, ...NOTHING }, ...byDay] = rows
      const { day: _all, ...figures } = total
      return {
        status: 200,
        body: {
          total: figures,
          days: byDay.map(({ day, ...ofDay }) => ({ day: day ?? '', ...ofDay })),
          staff: closers.map(({ staff, closed }) => ({ name: names.get(staff) ?? '', closed })),
        },
      }
    }),
  ]
}

const NOTHING = {
  opened: 0,
  answered: 0,
  closed: 0,
  firstAnswerSeconds: null,
  slowAnswerSeconds: null,
  resolutionSeconds: null,
}
