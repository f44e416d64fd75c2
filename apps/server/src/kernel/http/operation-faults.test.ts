import { expect, it } from 'vitest'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { operationFaults } from './operation-faults.ts'

const [first, second] = OPERATIONS
const orphan = {
  method: 'GET',
  path: '/api/admin/orphan',
  summary: 'An operation of a capability that no role holds',
  access: 'admin',
  responses: {},
  errors: [],
} as const satisfies Endpoint

it('[ADMX-06] every operation of the contract can be called by a role', () => {
  expect(operationFaults(OPERATIONS, OPERATIONS)).toEqual([])
})

it('[ADMX-06] a staff operation that no role may call prevents the start', () => {
  const contract = [orphan, { ...orphan, path: '/api/admin/unknown', capability: 'admin:unknown' as never }]
  expect(operationFaults(contract, contract)).toEqual([
    'GET /api/admin/orphan can be called by no role',
    'GET /api/admin/unknown can be called by no role',
  ])
})

it('an operation without a handler, with two handlers, or outside the contract prevents the start', () => {
  if (first === undefined || second === undefined) throw new Error('the contract is empty')
  expect(operationFaults([first], [])).toHaveLength(1)
  expect(operationFaults([first], [first, first])).toHaveLength(1)
  expect(operationFaults([first], [first, second])).toHaveLength(1)
})
