import { formatPlain, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { limitText } from '@mupiira/domain/protection/limits.ts'
import { formatDateTime } from '@mupiira/domain/time/kampala.ts'
import type { Refusal } from '../../kernel/http/route.ts'
import type { ProtectionRefusal } from './check.ts'

/** The HTTP error of a stake or deposit that the player's own limits refuse. */
export function presentProtectionRefusal(refusal: ProtectionRefusal): Refusal<ProtectionRefusal['code']> {
  if (refusal.code === 'EXCLUDED') {
    const { code, until } = refusal
    return { error: code, details: { until: formatDateTime(until), untilAt: until.toISOString() } }
  }
  const { code, leftUgx, freesAt } = refusal
  const details = {
    limit: limitText(refusal),
    left: leftUgx === 0n ? 'nothing' : `UGX ${formatPlain(leftUgx)}`,
    frees: formatDateTime(freesAt),
    leftUgx: ugxToNumber(leftUgx),
    freesAt: freesAt.toISOString(),
  }
  return { error: code, details }
}
