import { decideDeskResult, previewDeskResult, type SaidResult } from '@mupiira/contract/desk-games.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Audit } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue, OperatorsResult, ResultRefusal } from '../catalogue/index.ts'
import type { Settlement } from '../settlement/index.ts'
import { presentDeskGame } from './present-game.ts'
import { staffOf } from './staff.ts'

export type ResultDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly betting: Pick<Betting, 'gamesWithBets'>
  readonly catalogue: Pick<Catalogue, 'game' | 'decideResult'>
  readonly settlement: Pick<Settlement, 'previewResult'>
}

const REFUSALS = {
  GAME_NOT_FOUND: 'GAME_NOT_FOUND',
  NOT_STARTED: 'RESULT_TOO_EARLY',
  IMPOSSIBLE_SCORE: 'RESULT_IMPOSSIBLE',
  SAME_RESULT: 'RESULT_SAME',
} as const satisfies { readonly [refusal in ResultRefusal]: string }

export const resultRoutes = (
  { db }: Pick<Kernel, 'db'>,
  { audit, betting, catalogue, settlement }: ResultDoors,
): readonly Route[] => [
  route(previewDeskResult, async ({ params, body, now }) => {
    const said = saidOf(body)
    if (said === null) return { error: 'RESULT_IMPOSSIBLE' }
    if (!isId(params.id)) return { error: 'GAME_NOT_FOUND' }
    const effect = await settlement.previewResult(params.id, said, now)
    if (!effect.ok) return { error: REFUSALS[effect.error] }
    const { paidUgx, takenBackUgx, ...counts } = effect.value
    return { status: 200, body: { ...counts, paid: ugxToNumber(paidUgx), takenBack: ugxToNumber(takenBackUgx) } }
  }),

  route(decideDeskResult, async (call) => {
    const { params, body, now, actor } = call
    const said = saidOf(body.result)
    if (said === null) return { error: 'RESULT_IMPOSSIBLE' }
    const before = isId(params.id) ? await catalogue.game(params.id) : null
    if (before === null) return { error: 'GAME_NOT_FOUND' }
    const decided = await db.transaction(async (tx) => {
      const words = { actorId: actor.userId, note: body.reason }
      const done = await catalogue.decideResult(tx, params.id, said, words, now)
      if (!done.ok) return done
      const deed = {
        action: done.value.resultVersion > 1 ? 'game.resettle' : 'game.result',
        subject: `game:${params.id}`,
        before: { verdict: before.verdict, version: before.resultVersion },
        after: { verdict: done.value.verdict, version: done.value.resultVersion },
        reason: body.reason,
      } as const
      await audit.record(tx, { ...staffOf(call), ...deed }, now)
      return done
    })
    if (!decided.ok) return { error: REFUSALS[decided.error] }
    const hasBets = (await betting.gamesWithBets(db, [params.id])).has(params.id)
    return { status: 200, body: presentDeskGame(decided.value, hasBets) }
  }),
]

/** Null where it is no whole result. */
function saidOf(said: SaidResult): OperatorsResult | null {
  if (said.kind === 'void') return { kind: 'void', reason: 'CANCELLED' }
  const { home, away, halfTimeHome, halfTimeAway, goals, qualifier } = said
  if (home === undefined || away === undefined) return null
  const halves = [halfTimeHome ?? null, halfTimeAway ?? null] as const
  if ((halves[0] === null) !== (halves[1] === null)) return null
  const halfTime = halves[0] === null || halves[1] === null ? null : { home: halves[0], away: halves[1] }
  const isHalfTimeSaid = halfTimeHome !== undefined || halfTimeAway !== undefined
  return {
    kind: 'result',
    score: { home, away },
    ...(isHalfTimeSaid ? { halfTime } : {}),
    ...(goals === undefined ? {} : { goals }),
    ...(qualifier === undefined ? {} : { qualifier }),
  }
}
