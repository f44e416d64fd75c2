import { expect, it } from 'vitest'
import { isReading } from '@mupiira/domain/access/staff-roles.ts'
import { OPERATIONS } from './operations.ts'
import { requestLimitOf } from './request-limits.ts'

it('[DATA-32] no operation accepts a database query, a column change or a balance from the client', () => {
  for (const { method, path, body, query } of OPERATIONS) {
    expect(path).not.toMatch(/sql|query|rpc|column|execute/i)
    const fields = Object.keys(
      (body !== undefined && 'properties' in body ? (body.properties as object) : {}) satisfies object,
    ).concat(Object.keys(query !== undefined && 'properties' in query ? (query.properties as object) : {}))
    expect(
      fields.filter((field) => /sql|(?<!hide_)balance|role|accountStatus/i.test(field)),
      `${method} ${path}`,
    ).toEqual([])
  }
})

it('every operation has a request limit, and shared limits allow 300 requests a minute per person and 60,000 per network', () => {
  for (const operation of OPERATIONS) {
    const { perMinute, perMinuteOfNetwork, sharedName } = requestLimitOf(operation)
    expect(perMinute, operation.path).toBeGreaterThan(0)
    expect(perMinuteOfNetwork, operation.path).toBeGreaterThan(0)
    if (sharedName !== null)
      expect([perMinute >= 300, perMinuteOfNetwork >= 60_000], operation.path).toEqual([true, true])
  }
})

it('[DATA-45] responses that are the same for all clients have an ETag, except those that change constantly', () => {
  const tagged = OPERATIONS.filter(({ sameForAll }) => sameForAll === true)
  for (const { method, access } of tagged) expect([method, access]).toEqual(['GET', 'public'])
  const others = OPERATIONS.filter(
    (each) => each.method === 'GET' && each.access === 'public' && !tagged.includes(each),
  )
  expect(others.map(({ path }) => path).toSorted()).toEqual(
    [
      // Responses that contain the current time, or an amount that grows with time.
      '/api/aviator/clock',
      '/api/aviator/state',
      '/api/auth/session',
      '/api/booking-codes/{code}',
      '/api/jackpot',
      '/api/stream',
      // The conversation of one browser.
      '/api/visitor-chat/messages',
    ].toSorted(),
  )
})

it('[ADMX-06] every staff operation and no other operation names a capability', () => {
  const named = OPERATIONS.filter(({ capability }) => capability !== undefined)
  expect(named).toEqual(OPERATIONS.filter(({ access }) => access === 'admin'))
  for (const { path } of named) expect(path).toMatch(/^\/api\/admin\//)
})

it('[ADMX-06] staff operations that read need a reading capability, and all that change something need another', () => {
  // Staff always manage their own sign-in and their own saved filters.
  const others = OPERATIONS.filter(
    ({ access, beforeSecondFactor, path }) =>
      access === 'admin' && !beforeSecondFactor && !path.startsWith('/api/admin/saved-filters'),
  )
  for (const { method, path, capability } of others)
    expect([method, path, capability !== undefined && isReading(capability)]).toEqual([method, path, method === 'GET'])
})
