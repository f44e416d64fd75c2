import { cashOutAviatorBet, listAviatorBets, placeAviatorBet, cancelAviatorBet } from '@mupiira/contract/aviator.ts'
import {
  MAX_BETS_PER_ROUND,
  MAX_CANCELLED_BETS,
  multiplierText,
  targetFromNumber,
} from '@mupiira/domain/aviator/bet-rules.ts'
import { formatAmount, formatPlain, ugxFromNumber, ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { exhaustive } from '@mupiira/domain/result.ts'
import type { Batcher } from '../../../kernel/batcher.ts'
import { may } from '../../../kernel/http/access/actor.ts'
import { cursorPage, INVALID_CURSOR } from '../../../kernel/http/input/cursor-page.ts'
import { type Outcome, type Refusal, type Route, route } from '../../../kernel/http/route.ts'
import type { Recalled } from '../../../kernel/idempotency/idempotency.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { presentProtectionRefusal } from '../../protection/index.ts'
import type { SettingsApi } from '../../settings/index.ts'
import { presentBet } from './bet.ts'
import { betsOfPlayer } from './bets.repository.ts'
import { cancelBet, type CancelRefusal } from './cancel-bet.ts'
import type { CashOutRefusal, CashOutRequest, CashOutResult } from './cash-out-bets.ts'
import type { EndDeps, ClosedBet } from './end-bets.ts'
import { type PlaceRefusal, type PlaceRequest, type PlaceResult, refusalWhilePaused } from './place-bets.ts'

export type BetRouteDeps = EndDeps & {
  readonly placing: Batcher<PlaceRequest, PlaceResult | NonNullable<Recalled>>
  readonly cashingOut: Batcher<CashOutRequest, CashOutResult | NonNullable<Recalled>>
  readonly settings: Pick<SettingsApi['reads'], 'current'>
  /** The rounds' time for one of this node's times; null while the offset is not known precisely enough. */
  readonly roundTime: (at: Date) => Date | null
}

const PAGE = 20
const CLIENT_CHARACTERS = 200

export const betRoutes = (kernel: Kernel, deps: BetRouteDeps): readonly Route[] => [
  route(
    placeAviatorBet,
    async ({ actor, body, now, headers, address, idempotencyRecord }) => {
      if (!may(actor, 'aviator:play')) return { error: 'STAFF_CANNOT_BET' }
      const stake = ugxFromNumber(body.stake)
      if (!stake.ok) return { error: 'AMOUNT_TOO_PRECISE' }
      const target = body.target === undefined ? null : targetFromNumber(body.target)
      if (target !== null && !target.ok) return { error: 'AVIATOR_TARGET' }
      if (deps.roundTime(now) === null) return placeRefused(refusalWhilePaused(deps.settings.current()))
      const result = await deps.placing.submit({
        userId: actor.userId,
        stakeUgx: stake.value,
        target: target?.value ?? null,
        isAutoBet: body.auto === true,
        client: (headers['user-agent'] ?? '').slice(0, CLIENT_CHARACTERS),
        address,
        idempotencyRecord,
      })
      return 'ok' in result ? placeAnswer(result) : result
    },
    { recall: 'by-handler' },
  ),

  route(
    cashOutAviatorBet,
    async ({ actor, params, now, idempotencyRecord }) => {
      if (!isId(params.id)) return { error: 'AVIATOR_BET_NOT_FOUND' }
      const receivedAt = deps.roundTime(now)
      if (receivedAt === null) return { error: 'AVIATOR_PAUSED' }
      const request = { betId: params.id.toLowerCase(), userId: actor.userId, receivedAt, idempotencyRecord }
      const result = await deps.cashingOut.submit(request)
      return 'ok' in result ? cashOutAnswer(result) : result
    },
    { recall: 'by-handler' },
  ),

  route(cancelAviatorBet, async ({ actor, params, idempotencyRecord }) => {
    if (!isId(params.id)) return { error: 'AVIATOR_BET_NOT_FOUND' }
    const command = { betId: params.id.toLowerCase(), userId: actor.userId }
    const cancelled = await cancelBet(kernel, deps, command, (tx, ended) =>
      kernel.idempotency.remember(tx, idempotencyRecord, endedAnswer(ended)),
    )
    return cancelled.ok ? endedAnswer(cancelled.value) : cancelRefused(cancelled.error)
  }),

  route(listAviatorBets, async ({ actor, query }) => {
    const { cursor, limit = PAGE } = query
    if (cursor !== undefined && !isId(cursor)) return INVALID_CURSOR
    const { userId } = actor
    const bets = await kernel.db.asPlayer(userId, (sql) => betsOfPlayer(sql, userId, cursor ?? null, limit + 1))
    const page = cursorPage(bets, limit)
    return { status: 200, body: { ...page, items: page.items.map(presentBet) } }
  }),
]

export function placeAnswer(result: PlaceResult): Outcome<typeof placeAviatorBet> {
  if (!result.ok) return placeRefused(result.error)
  const { bet, waits, balance } = result.value
  return { status: 201, body: { success: true, bet: presentBet(bet), waits, balance: ugxToNumber(balance) } }
}

export const cashOutAnswer = (result: CashOutResult): Outcome<typeof cashOutAviatorBet> =>
  result.ok ? endedAnswer(result.value) : cashOutRefused(result.error)

export const endedAnswer = ({ bet, balance }: ClosedBet) =>
  ({ status: 200, body: { success: true, bet: presentBet(bet), balance: ugxToNumber(balance) } }) as const

function placeRefused(refusal: PlaceRefusal): Refusal<(typeof placeAviatorBet)['errors'][number]> {
  switch (refusal.code) {
    case 'AUTO_BET_OFF':
      return { error: 'AVIATOR_AUTO_BET_OFF' }
    case 'BELOW_MINIMUM':
      return { error: 'AVIATOR_MINIMUM', details: { minimum: formatPlain(refusal.minimumUgx) } }
    case 'ABOVE_MAXIMUM':
      return {
        error: 'STAKE_ABOVE_MAXIMUM',
        details: { maximum: formatPlain(refusal.maximumUgx), maximumUgx: ugxToNumber(refusal.maximumUgx) },
      }
    case 'TWO_BETS':
      return { error: 'AVIATOR_TWO_BETS', details: { maximum: MAX_BETS_PER_ROUND } }
    case 'NEGATIVE_BALANCE':
      return {
        error: refusal.code,
        details: { balance: formatAmount(refusal.balanceUgx), balanceUgx: ugxToNumber(refusal.balanceUgx) },
      }
    case 'INSUFFICIENT_BALANCE':
      return { error: 'AVIATOR_BALANCE' }
    case 'MAX_WIN':
      return {
        error: 'AVIATOR_MAX_WIN',
        details: { win: formatPlain(refusal.winUgx), maximum: formatPlain(refusal.maximumUgx) },
      }
    case 'PLAYER_SHARE':
      return { error: 'AVIATOR_SHARE', details: { maximum: formatPlain(refusal.maximumUgx) } }
    case 'ROUND_FULL':
      return { error: 'AVIATOR_ROUND_FULL', details: { maximum: formatPlain(refusal.maximumUgx) } }
    case 'LIMIT_REACHED':
    case 'EXCLUDED':
      return presentProtectionRefusal(refusal)
    default:
      return { error: refusal.code }
  }
}

/** The crash point is already public when a cash-out can be too late. */
function cashOutRefused(refusal: CashOutRefusal): Refusal<(typeof cashOutAviatorBet)['errors'][number]> {
  switch (refusal.code) {
    case 'NOT_FLYING':
      return { error: 'AVIATOR_NOT_FLYING' }
    case 'TOO_EARLY':
      return { error: 'AVIATOR_TOO_EARLY' }
    case 'TOO_LATE':
      return {
        error: 'AVIATOR_TOO_LATE',
        details: { crash: multiplierText(refusal.crashHundredths), lateMs: refusal.lateMs },
      }
    case 'BET_NOT_FOUND':
      return { error: 'AVIATOR_BET_NOT_FOUND' }
    case 'BET_CANCELLED':
      return { error: 'AVIATOR_TAKEN_BACK' }
    case 'ROUND_PAUSED':
      return { error: 'AVIATOR_PAUSED' }
    case 'ROUND_INTERRUPTED':
      return { error: 'AVIATOR_REFUNDED', details: { stake: formatAmount(refusal.stakeUgx) } }
    default:
      return exhaustive(refusal)
  }
}

export function cancelRefused(refusal: CancelRefusal): Refusal<(typeof cancelAviatorBet)['errors'][number]> {
  switch (refusal) {
    case 'BET_NOT_FOUND':
      return { error: 'AVIATOR_BET_NOT_FOUND' }
    case 'ROUND_STARTED':
      return { error: 'AVIATOR_TAKEN_OFF' }
    case 'CANCELLED_TOO_OFTEN':
      return { error: 'AVIATOR_TAKEN_BACK_OFTEN', details: { maximum: MAX_CANCELLED_BETS } }
    default:
      return exhaustive(refusal)
  }
}
