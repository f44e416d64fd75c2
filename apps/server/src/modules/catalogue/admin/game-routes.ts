import { exportGames, listAdminGames, type ListedGame } from '@mupiira/contract/admin-game-list.ts'
import { createAdminGame, deleteAdminGame, getAdminGame } from '@mupiira/contract/admin-games.ts'
import { type Offer, previewOffer } from '@mupiira/contract/admin-offer.ts'
import { GAME_LIST } from '@mupiira/contract/list-columns.ts'
import { type Ugx, ugxToNumber, ZERO } from '@mupiira/domain/money/ugx.ts'
import type { MatchOdds } from '@mupiira/domain/pricing/types.ts'
import { everyPage } from '../../../kernel/db/list-page.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import { INVALID_CURSOR, readPageRequest } from '../../../kernel/http/input/cursor-page.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type Audit, exportList } from '../../audit/index.ts'
import { type BaseOddsRisk, hasOdds, NEW_GAME } from '../games/base-odds.ts'
import type { GameRow } from '../games/game-row.ts'
import { gamesById } from '../games/games.repository.ts'
import { deleteUnusedGame } from './delete-game.ts'
import { faultsOfForm, readGameForm } from './game-form.ts'
import { describeForm } from './game-in-words.ts'
import { listForAdmin } from './admin-games.repository.ts'
import { gamesWithOpenTickets, type OpenOn, waitingGames } from './game-tasks.ts'
import { createGame } from './manual-games.ts'
import { hundredthsOf, refusedOddsText, showGame, type ShowGameDeps, showGames, warningOf } from './present-game.ts'

export type GameAdminDeps = ShowGameDeps & {
  readonly audit: Audit['commands']
  /** The open bets on games, for the audit log. */
  openBetsOn(sql: Sql, gameIds: readonly string[]): Promise<object>
  gamesWithOpenLegs(sql: Sql): Promise<string[]>
  /** The figures of the games with open tickets; null before they are known. */
  openFigures(): Promise<ReadonlyMap<string, { readonly stakeUgx: Ugx; readonly worstCaseUgx: Ugx }> | null>
  /** The prices of a game with these odds before its start. */
  offerAt(odds: MatchOdds, sport: GameRow['sport']): Offer | null
  baseOddsRisk: BaseOddsRisk
}

type RouteKernel = Pick<Kernel, 'clock' | 'db' | 'outbox'>

const PAGE = 20

/**
 * The games of the console: their list, creation and deletion (ADMG). Changes that may decide bets are routes of
 * settlement.
 */
export function gameRoutes(kernel: RouteKernel, deps: GameAdminDeps): readonly Route[] {
  const openOn = gamesWithOpenTickets(kernel.db, deps.gamesWithOpenLegs)
  return [
    route(listAdminGames, (call) => list(kernel, deps, openOn, call)),
    route(exportGames, (call) => {
      const rows = everyGame(kernel, deps, openOn, call)
      const file = { name: 'games', action: 'game.export', columns: GAME_LIST, rows } as const
      return exportList({ ...kernel, audit: deps.audit }, call, file)
    }),
    route(getAdminGame, async ({ params, now }) => {
      const [game] = isId(params.id) ? await gamesById(kernel.db, [params.id]) : []
      if (game === undefined) return { error: 'GAME_NOT_FOUND' }
      return { status: 200, body: await showGame(kernel.db, deps, game, now) }
    }),
    route(previewOffer, async ({ query }) => {
      const { sport = 'soccer', home, away, draw, over25, under25 } = query
      const totals = over25 === undefined || under25 === undefined ? {} : { over25, under25 }
      // As in the form, odds of 1.00 or less mean no odds.
      const drawn = draw !== undefined && hundredthsOf(draw) !== null ? draw : null
      return { status: 200, body: { offered: deps.offerAt({ home, draw: drawn, away, ...totals }, sport) } }
    }),
    route(createAdminGame, (call) => create(kernel, deps, call)),
    route(deleteAdminGame, (call) => remove(kernel, deps, call)),
  ]
}

async function list(
  { db }: RouteKernel,
  deps: GameAdminDeps,
  openOn: OpenOn,
  { query, now }: Call<typeof listAdminGames>,
): Promise<Outcome<typeof listAdminGames>> {
  const { page = 1, pageSize = PAGE, status = null } = query
  const found = await waitingGames(db, openOn, query, now)
  if (found !== null) {
    const waiting = sortedGames(found, query.sort)
    const items = await listed(db, deps, waiting.slice((page - 1) * pageSize, page * pageSize), now)
    const total = waiting.length
    return { status: 200, body: { items, page, pageSize, total, hasMore: page * pageSize < total } }
  }
  const text = query.q?.trim() || null
  const pageRequest = readPageRequest(query, PAGE)
  if (pageRequest === null) return INVALID_CURSOR
  const { items: games, ...counts } = await listForAdmin(db, { text, status }, pageRequest)
  return { status: 200, body: { items: await listed(db, deps, games, now), page, pageSize, ...counts } }
}

