import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { MAX_NOTICES } from '@mupiira/domain/notices/notice.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { TestClient, TestResponse } from '../../../testing/test-client.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const often = { interval: 10 }
const NOTICES = '/api/admin/notices'
const TEXT = 'No deposits from 02:00 to 03:00'
let app: TestApp
let operator: TestAccount

beforeAll(async () => {
  app = await createTestApp({ background: true, config: { ROLES: 'http,worker' } })
  operator = await app.admin()
})
afterAll(() => app?.close())

type Listed = { readonly id: string; readonly message: string; readonly shown: number; readonly read: boolean }
const listOf = ({ body }: TestResponse): readonly Listed[] => body.items as unknown as readonly Listed[]
const post = (body: object, key?: string): Promise<TestResponse> => operator.post(NOTICES, body, { key })
const idOf = ({ body }: TestResponse): string => String(body['id'])
const listed = async (): Promise<readonly Listed[]> => listOf(await operator.get(NOTICES))
const own = async (who: TestClient): Promise<readonly Listed[]> => listOf(await who.get('/api/notifications'))
const shownTo = async (id: string): Promise<number | undefined> =>
  (await listed()).find((each) => each.id === id)?.shown
const reportedOf = (events: readonly StreamEvent[], id: string): number =>
  events.filter((event) => 'notification' in event && event.notification.id === id).length

