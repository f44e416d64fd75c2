import { type Batcher, createBatcher } from '../../../kernel/batcher.ts'
import type { Recalled } from '../../../kernel/idempotency/idempotency.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { placeBets, type PlaceDeps, type PlaceRequest, type PlaceResult } from './place-bets.ts'

// One batcher works while the other waits for the disk. The delay and the size of 64 also keep the slowest responses
// fast (decision 0029).
const BATCHERS = 2
const MAX_BATCH = 64
const MAX_WAIT_MS = 8
const MAX_WAITING = 5_000

/** Places concurrent bets in common transactions. */
export function createPlaceBatcher(
  kernel: Kernel,
  deps: PlaceDeps,
): Batcher<PlaceRequest, PlaceResult | NonNullable<Recalled>> {
  const batcher = createBatcher<PlaceRequest, PlaceResult | NonNullable<Recalled>>({
    maxBatch: MAX_BATCH,
    maxWaitMs: MAX_WAIT_MS,
    concurrency: BATCHERS,
    maxWaiting: MAX_WAITING,
    ownerOf: ({ userId }) => userId,
    run: (batch) => placeBets(kernel, deps, batch),
    onBatch: (size) => kernel.metrics.batchSize.observe({ batcher: 'place-bets' }, size),
  })
  kernel.onStop('place-bets', () => batcher.drain())
  return batcher
}
