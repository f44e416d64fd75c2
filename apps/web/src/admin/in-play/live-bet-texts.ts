import type { Answer } from '../../shared/api/client.ts'
import { rejectionText } from '@mupiira/domain/in-play/delayed-bet-texts.ts'
import { DELAYED_BET_REJECTIONS, type DelayedBetRejection } from '@mupiira/domain/in-play/delayed-bet.ts'

export const OUTCOME_TONES = { waiting: 'gold', accepted: 'up', rejected: 'down' } as const

export const STATE_CHIPS = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['accepted', 'Accepted'],
  ['rejected', 'Rejected'],
] as const

type Count = Answer<'GET /api/admin/delayed-bets/counts'>['counts'][number]

const numberText = (bets: number): string => bets.toLocaleString('en-UG')

/** "1,200 accepted, 15 rejected (12 goal, 3 odds changed), 1 waiting" */
export function countsText(counts: readonly Count[]): string {
  const reasons = counts.flatMap(({ reason, bets }) => (reason === null ? [] : [{ text: rejectionText(reason), bets }]))
  const rejected = reasons.reduce((sum, { bets }) => sum + bets, 0)
  const others = (state: Count['state']) =>
    counts.flatMap((each) => (each.state === state ? [`${numberText(each.bets)} ${state}`] : []))
  const detail = reasons.map(({ text, bets }) => `${numberText(bets)} ${text}`).join(', ')
  return [
    ...others('accepted'),
    ...(rejected === 0 ? [] : [`${numberText(rejected)} rejected (${detail})`]),
    ...others('waiting'),
  ].join(', ')
}

/** The choices of the filter by reason, with the number of bets where there are any. */
export const reasonChoices = (
  counts: readonly { readonly reason: DelayedBetRejection | null; readonly bets: number }[],
): readonly (readonly [string, string])[] => [
  ['', 'Any reason'],
  ...DELAYED_BET_REJECTIONS.map((reason): readonly [string, string] => {
    const bets = counts.find((each) => each.reason === reason)?.bets ?? 0
    const text = rejectionText(reason)
    const title = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    return [reason, bets === 0 ? title : `${title} (${bets.toLocaleString('en-UG')})`]
  }),
]
