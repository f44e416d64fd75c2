import type { CareReport, Conversation, ConversationState } from '@mupiira/contract/chat.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const MINUTE_MS = 60_000
let app: TestApp
let sarah: TestAccount
let peter: TestAccount

beforeAll(async () => {
  app = await createTestApp()
  sarah = await app.admin({ firstName: 'Sarah' })
  peter = await app.admin({ firstName: 'Peter' })
})
afterAll(() => app?.close())

type State = Pick<ConversationState, 'isOpen'> & { readonly assignedTo: string | null }
const NEW: State = { isOpen: true, assignedTo: null }
const write = (player: TestAccount, content = 'My deposit is missing') => player.post('/api/chat/messages', { content })
const answer = (player: TestAccount, by = sarah) =>
  by.post(`/api/admin/chat/${player.id}/messages`, { content: 'Which number?' })
const change = (player: { readonly id: string }, to: State, seen: State, by = sarah) =>
  by.put<ConversationState>(`/api/admin/chat/${player.id}/state`, { ...to, seen })
const list = async (query: string, by = sarah): Promise<readonly string[]> => {
  const { body } = await by.get<{ items: Conversation[] }>(`/api/admin/chat/conversations?pageSize=100&${query}`)
  return body.items.map(({ userId }) => userId)
}
const stateOf = async (player: TestAccount): Promise<ConversationState> =>
  (await sarah.get<{ state: ConversationState }>(`/api/admin/chat/${player.id}/messages`)).body.state
const actionsOn = async (player: TestAccount) =>
  (
    await app.kernel.db.query<{ action: string }>(
      `select action from audit_log where subject = $1 and action in ('chat.assign', 'chat.close', 'chat.reopen') order by id`,
      [`user:${player.id}`],
    )
  ).map(({ action }) => action)

