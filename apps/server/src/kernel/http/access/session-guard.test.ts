import { expect, it } from 'vitest'
import type { CommitListener, EventListener, PositionedEvent } from '../../outbox/event.ts'
import { testClock } from '../../test-kernel.ts'
import type { SessionRow } from '../../access/sessions.ts'
import { createSessionGuard } from './session-guard.ts'

const row = (change: Partial<SessionRow> = {}): SessionRow => ({
  sessionId: 's1',
  userId: 'u1',
  role: 'user',
  accountStatus: 'active',
  expiresAt: new Date('2026-11-22T00:00:00Z'),
  ...change,
})

function setUp(first: SessionRow | null) {
  const world = { row: first, looks: 0, watched: 0, currentSince: 0, whileLooking: () => {} }
  const listeners: EventListener[] = []
  const commitListeners: CommitListener[] = []
  const clock = testClock()
  const outbox = {
    onCommit: (listener: CommitListener) => void commitListeners.push(listener),
    subscribe: (listener: EventListener) => (listeners.push(listener), () => {}),
    currentSince: () => world.currentSince,
  }
  const store = {
    find: async (_hash: Buffer, how?: 'watch') => {
      world.looks++
      world.watched += how === 'watch' ? 1 : 0
      const found = world.row
      world.whileLooking()
      await Promise.resolve()
      return found
    },
  }
  const announce = (type: string, userId: string) => {
    // The guard reads only the type and the user.
    const event = { type, userId, data: {}, position: 1 } as unknown as PositionedEvent
    for (const listen of listeners) listen({ first: 1, last: 1, events: [event] })
  }
  const commit = (type: string, userId: string) => {
    for (const listen of commitListeners) listen([{ type, userId, data: {} } as unknown as PositionedEvent])
  }
  return { world, clock, announce, commit, guard: createSessionGuard(store, outbox, clock) }
}

const active = { actor: { kind: 'user', userId: 'u1', sessionId: 's1' } }
const visitor = { actor: { kind: 'visitor' } }

it('the session guard reads a session once while the event relay works, and on every request while the relay is down', async () => {
  const { world, guard } = setUp(row())
  expect(await guard.identify('token')).toEqual(active)
  expect(await guard.identify('token')).toEqual(active)
  expect(world.looks).toBe(1)
  world.currentSince = Number.POSITIVE_INFINITY
  expect(await guard.identify('token')).toEqual(active)
  expect(world.looks).toBe(2)
})

it('the session guard reads a session again if the relay has fallen behind since the session was cached', async () => {
  const { world, guard } = setUp(row())
  await guard.identify('token')
  world.currentSince = performance.now()
  await guard.identify('token')
  await guard.identify('token')
  expect(world.looks).toBe(2)
})

it('background requests do not extend a session, and use the session cache', async () => {
  const { world, guard } = setUp(row())
  expect([await guard.identify('token', 'unattended'), world.looks, world.watched]).toEqual([active, 1, 1])
  expect([await guard.identify('token', 'unattended'), world.looks]).toEqual([active, 1])
  expect([await guard.identify('token', 'watch'), world.looks, world.watched]).toEqual([active, 2, 2])
  expect([await guard.identify('token', 'fresh'), world.looks, world.watched]).toEqual([active, 3, 2])
})

it('[AUTH-76] a request by the user extends the session even if a background request has cached the session', async () => {
  const { world, guard } = setUp(row())
  await guard.identify('token', 'unattended')
  expect([await guard.identify('token'), world.looks, world.watched]).toEqual([active, 2, 1])
  expect([await guard.identify('token'), await guard.identify('token', 'unattended'), world.looks]).toEqual([
    active,
    active,
    2,
  ])
})

it.each(['session-ended', 'account-status-changed', 'session-token-changed', 'second-factor-enabled'])(
  'the event %s removes the session from the cache at once',
  async (type) => {
    const { world, guard, announce } = setUp(row())
    await guard.identify('token')
    world.row = null
    announce('bet-placed', 'u1')
    announce(type, 'u2')
    expect(await guard.identify('token')).toEqual(active)
    announce(type, 'u1')
    expect(await guard.identify('token')).toEqual(visitor)
  },
)

it('a session that ends on this node is removed from the cache at the commit, before the relay delivers the event', async () => {
  const { world, guard, commit } = setUp(row())
  await guard.identify('token')
  world.row = null
  commit('session-ended', 'u2')
  expect(await guard.identify('token')).toEqual(active)
  commit('session-ended', 'u1')
  expect(await guard.identify('token')).toEqual(visitor)
})

it('a session that ends during its database read is not cached', async () => {
  const { world, guard, announce } = setUp(row())
  world.whileLooking = () => announce('session-ended', 'u1')
  await guard.identify('token')
  world.whileLooking = () => {}
  world.row = null
  expect(await guard.identify('token')).toEqual(visitor)
})

it('[AUTH-75] a session that ends during its database read is not accepted', async () => {
  const { world, guard, announce } = setUp(row())
  world.whileLooking = () => {
    world.whileLooking = () => {}
    world.row = row({ accountStatus: 'suspended' })
    announce('account-status-changed', 'u1')
  }
  expect(await guard.identify('token')).toEqual({ refused: 'ACCOUNT_SUSPENDED' })
})

it.each([
  ['treats an unknown session as a visitor', null, visitor],
  ['treats an expired session as a visitor', row({ expiresAt: new Date('2026-11-21T11:59:59Z') }), visitor],
  ['refuses a suspended account', row({ accountStatus: 'suspended' }), { refused: 'ACCOUNT_SUSPENDED' }],
  ['refuses a banned account', row({ accountStatus: 'banned' }), { refused: 'ACCOUNT_BANNED' }],
  ['accepts an admin', row({ role: 'admin' }), { actor: { kind: 'admin', userId: 'u1', sessionId: 's1' } }],
])('the session guard %s', async (_title, found, expected) => {
  expect(await setUp(found).guard.identify('token')).toEqual(expected)
})

it('a cached session expires at its expiry time', async () => {
  const { guard, clock } = setUp(row())
  expect(await guard.identify('token')).toEqual(active)
  clock.forward(13 * 3_600_000)
  expect(await guard.identify('token')).toEqual(visitor)
})

it('the session guard treats a missing, empty or oversized token as a visitor, without a query', async () => {
  const { world, guard } = setUp(row())
  for (const token of [undefined, '', 'x'.repeat(5_000)]) expect(await guard.identify(token)).toEqual(visitor)
  expect(world.looks).toBe(0)
})
