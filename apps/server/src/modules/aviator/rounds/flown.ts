import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import type { Sql } from '../../../kernel/db/sql.ts'
import type { CrashPoints } from './crash-points.ts'

export type FlownDeps = { readonly db: Sql; readonly crashPoints: CrashPoints; readonly now: () => Date }

/**
 * Milliseconds that a round has flown so far, for screens. Negative before its start. Null unless the round flies, and
 * from the moment of its crash, so no screen can show a multiplier that the round did not reach (decision 0033).
 */
export async function flownMs({ db, crashPoints, now }: FlownDeps, round: AviatorRound): Promise<number | null> {
  if (round.state !== 'flying' || round.fliesAt === null) return null
  const no = BigInt(round.id)
  const crash = (await crashPoints.of(db, [no])).get(no)
  const sinceStartMs = now().getTime() - Date.parse(round.fliesAt)
  return crash !== undefined && sinceStartMs < reachedAfterMs(crash) ? sinceStartMs : null
}