/** The games of the list in batches. The order by schedule has no cursor, so files have that of creation instead. */
async function* everyGame(
  { db }: RouteKernel,
  deps: GameAdminDeps,
  openOn: OpenOn,
  { query, now }: Call<typeof exportGames>,
): AsyncGenerator<ListedGame[]> {
  const { status = null, sort } = query
  const waiting = await waitingGames(db, openOn, query, now)
  if (waiting !== null) {
    yield await listed(db, deps, sortedGames(waiting, sort), now)
    return
  }
  const filter = { text: query.q?.trim() || null, status }
  const order = sort?.endsWith('schedule') ? undefined : sort
  for await (const games of everyPage((pageRequest) => listForAdmin(db, filter, pageRequest), order)) {
    yield await listed(db, deps, games, now)
  }
}

async function listed(
  db: Sql,
  deps: Pick<GameAdminDeps, 'gamesWithBets' | 'offered' | 'openFigures'>,
  games: readonly GameRow[],
  now: Date,
): Promise<ListedGame[]> {
  const [shown, figures] = await Promise.all([showGames(db, deps, games, now), deps.openFigures()])
  return shown.map((game) => {
    const open = figures === null ? null : (figures.get(game.id) ?? NO_TICKETS)
    return {
      ...game,
      openStakes: open === null ? null : ugxToNumber(open.stakeUgx),
      worstCase: open === null ? null : ugxToNumber(open.worstCaseUgx),
    }
  })
}

const NO_TICKETS = { stakeUgx: ZERO, worstCaseUgx: ZERO }

/** Waiting games, the earliest start first by default. */
function sortedGames(
  games: readonly GameRow[],
  sort: Call<typeof listAdminGames>['query']['sort'],
): readonly GameRow[] {
  if (sort === undefined || sort.endsWith('schedule')) return games
  const timeOf = ({ startTime, createdAt }: GameRow) => (sort.endsWith('start') ? startTime : createdAt).getTime()
  const inOrder = games.toSorted((a, b) => timeOf(a) - timeOf(b))
  return sort.startsWith('-') ? inOrder.toReversed() : inOrder
}

/**
 * Creates a game. Whatever the form contains, it is upcoming and has no score. Odds with a risk are not saved: the form
 * of the game then asks for a second approver.
 */
async function create(
  { db, outbox }: RouteKernel,
  deps: GameAdminDeps,
  call: Call<typeof createAdminGame>,
): Promise<Outcome<typeof createAdminGame>> {
  const read = readGameForm(call.body)
  if (!read.ok) return { error: read.error }
  const { game, odds, goals } = read.value
  const errors = faultsOfForm(call.body, game, call.now)
  if (errors.length > 0) return { error: 'INVALID_FIELDS', errors }
  if (hasOdds(odds) && !may(call.actor, 'admin:odds:edit')) return { error: 'NOT_ALLOWED' }
  const risk = await deps.baseOddsRisk({ ...game, id: NEW_GAME }, { before: null, after: odds })
  const created = await db.transaction(async (tx) => {
    const row = await createGame(
      outbox,
      tx,
      { ...game, goalEvents: goals ?? [] },
      risk === null ? odds : null,
      call.now,
    )
    const after = { ...describeForm(row), ...(risk === null ? {} : { refusedOdds: risk }) }
    const auditEntry = { action: 'game.create', subject: `game:${row.id}`, after } as const
    await deps.audit.record(tx, { ...staffOf(call), ...auditEntry }, call.now)
    return row
  })
  const warning = risk === null ? warningOf(created) : refusedOddsText(risk)
  return { status: 201, body: { game: await showGame(db, deps, created, call.now), warning } }
}

async function remove(
  kernel: RouteKernel,
  deps: GameAdminDeps,
  call: Call<typeof deleteAdminGame>,
): Promise<Outcome<typeof deleteAdminGame>> {
  const { id } = call.params
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const deleted = await deleteUnusedGame(kernel, deps, id, (tx, game, now) => {
    const auditEntry = { action: 'game.delete', subject: `game:${id}`, before: describeForm(game) } as const
    return deps.audit.record(tx, { ...staffOf(call), ...auditEntry, reason: call.query.reason ?? '' }, now)
  })
  return deleted.ok ? { status: 200, body: { success: true } } : { error: deleted.error }
}
