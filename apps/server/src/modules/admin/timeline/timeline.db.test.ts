import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimelineEvent } from '@mupiira/contract/user-timeline.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

type Page = {
  readonly items: readonly TimelineEvent[]
  readonly nextCursor: string | null
  readonly kinds: readonly string[]
}

let app: AdminFixture
let player: TestAccount

beforeAll(async () => {
  app = await adminFixture()
  player = await app.player({ balanceUgx: 200_000 })
  const later = () => app.clock.forward(MINUTE_MS)
  later()
  const game = await app.game()
  await app.placeBet(player, { selections: [await app.pick(game.id)] })
  later()
  await player.put('/api/protection/limits', { kind: 'stake', period: 'day', amount: 60_000 })
  later()
  await player.post('/api/chat/messages', { content: 'Where is my deposit?' })
  later()
  await app.staff.post(`/api/admin/users/${player.id}/notes`, { note: 'asked for a deposit' })
  later()
  await app.staff.post(`/api/admin/users/${player.id}/status`, { newStatus: 'suspended', reason: 'three accounts' })
  const payment = newId()
  const at = app.clock.now().toISOString()
  await app.asOwner(
    `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
       description, provider, reference, short_reference, stage, reason, updated_at)
     values ('${payment}', '${player.id}', 'deposit', 5000000, 'failed', '${at}', '${at}', '${player.phone}', 'MTN',
       'Deposit', 'relworx', '${payment}', 'D7KQ2MXP', 'done', 'declined', '${at}')`,
  )
})
afterAll(() => app?.close())

const timelineOf = async (query = '', { id }: Pick<TestAccount, 'id'> = player): Promise<Page> =>
  (await app.staff.get<Page>(`/api/admin/users/${id}/timeline${query}`)).body

/** All events, read page by page. */
async function everyEvent(pageSize: number): Promise<readonly TimelineEvent[]> {
  const events: TimelineEvent[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await timelineOf(
      `?pageSize=${pageSize}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    events.push(...page.items)
    cursor = page.nextCursor
  }
  return events
}

describe('the timeline of a player', () => {
  it('the timeline contains payments, bets, limits, chats, notes and staff actions, newest first', async () => {
    const { items } = await timelineOf('?pageSize=50')
    expect(items.map(({ kind, state, amount }) => [kind, state, amount])).toEqual([
      ['staff', 'Account suspended', null],
      ['deposit', 'Declined', 50_000],
      ['note', '', null],
      ['chat', 'Open', null],
      ['limit', 'Daily stake limit changed from no limit to UGX 60,000', null],
      ['bet', 'Pending', 25_000],
      ...items.slice(6).map(({ kind, state, amount }) => [kind, state, amount]),
    ])
    expect(new Set(items.slice(6).map(({ kind }) => kind))).toEqual(new Set(['registration', 'login']))
    expect(items.find(({ kind }) => kind === 'note')).toMatchObject({
      detail: 'asked for a deposit',
      by: expect.stringMatching(/^Sarah/),
    })
  })

  it.each([1, 2, 3])('pages of %i events contain every event once, in the order of one page', async (pageSize) => {
    const { items, nextCursor } = await timelineOf('?pageSize=50')
    expect(nextCursor).toBeNull()
    expect(await everyEvent(pageSize)).toEqual(items)
  })

  it('events of the same moment are on consecutive pages without a gap', async () => {
    const other = await app.player()
    const at = app.clock.now().toISOString()
    for (let note = 0; note < 5; note += 1)
      await app.asOwner(
        `insert into staff_notes values (gen_random_uuid(), '${other.id}', '${app.staff.id}', 'note ${note}', '${at}')`,
      )
    const all = (await timelineOf('?pageSize=50', other)).items
    let page = await timelineOf('?pageSize=2', other)
    const seen = [...page.items]
    while (page.nextCursor !== null) {
      page = await timelineOf(`?pageSize=2&cursor=${encodeURIComponent(page.nextCursor)}`, other)
      seen.push(...page.items)
    }
    expect(seen).toEqual(all)
    expect(seen.filter(({ kind }) => kind === 'note')).toHaveLength(5)
  })

  it('a kind returns only its events', async () => {
    expect((await timelineOf('?kind=bet')).items).toHaveLength(1)
    expect((await timelineOf('?kind=login', { id: app.staff.id })).items.every(({ kind }) => kind === 'login')).toBe(
      true,
    )
  })

  it('staff see only the kinds of events that their capabilities allow', async () => {
    const capabilities = ['admin:enter', 'admin:users:read'] as const
    const reader = await app.admin({ firstName: 'Ruth', permissions: { role: 'own', title: 'Reader', capabilities } })
    const { body } = await reader.get<Page>(`/api/admin/users/${player.id}/timeline?pageSize=50`)
    expect(body.kinds).toEqual(['registration', 'login', 'limit', 'restriction', 'note'])
    expect(body.items.every(({ kind }) => body.kinds.includes(kind))).toBe(true)
    expect((await reader.get<Page>(`/api/admin/users/${player.id}/timeline?kind=bet`)).body.items).toEqual([])
  })

  it('[OPS-04] reading a timeline is recorded in the audit log', async () => {
    const other = await app.player()
    await timelineOf('', other)
    await timelineOf('?kind=bet', other)
    expect((await app.staffActions(`user:${other.id}`)).map(({ action }) => action)).toEqual(['user.read'])
  })

  it.each(['', 'x', '2026-02-30T10:00:00.000000Z,bet,1', '2026-11-21T10:00:00.000000Z,unknown,1', `${'9'.repeat(80)}`])(
    'the cursor %j is refused',
    async (cursor) => {
      const { status } = await app.staff.get(
        `/api/admin/users/${player.id}/timeline?cursor=${encodeURIComponent(cursor)}`,
      )
      expect([400, 422]).toContain(status)
    },
  )

  it('an unknown account is not found', async () => {
    expect((await app.staff.get(`/api/admin/users/${newId()}/timeline`)).body.code).toBe('USER_NOT_FOUND')
  })
})
