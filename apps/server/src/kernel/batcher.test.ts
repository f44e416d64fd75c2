import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBatcher, BatcherFull } from './batcher.ts'

const options = { maxBatch: 8, maxWaitMs: 0, concurrency: 2, maxWaiting: 1_000 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a batcher runs items submitted together in one batch, and returns a separate outcome for each item', async () => {
  const batches: number[] = []
  const batcher = createBatcher<number, number>({
    ...options,
    run: async (batch) => {
      batches.push(batch.length)
      await turn()
      return batch.map((item) => item * 2)
    },
  })
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, item) => batcher.submit(item)))
  expect(outcomes).toEqual(Array.from({ length: 20 }, (_, item) => item * 2))
  expect(batches).toEqual([8, 8, 4])
})

it('[OPS-07] a failing item does not fail the other items of its batch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (failing) => {
      const effects: number[] = []
      const batcher = createBatcher<number, number>({
        ...options,
        run: async (batch) => {
          await turn()
          if (batch.some((item) => failing[item])) throw new Error('failing')
          effects.push(...batch)
          return batch
        },
      })
      const settled = await Promise.allSettled(failing.map((_, item) => batcher.submit(item)))
      expect(settled.map((each) => each.status === 'rejected')).toEqual(failing)
      expect(effects.toSorted((a, b) => a - b)).toEqual(failing.flatMap((isFailing, item) => (isFailing ? [] : [item])))
    }),
    { numRuns: 60 },
  )
})

it('[OPS-06] when the database does not respond, all items of a batch fail after one timeout', async () => {
  const runs: number[] = []
  const batcher = createBatcher<number, number>({
    ...options,
    run: async (batch) => {
      runs.push(batch.length)
      await turn()
      throw new Error('Query read timeout')
    },
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit(item)))
  expect(settled.map((each) => each.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  expect(runs).toEqual([4, 1])
})

it('a batcher refuses items above its queue limit and runs the accepted ones', async () => {
  const gate = Promise.withResolvers<void>()
  const batcher = createBatcher<number, number>({
    ...options,
    maxBatch: 1,
    concurrency: 1,
    maxWaiting: 2,
    run: async (batch) => {
      await gate.promise
      return batch
    },
  })
  const first = batcher.submit(1)
  await turn()
  const held = [batcher.submit(2), batcher.submit(3)]
  await expect(batcher.submit(4)).rejects.toBeInstanceOf(BatcherFull)
  gate.resolve()
  expect(await Promise.all([first, ...held])).toEqual([1, 2, 3])
})

it('[OPS-07] draining a batcher finishes submitted items and refuses new ones', async () => {
  const done: number[] = []
  const batcher = createBatcher<number, number>({
    ...options,
    run: async (batch) => {
      await turn()
      done.push(...batch)
      return batch
    },
  })
  const submitted = [1, 2, 3].map((item) => batcher.submit(item))
  const drained = batcher.drain()
  await expect(batcher.submit(4)).rejects.toBeInstanceOf(BatcherFull)
  await drained
  expect(done).toEqual([1, 2, 3])
  expect(await Promise.all(submitted)).toEqual([1, 2, 3])
})

it('a batcher spreads waiting items evenly over its parallel batches, and runs a single item without waiting', async () => {
  const batches: number[] = []
  const batcher = createBatcher<number, number>({
    ...options,
    maxBatch: 64,
    maxWaitMs: 60_000,
    run: async (batch) => {
      batches.push(batch.length)
      await turn()
      return batch
    },
  })
  expect(await batcher.submit(1)).toBe(1)
  // Each client submits its next item after the outcome of the previous one.
  const client = async (item: number): Promise<void> => {
    for (let round = 0; round < 20; round++) await batcher.submit(item)
  }
  await Promise.all(Array.from({ length: 32 }, (_, item) => client(item)))
  expect(batches[0]).toBe(1)
  expect(batches.slice(6, -6).every((size) => size >= 12 && size <= 20)).toBe(true)
})

it('[OPS-07] a batcher never runs items of one owner in two batches at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0, 2),
      async (owners, maxWaitMs) => {
        const running = new Set<number>()
        const order: number[][] = [[], [], [], [], [], []]
        const batcher = createBatcher<{ owner: number; at: number }, number>({
          ...options,
          maxWaitMs,
          ownerOf: ({ owner }) => String(owner),
          run: async (batch) => {
            const own = new Set(batch.map(({ owner }) => owner))
            expect([...own].filter((owner) => running.has(owner))).toEqual([])
            for (const owner of own) running.add(owner)
            for (const { owner, at } of batch) order[owner]?.push(at)
            await turn()
            for (const owner of own) running.delete(owner)
            return batch.map(({ at }) => at)
          },
        })
        const outcomes = await Promise.all(owners.map((owner, at) => batcher.submit({ owner, at })))
        expect(outcomes).toEqual(owners.map((_, at) => at))
        for (const of of order) expect(of).toEqual(of.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 60 },
  )
})
