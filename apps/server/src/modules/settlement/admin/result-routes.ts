import { decideAdminResult, previewAdminResult, type EnteredResult } from '@mupiira/contract/admin-games.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { resultFault, type StaffResult, showGame } from '../../catalogue/index.ts'
import { presentConfirmable } from '../preview-result.ts'
import { enterConfirmedResult, type PreviewRefusal, previewConfirmable, readConfirmed } from './confirmed-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

export const resultRoutes = (admin: GameAdmin): readonly Route[] => [
  route(previewAdminResult, async ({ params, body, now }) => {
    const entered = readStaffResult(body)
    if (!entered.ok) return impossible(entered.error)
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const previewed = await previewConfirmable(admin, { gameId: params.id, entered: entered.value }, now)
    if (!previewed.ok) return refusalOf(admin, params.id, entered.value, previewed.error)
    return { status: 200, body: presentConfirmable(previewed.value) }
  }),

  route(decideAdminResult, async (call) => {
    const { params, body, now } = call
    const entered = readStaffResult(body.result)
    if (!entered.ok) return impossible(entered.error)
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const request = { gameId: params.id, entered: entered.value, by: staffOf(call) }
    const decided = await enterConfirmedResult(admin, request, readConfirmed(body.confirmed), now)
    if (!decided.ok) {
      const { error } = decided
      if (typeof error === 'string') return refusalOf(admin, params.id, entered.value, error)
      return { error: error.error, details: presentConfirmable(error) }
    }
    if ('approvalId' in decided.value) return { status: 202, body: decided.value }
    return { status: 200, body: await showGame(admin.db, admin, decided.value.game, now) }
  }),
]

type FieldFault = { readonly path: string; readonly message: string }

const impossible = (fault: FieldFault) => ({ error: 'RESULT_IMPOSSIBLE', errors: [fault] }) as const

/** A refused result, with the field to correct. */
async function refusalOf<Code extends PreviewRefusal>(
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
