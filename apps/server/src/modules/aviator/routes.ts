import {
  cashOutAviatorBet,
  getAviatorClock,
  getAviatorProof,
  getAviatorState,
  listAviatorBets,
  listAviatorRounds,
  listAviatorTop,
  placeAviatorBet,
  takeBackAviatorBet,
} from '@mupiira/contract/aviator.ts'
import { targetFromNumber } from '@mupiira/domain/aviator/bet-rules.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import { may } from '../../kernel/http/actor.ts'
import { cursorPage, NOT_A_CURSOR } from '../../kernel/http/cursor-page.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import { isId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Batcher } from '../../kernel/batcher.ts'
import { betsOf } from './bet-row.ts'
import type { CashOutOutcome, CashOutRequest } from './cash-out.ts'
import { chainById } from './chain-row.ts'
import { chainRoutes } from './chain-routes.ts'
import type { PlaceOutcome, PlaceRequest } from './place-bets.ts'
import { presentBet, presentProof, presentRound } from './present.ts'
import { endedRounds, roundByNo } from './round-row.ts'
import type { Sealing } from '../../kernel/sealing.ts'
import type { Audit } from '../audit/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Show } from './show.ts'
import { takeBack } from './take-back.ts'

export type RouteDeps = {
  readonly audit: Pick<Audit, 'record'>
  readonly wallet: Wallet
  readonly placing: Batcher<PlaceRequest, PlaceOutcome>
  readonly cashingOut: Batcher<CashOutRequest, CashOutOutcome>
  readonly show: Show
  readonly sealing: Sealing
  /** The rounds' clock at a moment of ours; null while it is not known well enough. */
  readonly roundTime: (at: Date) => Date | null
}

const PAGE = 20
const CLIENT_CHARACTERS = 200
const NUMBER = /^[1-9]\d{0,14}$/

export function aviatorRoutes(kernel: Kernel, deps: RouteDeps): readonly Route[] {
  return [...playRoutes(kernel, deps), ...lookRoutes(kernel, deps), ...chainRoutes(kernel, deps)]
}

function playRoutes(kernel: Kernel, deps: RouteDeps): readonly Route[] {
  const { placing, cashingOut, roundTime } = deps
  return [
    route(
      placeAviatorBet,
      async ({ actor, body, now, headers, address, slot }) => {
        if (!may(actor, 'aviator:play')) return { error: 'STAFF_CANNOT_BET' }
        const stake = ugxFromNumber(body.stake)
        if (!stake.ok) return { error: 'AMOUNT_TOO_PRECISE' }
        const target = body.target === undefined ? null : targetFromNumber(body.target)
        if (target !== null && !target.ok) return { error: 'AVIATOR_TARGET' }
        if (roundTime(now) === null) return { error: 'AVIATOR_PAUSED' }
        return placing.submit({
          userId: actor.userId,
          stakeUgx: stake.value,
          target: target?.value ?? null,
          isAutoBet: body.auto === true,
          client: (headers['user-agent'] ?? '').slice(0, CLIENT_CHARACTERS),
          address,
          slot,
        })
      },
      { recall: 'by-handler' },
    ),

    route(
      cashOutAviatorBet,
      async ({ actor, params, now, slot }) => {
        if (!isId(params.id)) return { error: 'AVIATOR_BET_NOT_FOUND' }
        const receivedAt = roundTime(now)
        if (receivedAt === null) return { error: 'AVIATOR_PAUSED' }
        return cashingOut.submit({ betId: params.id.toLowerCase(), userId: actor.userId, receivedAt, slot })
      },
      { recall: 'by-handler' },
    ),

    route(takeBackAviatorBet, async ({ actor, params, slot }) => {
      if (!isId(params.id)) return { error: 'AVIATOR_BET_NOT_FOUND' }
      return takeBack(kernel, deps, { betId: params.id.toLowerCase(), userId: actor.userId, slot })
    }),
  ]
}

function lookRoutes({ db }: Kernel, { show, roundTime }: RouteDeps): readonly Route[] {
  return [
    route(getAviatorState, async ({ actor, now }) => {
      const userId = actor.kind === 'visitor' ? null : actor.userId
      return { status: 200, body: await show.state(userId, roundTime(now) !== null) }
    }),

    route(getAviatorClock, async ({ now }) => ({ status: 200, body: { now: (roundTime(now) ?? now).toISOString() } })),

    route(listAviatorBets, async ({ actor, query }) => {
      const { cursor, limit = PAGE } = query
      if (cursor !== undefined && !isId(cursor)) return NOT_A_CURSOR
      const page = cursorPage(await betsOf(db, actor.userId, cursor ?? null, limit + 1), limit)
      return { status: 200, body: { ...page, items: page.items.map(presentBet) } }
    }),

    route(listAviatorRounds, async ({ query }) => {
      const { cursor, limit = PAGE } = query
      if (cursor !== undefined && !NUMBER.test(cursor)) return NOT_A_CURSOR
      const rows = await endedRounds(db, cursor === undefined ? null : BigInt(cursor), limit + 1)
      const items = rows.slice(0, limit).map(presentRound)
      const last = items.at(-1)
      return { status: 200, body: { items, nextCursor: rows.length > limit && last ? String(last.id) : null } }
    }),

    route(getAviatorProof, async ({ params }) => {
      const round = NUMBER.test(params.id) ? await roundByNo(db, BigInt(params.id)) : null
      if (round === null) return { error: 'AVIATOR_ROUND_NOT_FOUND' }
      const chain = await chainById(db, round.chainId)
      const proof = chain === null ? null : presentProof(round, chain)
      return proof === null ? { error: 'AVIATOR_ROUND_RUNNING' } : { status: 200, body: proof }
    }),

    route(listAviatorTop, async ({ query }) => ({
      status: 200,
      body: { items: await show.top(query.period ?? 'today') },
    })),
  ]
}
