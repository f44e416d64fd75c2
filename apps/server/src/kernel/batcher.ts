import { isDatabaseUnresponsive } from './db/failures.ts'

/** Runs commands of the same kind in one batch: one transaction, with an outcome for each item. */
export type Batcher<In, Out> = {
  /** The item's outcome. Rejects with `BatcherFull` if too many items wait, or with the error of the item's own run. */
  readonly submit: (item: In) => Promise<Out>
  readonly waiting: () => number
  /** Refuses new items; resolves when every submitted item has its outcome. */
  readonly drain: () => Promise<void>
}

export type BatcherOptions<In, Out> = {
  readonly maxBatch: number
  /**
   * The longest wait of a batch for further items. A batch starts earlier once it holds its share: the number of
   * unfinished items / concurrency. A single item never waits. 0: items wait until the end of the current event-loop
   * turn.
   */
  readonly maxWaitMs: number
  /** Batches that run at the same time. */
  readonly concurrency: number
  /** Items that may wait before new ones are refused. */
  readonly maxWaiting: number
  /**
   * The key of the object that an item locks. Items of one owner never run in two batches at once, which would block
   * each other.
   */
  readonly ownerOf?: (item: In) => string
  /**
   * Returns the outcomes in the order of the items. If it throws, each item runs again in a batch of one. An
   * exception may follow a commit, so `run` must detect work that is already committed.
   */
  readonly run: (batch: readonly In[]) => Promise<readonly Out[]>
  readonly onBatch?: (size: number) => void
}

/** The queue is full. The item was not run and may be submitted again shortly (503). */
export class BatcherFull extends Error {}

type Waiting<In, Out> = {
  readonly item: In
  readonly resolve: (outcome: Out) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): Batcher<In, Out> {
  const { maxBatch, maxWaitMs, concurrency, maxWaiting, ownerOf, run, onBatch } = options
  let queue: Waiting<In, Out>[] = []
  const runningOwners = new Set<string>()
  let runningBatches = 0
  let runningItems = 0
  let immediate: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | null = null
  let isDraining = false
  const drained = Promise.withResolvers<void>()

  const isIdle = (): boolean => queue.length === 0 && runningBatches === 0
  const share = (): number => Math.min(maxBatch, Math.ceil((queue.length + runningItems) / concurrency))

  function schedule(): void {
    if (immediate !== null || queue.length === 0 || runningBatches >= concurrency) return
    if (maxWaitMs === 0 || queue.length >= share()) immediate = setImmediate(startBatches)
    else timer ??= setTimeout(startBatches, maxWaitMs)
  }

  function startBatches(): void {
    if (immediate !== null) clearImmediate(immediate)
    if (timer !== null) clearTimeout(timer)
    immediate = timer = null
    while (queue.length > 0 && runningBatches < concurrency) {
      const batch = takeBatch(maxWaitMs === 0 ? maxBatch : Math.max(1, share()))
      // The owners of all waiting items are in running batches. These items start when those batches end.
      if (batch.length === 0) return
      void runAndRelease(batch)
      // The remaining items wait until there are enough for a full share.
      if (maxWaitMs > 0) return schedule()
    }
  }

  /** Removes the first items from the queue, except those whose owner is in a running batch. */
  function takeBatch(maxItems: number): Waiting<In, Out>[] {
    if (ownerOf === undefined) return queue.splice(0, maxItems)
    const batch: Waiting<In, Out>[] = []
    const left: Waiting<In, Out>[] = []
    for (const waiting of queue) {
      const isBlocked = batch.length >= maxItems || runningOwners.has(ownerOf(waiting.item))
      ;(isBlocked ? left : batch).push(waiting)
    }
    queue = left
    return batch
  }

  async function runAndRelease(batch: readonly Waiting<In, Out>[]): Promise<void> {
    const owners = ownerOf === undefined ? [] : batch.map(({ item }) => ownerOf(item))
    for (const owner of owners) runningOwners.add(owner)
    runningBatches++
    runningItems += batch.length
    await runBatch(batch)
    runningBatches--
    runningItems -= batch.length
    for (const owner of owners) runningOwners.delete(owner)
    // Items that arrived during the batch start now, because they have already waited.
    if (maxWaitMs === 0) startBatches()
    else schedule()
    if (isDraining && isIdle()) drained.resolve()
  }

  /** Settles every item. Returns the error if the batch has a single item. */
  async function runBatch(batch: readonly Waiting<In, Out>[]): Promise<unknown> {
    onBatch?.(batch.length)
    try {
      const outcomes = await run(batch.map(({ item }) => item))
      if (outcomes.length !== batch.length) throw new Error('a batch must have an outcome for every item')
      outcomes.forEach((outcome, at) => batch[at]?.resolve(outcome))
      return undefined
    } catch (error) {
      if (batch.length > 1) return runOneByOne(batch)
      batch[0]?.reject(error)
      return error
    }
  }

  /** One failing item must not fail the others. If the database does not respond, all items fail after one timeout. */
  async function runOneByOne(batch: readonly Waiting<In, Out>[]): Promise<void> {
    for (const [at, waiting] of batch.entries()) {
      const error = await runBatch([waiting])
      if (isDatabaseUnresponsive(error)) return batch.slice(at + 1).forEach(({ reject }) => reject(error))
    }
  }

  return {
    submit(item) {
      if (isDraining || queue.length >= maxWaiting) return Promise.reject(new BatcherFull('the batcher is full'))
      return new Promise<Out>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    waiting: () => queue.length,
    drain() {
      isDraining = true
      if (isIdle()) drained.resolve()
      return drained.promise
    },
  }
}
