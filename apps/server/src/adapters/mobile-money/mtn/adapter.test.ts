import { expect, it } from 'vitest'
import { referenceId } from './adapter.ts'

it('[DEP-16] the MTN order id is a UUID v4 derived from our reference', () => {
  const ids = Array.from({ length: 500 }, (_, at) => referenceId(`DEP-${at}`))
  expect(new Set(ids).size).toBe(500)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(referenceId('DEP-1')).toBe(referenceId('DEP-1'))
})