describe('a notice to all players', () => {
  it('[NOTE-13] [NOTE-14] a notice to all players reaches players with an open stream by one event and other players at their next visit, once each', async () => {
    const [here, elsewhere, late] = [await app.player(), await app.player(), await app.player()]
    const [mine, theirs] = [await app.stream(here, 'me'), await app.stream(elsewhere, 'me')]
    await expect.poll(() => app.kernel.metrics.text(), often).toContain('streams_open 2')
    const response = await post({ message: `  ${TEXT} `, priority: 'high', actionUrl: '/deposit' })
    expect(response.status).toBe(201)
    const id = idOf(response)
    expect(response.body).toMatchObject({ message: TEXT, priority: 'high', actionUrl: '/deposit', shown: 0 })
    await expect.poll(() => [reportedOf(mine(), id), reportedOf(theirs(), id)], often).toEqual([1, 1])
    const [event] = mine().filter(({ type }) => type === 'notice')
    expect(event).toMatchObject({
      notification: { message: TEXT, type: 'system', priority: 'high', read: false, link: '/deposit' },
    })
    const rows = await app.kernel.db.query<{ events: { type: string }[] }>('select events from outbox')
    expect(rows.flatMap(({ events }) => events).map(({ type }) => type)).toEqual(['notice-posted'])
    await expect.poll(() => shownTo(id), often).toBe(2)

    const later = await app.stream(late, 'me')
    for (const who of [here, late, late]) await who.post('/api/notifications/arrival', {})
    await expect.poll(() => reportedOf(later(), id), often).toBe(1)
    expect(await shownTo(id)).toBe(3)
    for (const who of [here, elsewhere, late]) expect((await own(who)).map((each) => each.id)).toContain(id)
    expect([reportedOf(mine(), id), reportedOf(later(), id)]).toEqual([1, 1])
  })

  it('[NOTE-13] [NOTE-14] a notice older than the account is in the list as read, and is not sent by the stream', async () => {
    const unread = async (who: TestClient) => (await who.get('/api/notifications')).body['unread']
    const before = await app.player()
    const earlier = await app.stream(before, 'me')
    const id = idOf(await post({ message: 'Older than the account' }))
    // The relay has published the notice before the account exists.
    await expect.poll(() => reportedOf(earlier(), id), often).toBe(1)
    const newcomer = await app.player()
    const live = await app.stream(newcomer, 'me')
    await newcomer.post('/api/notifications/arrival', {})
    const later = idOf(await post({ message: 'Newer than the account' }))
    await expect.poll(() => reportedOf(live(), later), often).toBe(1)
    expect(reportedOf(live(), id)).toBe(0)
    const [own1, own2] = [await own(newcomer), await own(before)]
    const readOf = (list: readonly Listed[]) => [id, later].map((each) => list.find((one) => one.id === each)?.read)
    expect([readOf(own1), readOf(own2)]).toEqual([
      [true, false],
      [false, false],
    ])
    // The two notifications are the welcome and the later notice.
    await expect.poll(() => unread(newcomer), often).toBe(2)
    for (const each of [id, later]) await operator.delete(`${NOTICES}/${each}`)
  })

  it('[NOTE-10] [NOTE-13] [OPS-04] a notice to all players disappears for all players when staff withdraws the notice, and posting and withdrawal are in the audit log', async () => {
    const player = await app.player()
    const live = await app.stream(player, 'me')
    const id = idOf(await post({ message: 'A slip of the pen' }))
    await player.post(`/api/notifications/${id}/read`)
    expect((await own(player)).find((each) => each.id === id)?.read).toBe(true)
    expect((await operator.delete(`${NOTICES}/${id}`)).status).toBe(200)
    expect((await own(player)).map((each) => each.id)).not.toContain(id)
    expect((await listed()).map((each) => each.id)).not.toContain(id)
    const takenBack = () => live().filter((event) => event.type === 'notice-taken-back' && event.notificationId === id)
    await expect.poll(takenBack, often).toHaveLength(1)
    expect(await operator.delete(`${NOTICES}/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'NOTICE_NOT_FOUND' },
    })
    const log = await app.kernel.db.query(
      'select action, before, after from audit_log where subject = $1 order by id',
      [`notice:${id}`],
    )
    const text = { message: 'A slip of the pen', priority: 'medium', actionUrl: null }
    expect(log).toEqual([
      { action: 'notice.post', before: null, after: text },
      { action: 'notice.withdraw', before: text, after: null },
    ])
  })

  it('[OPS-02] staff cannot withdraw a player’s own notification', async () => {
    const player = await app.player()
    await player.post('/api/notifications/arrival', {})
    const welcome = (await own(player)).find(({ message }) => message.startsWith('Welcome!'))
    expect((await operator.delete(`${NOTICES}/${welcome?.id}`)).status).toBe(404)
    expect((await own(player)).map(({ id }) => id)).toContain(welcome?.id)
    expect((await player.post(NOTICES, { message: TEXT })).status).toBe(403)
  })

  it('[OPS-03] a notice to all players is posted once for one idempotency key', async () => {
    const key = 'the-same-key-again'
    const response = await Promise.all(Array.from({ length: 4 }, () => post({ message: 'Sent four times' }, key)))
    expect(new Set(response.map(idOf)).size).toBe(1)
    expect((await post({ message: 'Another text' }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await operator.post(NOTICES, { message: 'Without a key' }, { key: null })).status).toBe(201)
  })

  it.each([
    [{ message: '  ' }, 422, 'NOTICE_EMPTY'],
    [{ message: 'x'.repeat(301) }, 422, 'NOTICE_TOO_LONG'],
    [{ message: 'a bell\u0007' }, 422, 'NOTICE_CHARACTERS'],
    [{ message: TEXT, actionUrl: '//elsewhere.example' }, 422, 'NOTICE_LINK'],
    [{ message: TEXT, priority: 'loud' }, 400, 'INVALID_FIELDS'],
  ])('[NOTE-13] a notice to all players with %j is refused with %d %s', async (body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: { code } })
  })

  it('[NOTE-13] a notice to all players is refused above the number of active notices', async () => {
    const { length } = await listed()
    for (let count = length; count < MAX_NOTICES; count++) await post({ message: `Notice ${count}` })
    const full = { status: 409, body: { detail: 'There are already 50 notices. Please withdraw an older one first.' } }
    expect(await post({ message: 'One more' })).toMatchObject(full)
    const second = await operator.get(`${NOTICES}?page=3`)
    expect(second.body).toMatchObject({ page: 3, pageSize: 20, total: MAX_NOTICES, hasMore: false })
    expect(listOf(second)).toHaveLength(10)
  })
})