describe('a conversation with customer care', () => {
  it('[CHAT-26] a conversation waits from its first unanswered message, and no longer after an answer', async () => {
    const player = await app.player()
    expect(await stateOf(player)).toEqual({ isOpen: false, assignedTo: null, waitingSince: null })
    const first = app.clock.now().toISOString()
    await write(player)
    app.clock.forward(5 * MINUTE_MS)
    await write(player, 'Hello?')
    expect(await stateOf(player)).toEqual({ isOpen: true, assignedTo: null, waitingSince: first })
    await answer(player)
    expect(await stateOf(player)).toEqual({ isOpen: true, assignedTo: null, waitingSince: null })
  })

  it('[CHAT-26] staff take, transfer, release, close and reopen a conversation, each with an audit entry', async () => {
    const player = await app.player()
    await write(player)
    const mine = { isOpen: true, assignedTo: sarah.id }
    const ofPeter = { isOpen: true, assignedTo: peter.id }
    const closed = { isOpen: false, assignedTo: null }
    expect((await change(player, mine, NEW)).body).toMatchObject({ assignedTo: { id: sarah.id, name: /^Sarah/ } })
    expect([await list('assigned=me'), await list('assigned=me', peter)]).toEqual([[player.id], []])
    expect((await change(player, ofPeter, mine)).status).toBe(200)
    expect(await list('assigned=me', peter)).toEqual([player.id])
    expect((await change(player, NEW, ofPeter, peter)).status).toBe(200)
    expect(await list('assigned=none&open=true')).toContain(player.id)
    // A closed conversation is not assigned.
    expect((await change(player, { ...mine, isOpen: false }, NEW)).body).toEqual({ ...closed, waitingSince: null })
    expect([await list('open=true'), await list('open=false')]).toEqual([
      expect.not.arrayContaining([player.id]),
      expect.arrayContaining([player.id]),
    ])
    expect((await change(player, NEW, closed)).body).toMatchObject({ isOpen: true })
    // The same state again changes nothing.
    expect((await change(player, NEW, NEW)).status).toBe(200)
    expect(await actionsOn(player)).toEqual(['chat.assign', 'chat.assign', 'chat.assign', 'chat.close', 'chat.reopen'])
  })

  it('[CHAT-26] the next message of the player opens a closed conversation for all staff', async () => {
    const player = await app.player()
    await write(player)
    await change(player, { isOpen: false, assignedTo: null }, NEW)
    await write(player, 'One more thing')
    expect(await stateOf(player)).toMatchObject({ isOpen: true, assignedTo: null })
    expect(
      await app.kernel.db.query(
        'select closed_at is null as open from chat_cases where user_id = $1 order by opened_at',
        [player.id],
      ),
    ).toEqual([{ open: false }, { open: true }])
  })

  it('[CHAT-26] of two members of staff who take a conversation at the same time, one is refused', async () => {
    const player = await app.player()
    await write(player)
    const answers = await Promise.all([
      change(player, { isOpen: true, assignedTo: sarah.id }, NEW, sarah),
      change(player, { isOpen: true, assignedTo: peter.id }, NEW, peter),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONVERSATION_CHANGED' })
    expect(await actionsOn(player)).toEqual(['chat.assign'])
  })

  it('[CHAT-26] a conversation is not transferred to a player or a suspended member of staff', async () => {
    const player = await app.player()
    const left = await app.admin({ firstName: 'Left' })
    await write(player)
    await app.asOwner(`update profiles set account_status = 'suspended' where id = '${left.id}'`)
    for (const assignedTo of [player.id, left.id, '0199a1b2-c3d4-7e5f-8071-8293a4b5c6d7'])
      expect(await change(player, { isOpen: true, assignedTo }, NEW)).toMatchObject({
        status: 422,
        body: { code: 'ASSIGNEE_UNKNOWN' },
      })
    const { body } = await sarah.get<{ items: { name: string }[] }>('/api/admin/chat/staff')
    expect(body.items.map(({ name }) => name.split(' ')[0])).toEqual(['Peter', 'Sarah'])
  })

  it.each(['no-id', '0199a1b2-c3d4-7e5f-8071-8293a4b5c6d7'])('the state of %s cannot be changed', async (id) => {
    expect(await change({ id }, NEW, NEW)).toMatchObject({ status: 404, body: { code: 'CONVERSATION_NOT_FOUND' } })
  })

  it('the server’s database role cannot delete a case', async () => {
    await expect(app.kernel.db.change('delete from chat_cases')).rejects.toThrow(/permission denied/)
  })
})

describe('the report about conversations', () => {
  it('[CHAT-28] the report shows the times to the first answer and to the closing, by day and by staff', async () => {
    app.clock.set(new Date('2026-12-05T09:00:00Z'))
    const report = async (query: string) => (await sarah.get<CareReport>(`/api/admin/chat/report?${query}`)).body
    for (const minutes of [2, 4, 30]) {
      const player = await app.player()
      await write(player)
      app.clock.forward(minutes * MINUTE_MS)
      await answer(player)
      app.clock.forward(10 * MINUTE_MS)
      if (minutes < 30) await change(player, { isOpen: false, assignedTo: null }, NEW, minutes === 2 ? sarah : peter)
    }
    const day = dayKey(app.clock.now())
    const figures = {
      opened: 3,
      answered: 3,
      closed: 2,
      firstAnswerSeconds: 240,
      resolutionSeconds: 780,
    }
    const found = await report(`from=${day}&to=${day}`)
    expect(found).toMatchObject({ total: figures, days: [{ day, ...figures }] })
    expect(found.total.slowAnswerSeconds).toBeCloseTo(1_488, 5)
    expect(found.staff.map(({ name, closed }) => `${name.split(' ')[0]} ${closed}`).toSorted()).toEqual([
      'Peter 1',
      'Sarah 1',
    ])
    // Cases that staff opened have no time to the first answer.
    const player = await app.player()
    await answer(player)
    expect((await report(`from=${day}&to=${day}`)).total).toMatchObject({ opened: 4, answered: 3 })
    expect(await report('from=2020-01-01&to=2020-01-02')).toMatchObject({ total: { opened: 0 }, days: [], staff: [] })
    for (const query of ['from=2020-01-01&to=2026-01-02', 'from=2026-12-05&to=2026-12-01', 'from=2026-02-30'])
      expect(await report(query)).toMatchObject({ code: 'INVALID_FIELDS' })
  })
})

describe('quick replies', () => {
  it('[CHAT-27] a quick reply with an unknown placeholder is refused, and the refusal names the known ones', async () => {
    const title = 'Deposit arrived'
    const refused = await sarah.post('/api/admin/quick-replies', { title, content: 'Hello {nmae}, {balance}' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'PLACEHOLDER_UNKNOWN' } })
    expect(refused.text).toContain('{nmae} is not a placeholder. Use one of these: {name}, {username}')
    const added = await sarah.post('/api/admin/quick-replies', { title, content: 'Hello {name}, {reference} arrived' })
    expect(added.status).toBe(201)
    const id = String(added.body['id'])
    const changed = await sarah.put(`/api/admin/quick-replies/${id}`, { title, content: '{constructor}' })
    expect(changed).toMatchObject({ status: 422, body: { code: 'PLACEHOLDER_UNKNOWN' } })
  })
})
