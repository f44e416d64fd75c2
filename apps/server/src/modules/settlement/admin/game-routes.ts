import type { ConfirmedChange, UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import { stepAdminGame, updateAdminGame } from '@mupiira/contract/admin-games.ts'
import { addAdminGoal } from '@mupiira/contract/admin-goals.ts'
import { ugx, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { ok } from '@mupiira/domain/result.ts'
import { type Call, type Outcome, type Route, route } from '../../../kernel/http/route.ts'
import { staffOf } from '../../../kernel/access/staff.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import { validateEdit, describeForm, isAsSeen, readGameEdit, showGame, warningOf } from '../../catalogue/index.ts'
import { exposureOf, presentEffect } from '../preview-result.ts'
import { type Confirmation, editGame, type GameEdit, type Unconfirmed } from './edit-game.ts'
import type { GameAdmin } from './game-admin.ts'
import { endMatch, type RequestedStep, stepMatch, unconfirmedEnd } from './run-match.ts'

/** Changes of a game that may decide it or void bets: its form, and steps of a manual game. */
export const gameRoutes = (admin: GameAdmin): readonly Route[] => [
  route(updateAdminGame, (call) => update(admin, call)),
  route(stepAdminGame, (call) => step(admin, call, withConfirmation(call.body))),
  // A goal is a step of a manual game under both endpoints.
  route(addAdminGoal, (call) => step(admin, call, withConfirmation({ ...call.body, step: 'goal' }))),
]

type StepBody = Omit<RequestedStep, 'confirmed'> & { readonly confirmed?: ConfirmedChange }

const withConfirmation = ({ confirmed, ...body }: StepBody): RequestedStep => ({
  ...body,
  confirmed: confirmed === undefined ? null : readConfirmation(confirmed),
})

const readConfirmation = ({ amount, reason, typed }: ConfirmedChange): Confirmation => ({
  amountUgx: ugx(BigInt(Math.round(amount * 100))),
  reason,
  typed: typed ?? null,
})

async function step(
  admin: GameAdmin,
  call: Pick<Call<typeof stepAdminGame>, 'actor' | 'address' | 'params' | 'now'>,
  requested: RequestedStep,
): Promise<Outcome<typeof stepAdminGame>> {
  const done = await stepMatch(admin, { gameId: call.params.id, requested, by: staffOf(call) }, call.now)
  if (done.ok) return { status: 200, body: await showGame(admin.db, admin, done.value, call.now) }
  return typeof done.error === 'string' ? { error: done.error } : refusalOf(done.error)
}

/** Saves the form first; a final state in it is then entered as a result. */
async function update(admin: GameAdmin, call: Call<typeof updateAdminGame>): Promise<Outcome<typeof updateAdminGame>> {
  const { params, body, now } = call
  if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
  const read = readGameEdit(body)
  if (!read.ok) return { error: read.error }
  const { status } = body
  const confirmed = body.confirmed === undefined ? null : readConfirmation(body.confirmed)
  const reason = confirmed?.reason ?? ''
  const by = staffOf(call)
  const edit: GameEdit = {
    ...read.value,
    id: params.id,
    madeBy: call.actor.userId,
    status: status === 'live' || status === 'upcoming' ? status : null,
    faultsOf: (before, at) => validateEdit(body, read.value, before, at),
    isAsSeen: (before) => isAsSeen(body, before),
    confirmed,
    mayEditOdds: may(call.actor, 'admin:odds:edit'),
    oddsRule: {
      riskOf: (tx, edited) => admin.baseOdds.riskOf(tx, edited, by.actorId),
      propose: (tx, edited, risk) => admin.baseOdds.propose(tx, edited, { risk, reason, by }),
      record: (tx, edited, risk) => admin.baseOdds.record(tx, edited, by.actorId, risk),
    },
    propose: (tx, edited, effect, at) => admin.proposeStart(tx, edited, { effect, reason, by }, at),
    note(tx, { before, after, at }, facts) {
      const states = { before: describeForm(before), after: { ...describeForm(after), ...facts } }
      const auditEntry = { action: 'game.edit', subject: `game:${params.id}` } as const
      return admin.audit.record(tx, { ...by, ...auditEntry, ...states, reason }, at)
    },
  }
  const kind = status === 'finished' ? 'finish' : 'cancel'
  if (await isEnd(admin, params.id, status)) {
    const goals = read.value.goals === null ? {} : { goals: read.value.goals }
    const unconfirmed = await unconfirmedEnd(admin, { gameId: params.id, kind, confirmed, ...goals }, now)
    if (unconfirmed !== null) return refusalOf(unconfirmed)
  }
  const changed = await editGame(admin, edit)
  if (!changed.ok) {
    const { error } = changed
    if (typeof error === 'string') return { error }
    return 'effect' in error ? refusalOf(error) : { error: 'INVALID_FIELDS', errors: error }
  }
  const { after } = changed.value
  const ends = (status === 'finished' || status === 'cancelled') && status !== after.status
  const end = { gameId: params.id, kind, by, ...(reason === '' ? {} : { reason }) } as const
  const ended = ends ? await endMatch(admin, end, now) : ok(after)
  if (!ended.ok) return { error: ended.error === 'RESULT_CHANGED' ? 'GAME_CHANGED' : ended.error }
  return {
    status: 200,
    body: { game: await showGame(admin.db, admin, ended.value, now), warning: warningOf(ended.value) },
  }
}

/** Whether a final status in the form would end the game. Nothing is saved before its author has confirmed the effect. */
async function isEnd(
  { catalogue }: GameAdmin,
  id: string,
  status: Call<typeof updateAdminGame>['body']['status'],
): Promise<boolean> {
  if (status !== 'finished' && status !== 'cancelled') return false
  const game = await catalogue.games.byId(id)
  return game !== null && game.source !== 'feed' && game.status !== status
}

function refusalOf({ error, kind, effect, risk }: Unconfirmed) {
  const shown = risk === null ? null : { approval: risk.approval, text: risk.text, typed: risk.typed }
  const amount = ugxToNumber(exposureOf(effect))
  const details: UnconfirmedChange = { kind, amount, risk: shown, ...presentEffect(effect) }
  return { error, details }
}
