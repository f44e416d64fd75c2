import { expect, it } from 'vitest'
import { collectIds } from './collect-ids.ts'

it('ids that are added during a run are processed together by the next one, each once', async () => {
  const runs: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const collector = collectIds((ids) => {
    runs.push(ids)
    return new Promise((resolve) => ends.push(resolve))
  })
  collector.add([])
  expect(runs).toEqual([])
  collector.add(['a'])
  collector.add(['b'])
  collector.add(['c', 'b'])
  expect(runs).toEqual([['a']])
  ends[0]?.()
  await expect.poll(() => runs).toEqual([['a'], ['b', 'c']])
  ends[1]?.()
  await collector.idle()
  collector.add(['a'])
  expect(runs.at(-1)).toEqual(['a'])
  ends[2]?.()
  await collector.idle()
})
