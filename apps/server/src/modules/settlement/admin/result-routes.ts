import { decideAdminResult, previewAdminResult, type EnteredResult } from '@mupiira/contract/admin-games.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { resultFault, type StaffResult, showGame } from '../../catalogue/index.ts'
import { presentEffect } from '../preview-result.ts'
import { type EnterRefusal, RESULT_REFUSALS } from './enter-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

export const resultRoutes = (admin: GameAdmin): readonly Route[] => [
  route(previewAdminResult, async ({ params, body, now }) => {
    const entered = readStaffResult(body)
    if (!entered.ok) return impossible(entered.error)
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const effect = await admin.previewResult(params.id, entered.value, now)
    if (!effect.ok) return refusalOf(admin, params.id, entered.value, RESULT_REFUSALS[effect.error])
    return { status: 200, body: presentEffect(effect.value) }
  }),

  route(decideAdminResult, async (call) => {
    const { params, body, now } = call
    const entered = readStaffResult(body.result)
    if (!entered.ok) return impossible(entered.error)
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const request = { gameId: params.id, entered: entered.value, reason: body.reason, by: staffOf(call) }
    const decided = await admin.enterResult(request, now)
    if (!decided.ok) return refusalOf(admin, params.id, entered.value, decided.error)
    if ('approvalId' in decided.value) return { status: 202, body: decided.value }
    return { status: 200, body: await showGame(admin.db, admin, decided.value.game, now) }
  }),
]

type FieldFault = { readonly path: string; readonly message: string }

const impossible = (fault: FieldFault) => ({ error: 'RESULT_IMPOSSIBLE', errors: [fault] }) as const

/** A refused result, with the field to correct. */
async function refusalOf<Code extends EnterRefusal>(
  { catalogue }: Pick<GameAdmin, 'catalogue'>,
  gameId: string,
  entered: StaffResult,
  error: Code,
) {
  const game = error === 'RESULT_IMPOSSIBLE' ? await catalogue.games.byId(gameId) : null
  const fault = game === null ? null : resultFault(game, entered)
  return fault === null ? { error } : { error, errors: [fault] }
}

const missing = (path: string) => err({ path, message: 'is missing' })

/** The entered result, or the field that is missing. */
function readStaffResult(entered: EnteredResult): Result<StaffResult, FieldFault> {
  if (entered.kind === 'void') return ok({ kind: 'void', reason: 'CANCELLED' })
  const { home, away, halfTimeHome, halfTimeAway, goals, qualifier } = entered
  if (home === undefined) return missing('home')
  if (away === undefined) return missing('away')
  const halves = [halfTimeHome ?? null, halfTimeAway ?? null] as const
  if ((halves[0] === null) !== (halves[1] === null))
    return missing(halves[0] === null ? 'halfTimeHome' : 'halfTimeAway')
  const halfTime = halves[0] === null || halves[1] === null ? null : { home: halves[0], away: halves[1] }
  const isHalfTimeEntered = halfTimeHome !== undefined || halfTimeAway !== undefined
  return ok({
    kind: 'result',
    score: { home, away },
    ...(isHalfTimeEntered ? { halfTime } : {}),
    ...(goals === undefined ? {} : { goals }),
    ...(qualifier === undefined ? {} : { qualifier }),
  })
}
