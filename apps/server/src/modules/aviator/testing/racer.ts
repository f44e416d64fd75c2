import { createHash } from 'node:crypto'
import { createBatcher } from '../../../kernel/batcher.ts'
import { createEncryption } from '../../../kernel/encryption.ts'
import { testKernel } from '../../../kernel/test-kernel.ts'
import { createWallet } from '../../wallet/index.ts'
import { cashOutBets, type CashOutRequest } from '../bets/cash-out-bets.ts'
import { cashOutAnswer } from '../bets/routes.ts'
import { storeAnswersWith } from '../../../kernel/idempotency/idempotency.ts'
import { createCrashPoints } from '../rounds/crash-points.ts'
import { type CashOutOutcome, cashOutOutcome, codeOf, TEST_KEY } from './round-fixture.ts'

/**
 * A node that only cashes bets out, in its own process. It receives cash-outs with their times of receipt as messages
 * and sends the outcomes back. Argument: database URL.
 */
export type Race = readonly {
  readonly betId: string
  readonly userId: string
  readonly key: string
  readonly atMs: number
}[]

const { kernel } = testKernel(process.argv[2] ?? '')
const wallet = createWallet(kernel, { openStakes: async () => [] })
const crashPoints = createCrashPoints(createEncryption(TEST_KEY, 'aviator seeds'))
const deps = { wallet, crashPoints, storeCashedOut: storeAnswersWith(kernel.idempotency, cashOutAnswer) }
const batcher = createBatcher<CashOutRequest, CashOutOutcome>({
  maxBatch: 64,
  maxWaitMs: 2,
  concurrency: 2,
  maxWaiting: 100_000,
  run: async (batch) => (await cashOutBets(kernel, deps, batch)).map(cashOutOutcome),
})

process.on('message', (race: Race) => {
  Promise.all(race.map((each) => batcher.submit(requestOf(each)).then(reportedOf))).then(
    (answers) => process.send?.(answers),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

function requestOf({ betId, userId, key, atMs }: Race[number]): CashOutRequest {
  return {
    betId,
    userId,
    receivedAt: new Date(atMs),
    idempotencyRecord: {
      userId,
      key,
      route: 'POST /api/aviator/bets/{id}/cashout',
      requestHash: createHash('sha256').update(betId).digest(),
      encode: (outcome) => ({ status: 'error' in outcome ? 422 : 200, body: JSON.stringify(outcome) }),
      answer: null,
    },
  }
}

/** Reports a repeated answer in the same way as the first answer. */
const reportedOf = (outcome: CashOutOutcome): string =>
  'again' in outcome ? codeOf(JSON.parse(outcome.again.body) as CashOutOutcome) : codeOf(outcome)
