import { expect, it } from 'vitest'
import { isId, newId } from './ids.ts'

it('new ids are unique UUIDs of version 7, ordered by creation, with the creation time in their first bits', () => {
  const beganMs = Date.now()
  const ids = Array.from({ length: 50_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.filter((id) => !form.test(id))).toEqual([])
  const time = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
  expect(time - beganMs).toBeGreaterThanOrEqual(0)
  expect(time - beganMs).toBeLessThan(60_000)
})

it.each(['', '0198', '0198b8a0-0000-7000-8000-00000000000g', "0198b8a0-0000-7000-8000-0000000000'x"])(
  'the text %j is not a valid id',
  (text) => {
    expect(isId(text)).toBe(false)
    expect(isId(newId())).toBe(true)
  },
)
