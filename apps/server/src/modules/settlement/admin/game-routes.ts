import { stepAdminGame, type UnconfirmedChange, updateAdminGame } from '@mupiira/contract/admin-games.ts'
import { addAdminGoal } from '@mupiira/contract/admin-goals.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { isId } from '../../../kernel/ids.ts'
import { validateEdit, describeForm, isAsSeen, readGameEdit, showGame, warningOf } from '../../catalogue/index.ts'
import { exposureOf, presentEffect } from '../preview-result.ts'
import { editGame, type GameEdit, type Unconfirmed, unconfirmedBy } from './edit-game.ts'
import { resultFromGoals, VOID } from './enter-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { endMatch, type RequestedStep, stepMatch } from './run-match.ts'

/** Changes of a game that may decide it or void bets: its form, and steps of a manual game. */
export const gameRoutes = (admin: GameAdmin): readonly Route[] => [
  route(updateAdminGame, (call) => update(admin, call)),
  route(stepAdminGame, (call) => step(admin, call, call.body)),
  // A goal is a step of a manual game under both endpoints.
  route(addAdminGoal, (call) => step(admin, call, { step: 'goal', ...call.body })),
]

async function step(
  admin: GameAdmin,
  call: Pick<Call<typeof stepAdminGame>, 'actor' | 'address' | 'params' | 'now'>,
  requested: RequestedStep,
): Promise<Outcome<typeof stepAdminGame>> {
  const done = await stepMatch(admin, { gameId: call.params.id, requested, by: staffOf(call) }, call.now)
  return done.ok ? { status: 200, body: await showGame(admin.db, admin, done.value, call.now) } : { error: done.error }
}

/** Saves the form first; a final state in it is then entered as a result. */
async function update(admin: GameAdmin, call: Call<typeof updateAdminGame>): Promise<Outcome<typeof updateAdminGame>> {
  const { params, body, now } = call
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const read = readGameEdit(body)
  if (!read.ok) return { error: read.error }
  const { status } = body
  const confirmed =
    body.confirmed === undefined
      ? null
      : { amountUgx: ugx(BigInt(Math.round(body.confirmed.amount * 100))), reason: body.confirmed.reason }
  const reason = confirmed?.reason ?? ''
  const edit: GameEdit = {
    ...read.value,
    id: params.id,
    madeBy: call.actor.userId,
    status: status === 'live' || status === 'upcoming' ? status : null,
    faultsOf: (before, at) => validateEdit(body, read.value, before, at),
    isAsSeen: (before) => isAsSeen(body, before),
    confirmed,
    propose: (tx, edited, effect, at) => admin.proposeStart(tx, edited, { effect, reason, by: staffOf(call) }, at),
    note(tx, { before, after, at }, facts) {
      const states = { before: describeForm(before), after: { ...describeForm(after), ...facts } }
      const auditEntry = { action: 'game.edit', subject: `game:${params.id}` } as const
      return admin.audit.record(tx, { ...staffOf(call), ...auditEntry, ...states, reason }, at)
    },
  }
  const unconfirmed = await unconfirmedEnd(admin, edit, status, now)
  if (unconfirmed !== null) return refusalOf(unconfirmed)
  const changed = await editGame(admin, edit)
  if (!changed.ok) {
    const { error } = changed
    if (typeof error === 'string') return { error }
    return 'effect' in error ? refusalOf(error) : { error: 'INVALID_FIELDS', errors: error }
  }
  const { after } = changed.value
  const isEnd = (status === 'finished' || status === 'cancelled') && status !== after.status
  const kind = status === 'finished' ? 'finish' : 'cancel'
  const end = { gameId: params.id, kind, by: staffOf(call), ...(reason === '' ? {} : { reason }) } as const
  const ended = isEnd ? await endMatch(admin, end, now) : ok(after)
  if (!ended.ok) return { error: ended.error }
  return {
    status: 200,
    body: { game: await showGame(admin.db, admin, ended.value, now), warning: warningOf(ended.value) },
  }
}

/** The refusal of a final status in the form whose effect on bets its author has not confirmed. Nothing is saved. */
async function unconfirmedEnd(
  admin: GameAdmin,
  { id, goals, confirmed }: GameEdit,
  status: Call<typeof updateAdminGame>['body']['status'],
  now: Date,
): Promise<Unconfirmed | null> {
  if (status !== 'finished' && status !== 'cancelled') return null
  const game = await admin.catalogue.games.byId(id)
  if (game === null || game.source === 'feed' || game.status === status || game.resultVersion > 0) return null
  const entered = status === 'cancelled' ? VOID : resultFromGoals({ ...game, goalEvents: goals ?? game.goalEvents })
  const effect = await admin.previewResult(id, entered, now)
  // The command that ends the game reports a refused result.
  return effect.ok ? unconfirmedBy(confirmed)('result', effect.value) : null
}

function refusalOf({ error, kind, effect }: Unconfirmed) {
  const details: UnconfirmedChange = { kind, amount: ugxToNumber(exposureOf(effect)), ...presentEffect(effect) }
  return { error, details }
}
