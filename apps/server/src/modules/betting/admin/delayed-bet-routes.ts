import {
  type AdminDelayedBet,
  countDelayedBets,
  exportDelayedBets,
  listAllDelayedBets,
} from '@mupiira/contract/admin-delayed-bets.ts'
import { DELAYED_BET_LIST } from '@mupiira/contract/list-columns.ts'
import type { GameMoment } from '@mupiira/domain/in-play/delayed-bet.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { invalidDay, readDays } from '../../../kernel/http/input/day-range.ts'
import { type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import { everyPage, type PageRequest } from '../../../kernel/db/list-page.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import { findAccounts, type Identity, presentAccount, presentSearchRefusal } from '../../identity/index.ts'
import { delayedBetCounts, type DelayedBetFilter, delayedBetsOnPage } from '../delayed-bets/bet-list.repository.ts'
import type { DelayedBetRow } from '../delayed-bets/delayed-bets.repository.ts'
import { presentDelayedBet } from '../delayed-bets/present-delayed-bet.ts'
import { INVALID_GAME } from './ticket-routes.ts'

export type DelayedBetDeps = { readonly audit: Audit['commands']; readonly profiles: Identity['profiles'] }

type ListQuery = {
  readonly state?: DelayedBetFilter['state'] | undefined
  readonly reason?: DelayedBetFilter['reason'] | undefined
  readonly q?: string | undefined
  readonly user?: string | undefined
  readonly game?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The bets on live games for the console, with the reasons of rejections. */
export function delayedBetRoutes(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  { audit, profiles }: DelayedBetDeps,
): readonly Route[] {
  const { db } = kernel
  async function filterOf(query: ListQuery): Promise<DelayedBetFilter | Refusal<'INVALID_FIELDS' | 'SEARCH_TOO_WIDE'>> {
    const days = readDays(query)
    if ('wrong' in days) return invalidDay(days)
    if (query.game !== undefined && !isId(query.game)) return INVALID_GAME
    const found = await findAccounts({ profiles }, query)
    if (!found.ok) return presentSearchRefusal(found.error)
    const { state = null, reason = null } = query
    return { state, reason, ...days, userIds: found.value?.userIds ?? null, game: query.game ?? null }
  }

  async function readPage(filter: DelayedBetFilter, pageRequest: PageRequest, now: Date) {
    const { items: rows, ...found } = await delayedBetsOnPage(db, filter, pageRequest)
    const accounts = await profiles.byIds([...new Set(rows.map(({ userId }) => userId))])
    return {
      items: rows.map((row) => ({ ...present(row, now), user: presentAccount(accounts.get(row.userId)) })),
      ...found,
    }
  }

  return [
    route(listAllDelayedBets, async ({ query, now }) => {
      const filter = await filterOf(query)
      if ('error' in filter) return filter
      const pageRequest = readPageRequest(query, PAGE)
      if (pageRequest === null) return INVALID_CURSOR
      const { page, pageSize } = pageRequest
      return { status: 200, body: { page, pageSize, ...(await readPage(filter, pageRequest, now)) } }
    }),

    route(countDelayedBets, async ({ query }) => {
      const filter = await filterOf(query)
      if ('error' in filter) return filter
      return { status: 200, body: { counts: await delayedBetCounts(db, filter) } }
    }),

    route(exportDelayedBets, async (call) => {
      const filter = await filterOf(call.query)
      if ('error' in filter) return filter
      const rows = everyPage((pageRequest) => readPage(filter, pageRequest, call.now), call.query.sort)
      const file = { name: 'live-bets', action: 'bet.export-live', columns: DELAYED_BET_LIST, rows } as const
      return exportList({ ...kernel, audit }, call, file)
    }),
  ]
}

const PAGE = 10

function present(row: DelayedBetRow, now: Date): Omit<AdminDelayedBet, 'user'> {
  const { userId, atRequest, atDecision } = row
  const nameOf = new Map(atRequest.legs.map(({ gameId, match }) => [gameId, match]))
  return {
    ...presentDelayedBet(row, now),
    userId,
    games: Object.entries(atRequest.games).map(([gameId, request]) => {
      const decision = atDecision?.games[gameId]
      return {
        gameId,
        match: nameOf.get(gameId) ?? '',
        request: presentMoment(request),
        decision: decision === undefined ? null : presentMoment(decision),
      }
    }),
  }
}

const presentMoment = (moment: GameMoment): AdminDelayedBet['games'][number]['request'] => ({
  minute: moment.minute,
  homeScore: moment.score.home,
  awayScore: moment.score.away,
  lastEvent: lastEventOf(moment),
  reportedAt: moment.reportedAt,
})

/** ISO texts in UTC sort by time. */
function lastEventOf({ lastGoalAt, lastIncidentAt }: GameMoment) {
  if (lastGoalAt === null && lastIncidentAt === null) return null
  const isGoal = (lastGoalAt ?? '') >= (lastIncidentAt ?? '')
  return { kind: isGoal ? ('goal' as const) : ('incident' as const), at: (isGoal ? lastGoalAt : lastIncidentAt) ?? '' }
}
