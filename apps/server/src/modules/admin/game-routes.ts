import {
  createAdminGame,
  deleteAdminGame,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@mupiira/contract/admin-games.ts'
import { previewOffer } from '@mupiira/contract/admin-offer.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { NOT_A_CURSOR, readPlace } from '../../kernel/http/cursor-page.ts'
import { type Call, type Outcome, type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import { deleteUnusedGame } from './delete-game.ts'
import { editGame, type GameEdit } from './edit-game.ts'
import { type AdminGames, showGame, showGames } from './admin-games.ts'
import { faultsOfEdit, faultsOfForm, isAsSeen, readGameEdit, readGameForm } from './game-form.ts'
import { formInWords } from './game-in-words.ts'
import { hundredthsOf, warningOf } from './present-game.ts'
import { endMatch } from './run-match.ts'
import { staffOf } from '../../kernel/http/staff.ts'

const PAGE = 20
/** Open tickets are looked through for the list of games to decide, which stays open on every desk. */
const OPEN_FRESH_MS = 30_000

/** The games of the console: their list, and their form (ADMG). */
export function gameRoutes(backOffice: AdminGames): readonly Route[] {
  const openOn = gamesWithOpenTickets(backOffice)
  return [
    route(listAdminGames, (call) => list(backOffice, openOn, call)),
    route(getAdminGame, async ({ params }) => {
      const game = isId(params.id) ? await backOffice.catalogue.game(params.id) : null
      return game === null ? { error: 'GAME_NOT_FOUND' } : { status: 200, body: await showGame(backOffice, game) }
    }),
    route(previewOffer, async ({ query }) => {
      const { sport = 'soccer', home, away, draw, over25, under25 } = query
      const totals = over25 === undefined || under25 === undefined ? {} : { over25, under25 }
      // As with the form itself, 1.00 and less are none.
      const drawn = draw !== undefined && hundredthsOf(draw) !== null ? draw : null
      return {
        status: 200,
        body: { offered: backOffice.pricing.offerAt({ home, draw: drawn, away, ...totals }, sport) },
      }
    }),
    route(createAdminGame, (call) => create(backOffice, call)),
    route(updateAdminGame, (call) => update(backOffice, call)),
    route(deleteAdminGame, (call) => remove(backOffice, call)),
  ]
}

type OpenOn = (now: Date) => Promise<readonly string[]>

/** One query serves concurrent requests. */
function gamesWithOpenTickets({ betting, db }: AdminGames): OpenOn {
  let looked: { readonly at: Date; readonly openOn: Promise<readonly string[]> } | null = null
  return (now) => {
    if (looked === null || Math.abs(now.getTime() - looked.at.getTime()) > OPEN_FRESH_MS) {
      const found = betting.gamesWithOpenLegs(db)
      looked = { at: now, openOn: found }
      found.catch(() => (looked = null))
    }
    return looked.openOn
  }
}

async function list(
  backOffice: AdminGames,
  openOn: OpenOn,
  { query, now }: Call<typeof listAdminGames>,
): Promise<Outcome<typeof listAdminGames>> {
  const { page = 1, pageSize = PAGE, decide = false, status = null } = query
  if (decide) {
    const waiting = await backOffice.catalogue.gamesToDecide(await openOn(now), now)
    const items = await showGames(backOffice, waiting.slice((page - 1) * pageSize, page * pageSize))
    const total = waiting.length
    return { status: 200, body: { items, page, pageSize, total, hasMore: page * pageSize < total } }
  }
  const words = query.q?.trim() || null
  const place = readPlace(query, PAGE)
  if (place === null) return NOT_A_CURSOR
  const { items: games, ...found } = await backOffice.catalogue.listForAdmin({ words, status }, place)
  return { status: 200, body: { items: await showGames(backOffice, games), page, pageSize, ...found } }
}

/** ADMG-12: whatever the form says, a new game is upcoming and has no score. */
async function create(
  backOffice: AdminGames,
  call: Call<typeof createAdminGame>,
): Promise<Outcome<typeof createAdminGame>> {
  const read = readGameForm(call.body)
  if (!read.ok) return { error: read.error }
  const { game, odds, goals } = read.value
  const errors = faultsOfForm(call.body, game, call.now)
  if (errors.length > 0) return { error: 'INVALID_FIELDS', errors }
  const made = await backOffice.db.transaction(async (tx) => {
    const row = await backOffice.catalogue.createGame(tx, { ...game, goalEvents: goals ?? [] }, odds, call.now)
    const staffAction = { action: 'game.create', subject: `game:${row.id}`, after: formInWords(row) } as const
    await backOffice.audit.record(tx, { ...staffOf(call), ...staffAction }, call.now)
    return row
  })
  return { status: 201, body: { game: await showGame(backOffice, made), warning: warningOf(made) } }
}

/** Saves the form first; a final state in it is then entered as a result. */
async function update(
  backOffice: AdminGames,
  call: Call<typeof updateAdminGame>,
): Promise<Outcome<typeof updateAdminGame>> {
  const { params, body, now } = call
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const read = readGameEdit(body)
  if (!read.ok) return { error: read.error }
  const { status } = body
  const edit: GameEdit = {
    ...read.value,
    id: params.id,
    madeBy: call.actor.userId,
    status: status === 'live' || status === 'upcoming' ? status : null,
    faultsOf: (before) => faultsOfEdit(body, read.value, before, now),
    isAsSeen: (before) => isAsSeen(body, before),
    confirmedUgx: ugx(BigInt(Math.round((body.confirmedStart?.amount ?? 0) * 100))),
    propose: (tx, edited, movedUgx) => backOffice.proposeStart(tx, edited, { movedUgx, by: staffOf(call) }, now),
    note(tx, { before, after }, flags) {
      const states = { before: formInWords(before), after: { ...formInWords(after), ...flags } }
      const staffAction = { action: 'game.edit', subject: `game:${params.id}` } as const
      const reason = body.confirmedStart?.reason ?? ''
      return backOffice.audit.record(tx, { ...staffOf(call), ...staffAction, ...states, reason }, now)
    },
  }
  const changed = await editGame(backOffice, edit)
  if (!changed.ok) {
    const { error } = changed
    if (typeof error === 'string') return { error }
    if ('movedUgx' in error) return { error: error.error, details: { amount: ugxToNumber(error.movedUgx) } }
    return { error: 'INVALID_FIELDS', errors: error }
  }
  const { after } = changed.value
  const isEnd = (status === 'finished' || status === 'cancelled') && status !== after.status
  const kind = status === 'finished' ? 'finish' : 'cancel'
  const ended = isEnd ? await endMatch(backOffice, { gameId: params.id, kind, by: staffOf(call) }, now) : ok(after)
  if (!ended.ok) return { error: ended.error }
  return { status: 200, body: { game: await showGame(backOffice, ended.value), warning: warningOf(ended.value) } }
}

async function remove(
  backOffice: AdminGames,
  call: Call<typeof deleteAdminGame>,
): Promise<Outcome<typeof deleteAdminGame>> {
  const { id } = call.params
  if (!isId(id)) return { error: 'GAME_NOT_FOUND' }
  const refusal = await deleteUnusedGame(
    backOffice,
    id,
    (tx, game) => {
      const staffAction = { action: 'game.delete', subject: `game:${id}`, before: formInWords(game) } as const
      return backOffice.audit.record(tx, { ...staffOf(call), ...staffAction }, call.now)
    },
    call.now,
  )
  return refusal === null ? { status: 200, body: { success: true } } : { error: refusal }
}
