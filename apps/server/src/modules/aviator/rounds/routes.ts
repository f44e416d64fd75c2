import {
  getAviatorClock,
  getAviatorProof,
  getAviatorState,
  listAviatorRounds,
  listAviatorTop,
} from '@mupiira/contract/aviator.ts'
import { INVALID_CURSOR } from '../../../kernel/http/input/cursor-page.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { chainById } from '../chains/chains.repository.ts'
import { presentProof, presentRound } from '../present.ts'
import type { RoundScreen } from './round-screen.ts'
import { endedRounds, roundByNo } from './rounds.repository.ts'

export type RoundRouteDeps = {
  readonly screen: RoundScreen
  readonly roundTime: (at: Date) => Date | null
}

const PAGE = 20
const NUMBER = /^[1-9]\d{0,14}$/

export const roundRoutes = ({ db }: Pick<Kernel, 'db'>, { screen, roundTime }: RoundRouteDeps): readonly Route[] => [
  route(getAviatorState, async ({ actor, now }) => {
    const userId = actor.kind === 'visitor' ? null : actor.userId
    return { status: 200, body: await screen.state(userId, roundTime(now) !== null) }
  }),

  route(getAviatorClock, async ({ now }) => ({ status: 200, body: { now: (roundTime(now) ?? now).toISOString() } })),

  route(listAviatorRounds, async ({ query }) => {
    const { cursor, limit = PAGE } = query
    if (cursor !== undefined && !NUMBER.test(cursor)) return INVALID_CURSOR
    const rounds = await endedRounds(db, cursor === undefined ? null : BigInt(cursor), limit + 1)
    const items = rounds.slice(0, limit).map(presentRound)
    const last = items.at(-1)
    return { status: 200, body: { items, nextCursor: rounds.length > limit && last ? String(last.id) : null } }
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
    body: { items: await screen.top(query.period ?? 'today') },
  })),
]
