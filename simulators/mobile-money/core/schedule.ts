/** Work that is due at a moment of the simulator's clock. */
export type Schedule = {
  readonly size: number
  after(delayMs: number, run: () => void): void
  /** Runs due work without waiting for the timer, because a test may just have moved the clock. */
  runDue(): void
  clear(): void
  close(): void
}

type Entry = { readonly atMs: number; readonly order: number; readonly run: () => void }

/** Tests can move or accelerate the clock at any moment, so timers never wait longer than this. */
const MAX_SLEEP_MS = 20
/** Entries that run in one turn of the event loop before requests are served. */
const PER_TURN = 256

function isBefore(left: Entry, right: Entry): boolean {
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order)
}

function pushOnto(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex]
    if (parent === undefined || !isBefore(entry, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = entry
}

function removeFirst(heap: Entry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let index = 0
  for (;;) {
    let childIndex = index * 2 + 1
    let child = heap[childIndex]
    if (child === undefined) break
    const sibling = heap[childIndex + 1]
    if (sibling !== undefined && isBefore(sibling, child)) {
      childIndex += 1
      child = sibling
    }
    if (!isBefore(child, last)) break
    heap[index] = child
    index = childIndex
  }
  heap[index] = last
}

export function createSchedule(now: () => number): Schedule {
  let heap: Entry[] = []
  let timer: NodeJS.Timeout | null = null
  let entries = 0
  let closed = false

  function arm(): void {
    const first = heap[0]
    if (first === undefined || timer !== null || closed) return
    timer = setTimeout(
      () => {
        timer = null
        runDue()
        arm()
      },
      Math.min(Math.max(first.atMs - now(), 0), MAX_SLEEP_MS),
    )
  }

  function runDue(): void {
    for (let turn = 0; turn < PER_TURN; turn += 1) {
      const first = heap[0]
      if (first === undefined || first.atMs > now()) break
      removeFirst(heap)
      first.run()
    }
  }

  return {
    get size() {
      return heap.length
    },
    after(delayMs, run) {
      if (closed) return
      entries += 1
      pushOnto(heap, { atMs: now() + delayMs, order: entries, run })
      arm()
    },
    runDue,
    clear() {
      heap = []
    },
    close() {
      closed = true
      heap = []
      if (timer !== null) clearTimeout(timer)
    },
  }
}
