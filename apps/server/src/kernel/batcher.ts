import { isDatabaseSilent } from './db/failures.ts'

/** A queue of equal commands that are run together: one transaction for a batch, each item with its own outcome. */
export type Batcher<In, Out> = {
  /** The item's outcome; rejects with `LaneFull` when too much is waiting, or with the error of its own single run. */
  readonly submit: (item: In) => Promise<Out>
  readonly waiting: () => number
  /** Takes nothing more; resolves when everything submitted is answered. */
  readonly drain: () => Promise<void>
}

export type BatcherOptions<In, Out> = {
  readonly maxBatch: number
  /**
   * How long a batch waits until it is its lane's share of everything that is not answered yet: under load batches are
   * as large as there are clients for each lane, and a lone item never waits. 0: until the end of the present turn of the event loop.
   */
  readonly maxWaitMs: number
  /** Batches in flight at once. */
  readonly batchers: number
  /** Items that may wait before new ones are refused. */
  readonly maxWaiting: number
  /**
   * What an item locks. Items of one owner never ride in two batches at once: the second would hold its connection, and
   * its neighbours, until the first has committed. They may share a batch.
   */
  readonly ownerOf?: (item: In) => string
  /**
   * Outcomes in the order of the items. Where it throws, each item is run alone: whatever may have happened all the same,
   * as when the answer to a commit is lost, it must find by itself. Once the database does not answer one alone, those behind fail
   * as it did.
   */
  readonly run: (batch: readonly In[]) => Promise<readonly Out[]>
  readonly onBatch?: (size: number) => void
}

/** Overload: nothing was done, the caller may try again shortly (503). */
export class BatcherFull extends Error {
  constructor() {
    super('the lane is full')
    this.name = 'LaneFull'
  }
}

type Waiting<In, Out> = {
  readonly item: In
  readonly resolve: (outcome: Out) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): Batcher<In, Out> {
  let queue: Waiting<In, Out>[] = []
  const owners = new Set<string>()
  let inFlight = 0
  let riding = 0
  let immediate: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | null = null
  let draining = false
  let drained: (() => void) | null = null

  const share = (): number => Math.min(options.maxBatch, Math.ceil((queue.length + riding) / options.batchers))

  function schedule(): void {
    if (immediate !== null || queue.length === 0 || inFlight >= options.batchers) return
    if (options.maxWaitMs === 0 || queue.length >= share()) immediate = setImmediate(depart)
    else timer ??= setTimeout(depart, options.maxWaitMs)
  }

  function depart(): void {
    if (immediate !== null) clearImmediate(immediate)
    if (timer !== null) clearTimeout(timer)
    immediate = timer = null
    while (queue.length > 0 && inFlight < options.batchers) {
      const { batch, owned } = board(options.maxWaitMs === 0 ? options.maxBatch : Math.max(1, share()))
      // Whoever waits for a batch under way leaves when it is back.
      if (batch.length === 0) return
      inFlight++
      riding += batch.length
      void runBatch(batch).finally(() => {
        inFlight--
        riding -= batch.length
        for (const owner of owned) owners.delete(owner)
        // What gathered while the batch was in flight has waited long enough.
        if (options.maxWaitMs === 0 && queue.length > 0) depart()
        else schedule()
        if (queue.length === 0 && inFlight === 0) drained?.()
      })
      // The rest waits for its share, or for a lane.
      if (options.maxWaitMs > 0) return schedule()
    }
  }

  /** The first of the queue, at most so many, but for those whose owner is under way. */
  function board(most: number): { readonly batch: readonly Waiting<In, Out>[]; readonly owned: ReadonlySet<string> } {
    const { ownerOf } = options
    const owned = new Set<string>()
    if (ownerOf === undefined) return { batch: queue.splice(0, most), owned }
    const batch: Waiting<In, Out>[] = []
    const left: Waiting<In, Out>[] = []
    for (const waiting of queue) {
      const owner = ownerOf(waiting.item)
      if (batch.length >= most || owners.has(owner)) left.push(waiting)
      else {
        batch.push(waiting)
        owned.add(owner)
      }
    }
    for (const owner of owned) owners.add(owner)
    queue = left
    return { batch, owned }
  }

  /** What a lone item failed by. */
  async function runBatch(batch: readonly Waiting<In, Out>[]): Promise<unknown> {
    options.onBatch?.(batch.length)
    try {
      const outcomes = await options.run(batch.map((waiting) => waiting.item))
      if (outcomes.length !== batch.length) throw new Error('a lane must answer every item of its batch')
      outcomes.forEach((outcome, at) => batch[at]?.resolve(outcome))
      return undefined
    } catch (error) {
      if (batch.length > 1) return runAlone(batch)
      batch[0]?.reject(error)
      return error
    }
  }

  /**
   * One poisoned item must not hurt its neighbours: each is run alone. A database that does not answer the first is not asked
   * for the others, who would wait as long one after another (OPS-06).
   */
  async function runAlone(batch: readonly Waiting<In, Out>[]): Promise<void> {
    for (const [at, waiting] of batch.entries()) {
      const failure = await runBatch([waiting])
      if (isDatabaseSilent(failure)) return batch.slice(at + 1).forEach(({ reject }) => reject(failure))
    }
  }

  return {
    submit(item) {
      if (draining || queue.length >= options.maxWaiting) return Promise.reject(new BatcherFull())
      return new Promise<Out>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    waiting: () => queue.length,
    drain() {
      draining = true
      if (inFlight === 0 && queue.length === 0) return Promise.resolve()
      return new Promise<void>((resolve) => (drained = resolve))
    },
  }
}
