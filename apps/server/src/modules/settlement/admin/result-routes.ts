import { decideAdminResult, previewAdminResult, type EnteredResult } from '@mupiira/contract/admin-games.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import { isId } from '../../../kernel/ids.ts'
import { type StaffResult, showGame } from '../../catalogue/index.ts'
import { RESULT_REFUSALS } from './enter-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { staffOf } from '../../../kernel/access/staff.ts'

export const resultRoutes = (admin: GameAdmin): readonly Route[] => [
  route(previewAdminResult, async ({ params, body, now }) => {
    const entered = readStaffResult(body)
    if (entered === null) return { error: 'RESULT_IMPOSSIBLE' }
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const effect = await admin.previewResult(params.id, entered, now)
    if (!effect.ok) return { error: RESULT_REFUSALS[effect.error] }
    const { paidUgx, reversedUgx, openUgx, ...counts } = effect.value
    const sums = { paid: ugxToNumber(paidUgx), takenBack: ugxToNumber(reversedUgx), openUpTo: ugxToNumber(openUgx) }
    return { status: 200, body: { ...counts, ...sums } }
  }),

  route(decideAdminResult, async (call) => {
    const { params, body, now } = call
    const entered = readStaffResult(body.result)
    if (entered === null) return { error: 'RESULT_IMPOSSIBLE' }
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const decided = await admin.enterResult({ gameId: params.id, entered, reason: body.reason, by: staffOf(call) }, now)
    if (!decided.ok) return { error: decided.error }
    if ('approvalId' in decided.value) return { status: 202, body: decided.value }
    return { status: 200, body: await showGame(admin.db, admin, decided.value.game, now) }
  }),
]

/** The entered result; null if it is incomplete. */
function readStaffResult(entered: EnteredResult): StaffResult | null {
  if (entered.kind === 'void') return { kind: 'void', reason: 'CANCELLED' }
  const { home, away, halfTimeHome, halfTimeAway, goals, qualifier } = entered
  if (home === undefined || away === undefined) return null
  const halves = [halfTimeHome ?? null, halfTimeAway ?? null] as const
  if ((halves[0] === null) !== (halves[1] === null)) return null
  const halfTime = halves[0] === null || halves[1] === null ? null : { home: halves[0], away: halves[1] }
  const isHalfTimeEntered = halfTimeHome !== undefined || halfTimeAway !== undefined
  return {
    kind: 'result',
    score: { home, away },
    ...(isHalfTimeEntered ? { halfTime } : {}),
    ...(goals === undefined ? {} : { goals }),
    ...(qualifier === undefined ? {} : { qualifier }),
  }
}
