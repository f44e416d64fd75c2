import { createHash } from 'node:crypto'
import { createBatcher } from '../../../kernel/batcher.ts'
import { testKernel } from '../../../kernel/test-kernel.ts'
import { createWallet } from '../../wallet/index.ts'
import { cashOutBets, type CashOutOutcome, type CashOutRequest } from '../cash-out.ts'
import { createCrashPoints } from '../crash-points.ts'
import { createSealing } from '../../../kernel/sealing.ts'
import { codeOf, TEST_KEY } from './round-fixture.ts'

/**
 * One node of the house that does nothing but cash out, in a process of its own: told by messages what was received
 * when, it answers what became of each. Its argument is the database.
 */
export type Race = readonly {
  readonly betId: string
  readonly userId: string
  readonly key: string
  readonly atMs: number
}[]

const { kernel } = testKernel(process.argv[2] ?? '')
const wallet = createWallet(kernel)
const crashPoints = createCrashPoints(createSealing(TEST_KEY, 'aviator seeds'))
const batcher = createBatcher<CashOutRequest, CashOutOutcome>({
  maxBatch: 64,
  maxWaitMs: 2,
  concurrency: 2,
  maxWaiting: 100_000,
  run: (batch) => cashOutBets(kernel, { wallet, crashPoints }, batch),
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
    slot: {
      userId,
      key,
      route: 'POST /api/aviator/bets/{id}/cashout',
      requestHash: createHash('sha256').update(betId).digest(),
      encode: (outcome) => ({ status: 'error' in outcome ? 422 : 200, body: JSON.stringify(outcome) }),
      answer: null,
    },
  }
}

/** A first answer given again says what the first one said. */
const reportedOf = (outcome: CashOutOutcome): string =>
  'again' in outcome ? codeOf(JSON.parse(outcome.again.body) as CashOutOutcome) : codeOf(outcome)
