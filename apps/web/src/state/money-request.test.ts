import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '@mupiira/contract/errors.ts'
import { ApiError, NetworkError } from '../shared/api/errors.ts'
import type { api } from '../shared/api/client.ts'
import { deviceStorage } from '../shared/storage.ts'
import {
  beginRequest,
  closeRequest,
  openRequest,
  openRequests,
  removeExpiredRequests,
  sendRequest,
} from './money-request.ts'

const DEPOSIT = { operation: 'POST /api/payments/deposits', userId: 'u1' } as const
const BODY = { amount: 25_000, method: 'MTN' } as const

const apiError = (code: ErrorCode, status: number, isRetry = false) => new ApiError(status, { code }, isRetry)

/** An API that returns these responses in turn and records the keys. */
function answering(...answers: readonly unknown[]) {
  const keys: string[] = []
  const send = (async (_operation: string, { idempotencyKey }: { idempotencyKey: string }) => {
    // The key is stored before the request is sent.
    expect(openRequest(DEPOSIT)?.key).toBe(idempotencyKey)
    const answer = answers[keys.push(idempotencyKey) - 1]
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as typeof api
  return { send, keys }
}

beforeEach(() => {
  vi.useRealTimers()
  const left = openRequest(DEPOSIT)
  if (left !== null) closeRequest(left)
})

describe('a request that moves money', () => {
  it.each([
    ['accepted', { transaction: 1 }, false, 'accepted'],
    ['refused', apiError('DEPOSIT_OUT_OF_RANGE', 422), false, 'refused'],
    ['not reached', new NetworkError('unreachable'), false, 'unknown'],
    ['timed out', new NetworkError('timeout'), false, 'unknown'],
    ['failed by the server', apiError('INTERNAL', 500), false, 'unknown'],
    ['refused before its key was compared', apiError('RATE_LIMITED', 429), false, 'refused'],
    ['repeated and refused before its key was compared', apiError('RATE_LIMITED', 429), true, 'unknown'],
    ['repeated after the session ended', apiError('NOT_AUTHENTICATED', 401), true, 'unknown'],
    ['refused at a retry of the network layer', apiError('RATE_LIMITED', 429, true), false, 'unknown'],
    ['repeated and refused', apiError('DEPOSIT_OUT_OF_RANGE', 422), true, 'refused'],
  ] as const)('[SLIP-48] a money request that was $0 has the outcome “$3”', async (_, answer, isRepeat, kind) => {
    const { send } = answering(answer)
    const request = beginRequest(DEPOSIT, BODY)
    expect((await sendRequest(request, { send, isRepeat })).kind).toBe(kind)
    // The key is stored until the outcome is known.
    expect(openRequest(DEPOSIT)?.key).toBe(kind === 'unknown' ? request.key : undefined)
  })

  it('[SLIP-48] a money request is repeated under the same idempotency key until the outcome is known', async () => {
    const lost = new NetworkError('unreachable')
    const { send, keys } = answering(lost, apiError('RATE_LIMITED', 429), lost, { transaction: 1 })
    const request = beginRequest(DEPOSIT, BODY)
    const outcome = await sendRequest(request, { send, repeats: { maxAttempts: 3, everyMs: 0 } })
    expect(outcome).toEqual({ kind: 'accepted', answer: { transaction: 1 } })
    expect(keys).toEqual(Array.from({ length: 4 }, () => request.key))
  })

  it('[AUTH-77] an open money request is not shown to another player, and not applied to another ticket', () => {
    beginRequest(DEPOSIT, BODY)
    expect(openRequest({ ...DEPOSIT, userId: 'u2' })).toBeNull()
    const cashout = { operation: 'POST /api/bets/{id}/cashout', userId: 'u1', id: 't1' } as const
    const open = beginRequest(cashout, { offer: 100 })
    expect(openRequest({ ...cashout, id: 't2' })).toBeNull()
    closeRequest(open)
    expect(openRequest(DEPOSIT)?.body).toEqual(BODY)
  })

  it('[SLIP-48] querying the outcome of a player’s open money requests leaves the requests open', async () => {
    const cashout = { operation: 'POST /api/bets/{id}/cashout', userId: 'u1', id: 't1' } as const
    const bet = { operation: 'POST /api/aviator/bets', userId: 'u1', slot: 1 } as const
    const deposit = beginRequest(DEPOSIT, BODY)
    const cashedOut = beginRequest(cashout, { offer: 100 })
    const aviator = beginRequest(bet, { amount: 10_000, slot: 1 } as never)
    beginRequest({ ...DEPOSIT, userId: 'u2' }, BODY)
    expect(openRequests('u1')).toMatchObject([DEPOSIT, cashout, bet])
    const { send, keys } = answering({ transaction: 1 })
    const outcome = await sendRequest(deposit, { send, isRepeat: true, isInquiry: true })
    expect([outcome.kind, keys, openRequest(DEPOSIT)?.key]).toEqual(['accepted', [deposit.key], deposit.key])
    closeRequest(cashedOut)
    closeRequest(aviator)
    expect(openRequests('u1')).toMatchObject([DEPOSIT])
  })

  it('[SLIP-48] an open money request is dropped after 24 hours, when the server has pruned its idempotency key', () => {
    vi.useFakeTimers({ now: 0 })
    beginRequest(DEPOSIT, BODY)
    vi.setSystemTime(24 * 3_600_000 - 1)
    expect(openRequest(DEPOSIT)).not.toBeNull()
    vi.setSystemTime(24 * 3_600_000)
    expect(openRequest(DEPOSIT)).toBeNull()
  })

  it('[AUTH-77] at the start of the app, open money requests of all players are removed from the device after 24 hours', () => {
    const stored = () => deviceStorage.keys().filter((key) => key.startsWith('mupiira.open-request'))
    vi.useFakeTimers({ now: 0 })
    beginRequest(DEPOSIT, BODY)
    vi.setSystemTime(1)
    const later = beginRequest({ ...DEPOSIT, userId: 'u2' }, BODY)
    vi.setSystemTime(24 * 3_600_000)
    expect(stored()).toHaveLength(2)
    removeExpiredRequests()
    expect(stored()).toEqual([expect.stringContaining('u2')])
    closeRequest(later)
  })

  it('[SLIP-48] completing a money request in one tab keeps the open request of another tab', () => {
    const own = beginRequest(DEPOSIT, BODY)
    const others = beginRequest(DEPOSIT, BODY)
    closeRequest(own)
    expect(openRequest(DEPOSIT)?.key).toBe(others.key)
  })
})
