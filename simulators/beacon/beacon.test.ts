import { expect, it } from 'vitest'
import { createBlocks } from './blocks.ts'
import { startBeacon } from './start.ts'

it('the simulated beacon has stable past blocks and no future blocks', () => {
  let nowMs = 1_000_000
  const options = { clock: { now: () => nowMs }, blockMs: 1_000, seed: 'for the test' }
  const blocks = createBlocks(options)
  expect(blocks.tip().height).toBe(1_000)
  expect(blocks.block(1_001)).toBeUndefined()
  nowMs += 1_000
  const next = blocks.block(1_001)
  expect(next?.hash).toMatch(/^[0-9a-f]{64}$/)
  nowMs += 50_000
  expect(createBlocks(options).block(1_001)).toEqual(next)
  expect(new Set(blocks.latest(20).map(({ hash }) => hash)).size).toBe(20)
})

it('the simulated beacon serves blocks as JSON and as a page', async () => {
  const beacon = await startBeacon({ blockMs: 1_000 })
  const get = (path: string) => fetch(`${beacon.url}${path}`)
  const tip = (await (await get('/blocks/tip')).json()) as { height: number; hash: string }
  expect(await (await get(`/blocks/${tip.height}`)).json()).toEqual(tip)
  expect((await get(`/blocks/${tip.height + 100}`)).status).toBe(404)
  expect((await get('/blocks/-1')).status).toBe(404)
  expect(await (await get('/')).text()).toContain(tip.hash)
  await beacon.close()
})
