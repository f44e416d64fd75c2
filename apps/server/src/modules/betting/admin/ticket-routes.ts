import { nameOf } from '@mupiira/domain/identity/registration.ts'
import {
  cancelTicket,
  exportTickets,
  getTicketFile,
  listAllTickets,
  type TicketFile,
  ticketTotals,
} from '@mupiira/contract/admin-tickets.ts'
import { BET_LIST } from '@mupiira/contract/list-columns.ts'
import { listUserTickets } from '@mupiira/contract/user-file.ts'
import { type Ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { everyPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import type { TicketHistory } from '../history/ticket-history.ts'
import type { TicketFilter } from '../history/ticket-list.repository.ts'
import type { Identity } from '../../identity/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import type { createTicketCancellation } from './cancel-ticket.ts'
import { invalidDay, readDays } from '../../../kernel/http/input/day-range.ts'
import { findAccounts, presentAccount, presentSearchRefusal } from '../../identity/index.ts'
import { presentEntry } from '../../wallet/index.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

export type TicketDeps = {
  readonly audit: Audit['commands']
  readonly history: TicketHistory
  readonly profiles: Identity['profiles']
  readonly ledger: Wallet['ledger']
  /** The changes of a ticket's auto cashout, oldest first. */
  readonly cashoutRuleChanges: (ticketId: string) => Promise<readonly CashoutRuleChange[]>
}

type CashoutRuleChange = {
  readonly action: TicketFile['cashoutRules'][number]['action']
  readonly target: Ugx
  readonly percent: number
  readonly paid: Ugx | null
  readonly at: Date
}

const PAGE = 10
/** The prescribed default reason. */
const NO_REASON = 'Admin cancelled ticket'

export const INVALID_GAME = {
  error: 'INVALID_FIELDS',
  errors: [{ path: 'game', message: 'is not the id of a game' }],
} as const

export function ticketRoutes(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  deps: TicketDeps,
  cancelTicketFor: ReturnType<typeof createTicketCancellation>,
): readonly Route[] {
  const { history, ledger, profiles } = deps

  type TicketListQuery = {
    readonly status?: TicketFilter['status'] | undefined
    readonly q?: string | undefined
    readonly user?: string | undefined
    readonly game?: string | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  }
  async function filterOf(
    query: TicketListQuery,
  ): Promise<TicketFilter | Refusal<'INVALID_FIELDS' | 'SEARCH_TOO_WIDE'>> {
    const days = readDays(query)
    if ('wrong' in days) return invalidDay(days)
    if (query.game !== undefined && !isId(query.game)) return INVALID_GAME
    const found = await findAccounts({ profiles }, query)
    if (!found.ok) return presentSearchRefusal(found.error)
    const accounts = found.value
    const search = accounts === null ? null : { codeBeginsWith: codeIn(accounts.text), userIds: accounts.userIds }
    return { status: query.status ?? null, ...days, search, game: query.game ?? null }
  }

  async function readPage(filter: TicketFilter, pageRequest: PageRequest) {
    const { items: tickets, ...found } = await history.page(filter, pageRequest)
    const accounts = await profiles.byIds([...new Set(tickets.map(({ userId }) => userId))])
    return {
      items: tickets.map((ticket) => ({ ...ticket, user: presentAccount(accounts.get(ticket.userId)) })),
      ...found,
    }
  }

  async function pageOf(filter: TicketFilter, pageRequest: PageRequest | null) {
    if (pageRequest === null) return INVALID_CURSOR
    const { page, pageSize } = pageRequest
    return { status: 200, body: { page, pageSize, ...(await readPage(filter, pageRequest)) } } as const
  }

  return [
    route(listAllTickets, async ({ query }) => {
      const filter = await filterOf(query)
      return 'error' in filter ? filter : pageOf(filter, readPageRequest(query, PAGE))
    }),

    route(listUserTickets, async ({ params: { id }, query }) => {
      if (!isId(id) || (await profiles.byId(id)) === null) return { error: 'USER_NOT_FOUND' }
      const search = { codeBeginsWith: null, userIds: [id] }
      return pageOf(
        { status: query.status ?? null, from: null, until: null, search, game: null },
        readPageRequest(query, PAGE),
      )
    }),

    route(exportTickets, async (call) => {
      const filter = await filterOf(call.query)
      if ('error' in filter) return filter
      const rows = everyPage((pageRequest) => readPage(filter, pageRequest), call.query.sort)
      const file = { name: 'bet-history', action: 'bet.export', columns: BET_LIST, rows } as const
      return exportList({ ...kernel, audit: deps.audit }, call, file)
    }),

    route(ticketTotals, async ({ query }) => {
      const days = readDays(query)
      if ('wrong' in days) return invalidDay(days)
      const found = await history.byDay(days.from, days.until)
      const shown = found.map(({ day, status, tickets, stakeUgx, payoutUgx }) => {
        return { day, status, tickets, stake: ugxToNumber(stakeUgx), payout: ugxToNumber(payoutUgx) }
      })
      return { status: 200, body: { days: shown } }
    }),

    route(getTicketFile, async ({ params }) => {
      const record = isId(params.id) ? await history.record(params.id) : null
      if (record === null) return { error: 'TICKET_NOT_FOUND' }
      const { ticket, client, address, cancellation } = record
      const [accounts, entries, rules] = await Promise.all([
        profiles.byIds([ticket.userId, ...(cancellation === null ? [] : [cancellation.actorId])]),
        ledger.entriesOf(ticket.id),
        deps.cashoutRuleChanges(ticket.id),
      ])
      const actor = cancellation === null ? undefined : accounts.get(cancellation.actorId)
      const cancelled =
        cancellation === null
          ? null
          : {
              by: actor === undefined ? '' : nameOf(actor),
              reason: cancellation.reason,
              refund: ugxToNumber(cancellation.refund),
              at: cancellation.createdAt.toISOString(),
            }
      const user = presentAccount(accounts.get(ticket.userId))
      const cashoutRules = rules.map(({ action, target, percent, paid, at }) => ({
        action,
        target: ugxToNumber(target),
        percent,
        paid: paid === null ? null : ugxToNumber(paid),
        at: at.toISOString(),
      }))
      const shownEntries = entries.map(presentEntry)
      const body = { ticket, user, client, address, entries: shownEntries, cancellation: cancelled, cashoutRules }
      return { status: 200, body }
    }),

    route(cancelTicket, async (call) => {
      const { params, body } = call
      if (!isId(params.id)) return { error: 'TICKET_NOT_FOUND' }
      const reason = body.reason?.trim() || NO_REASON
      const request = { ticketId: params.id, reason, by: staffOf(call) }
      const cancelled = await kernel.db.transaction((tx) => cancelTicketFor(tx, request))
      if (!cancelled.ok) return { error: cancelled.error }
      const { refundUgx, approvalId } = cancelled.value
      const answer = { success: true, refundAmount: ugxToNumber(refundUgx), approvalId } as const
      return approvalId === null ? { status: 200, body: answer } : { status: 202, body: answer }
    }),
  ]
}

/** A text that may be the start of a booking code; shorter texts match too many. */
const codeIn = (text: string): string | null => (/^[a-z\d]{3,12}$/i.test(text) ? text.toUpperCase() : null)
