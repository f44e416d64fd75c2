import type { ChatMessage, ChatPlayer, Conversation } from '@mupiira/contract/chat.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { smallPng } from '../../../../../tests/support/chat-form.ts'
import { newId } from '../../kernel/ids.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient, TestResponse } from '../../testing/test-client.ts'
import { deleteVisitorChats } from './chat.repository.ts'
import { VISITOR_COOKIE } from './visitor.ts'

const CHAT = '/api/visitor-chat/messages'
const CONVERSATIONS = '/api/admin/chat/conversations'
const often = { interval: 10 }
let app: TestApp
let player: TestAccount
let operator: TestAccount

beforeAll(async () => {
  app = await createTestApp({ background: true, config: { ROLES: 'http,worker' } })
  player = await app.player()
  operator = await app.admin()
})
afterAll(() => app?.close())

type Conversing = {
  readonly message?: ChatMessage
  readonly items?: readonly ChatMessage[]
  readonly player?: ChatPlayer | null
}

const write = (who: TestClient, content: string, key: string = newId()): Promise<TestResponse<Conversing>> =>
  who.post<Conversing>(CHAT, { content, key })
const read = async (who: TestClient): Promise<readonly string[]> =>
  ((await who.get<Conversing>(CHAT)).body.items ?? []).map(({ content }) => content)
const ofVisitor = (id: string, end = 'messages'): string => `/api/admin/chat/${id}/${end}`
const listed = async (id: string): Promise<Conversation | undefined> =>
  ((await operator.get(CONVERSATIONS)).body.items as unknown as readonly Conversation[]).find(
    ({ userId }) => userId === id,
  )
/** A visitor who has written, with the id of the conversation. */
async function visitorWith(content: string, of: TestApp = app, address?: string) {
  const visitor = of.browser(address)
  await visitor.get(CHAT)
  const { message } = (await write(visitor, content)).body
  return { visitor, id: message?.userId ?? '' }
}

describe('the chat of a visitor', () => {
  it('[CHAT-01] [CHAT-11] a visitor can write without logging in, and reads the answer of staff', async () => {
    const live = await app.stream(operator, 'operators,conversations')
    const { visitor, id } = await visitorWith('I cannot log in, my number is 0772 000 111')
    const listedConversation = await listed(id)
    expect(listedConversation).toMatchObject({ isVisitor: true, name: '', phoneNumber: '', unread: 1 })
    expect(listedConversation?.username).toMatch(/^Visitor [0-9A-F]{4}$/)
    const shown = () => live().flatMap((event) => (event.type === 'conversation' ? [event.conversation.userId] : []))
    await expect.poll(shown, often).toContain(id)
    const opened = await operator.get<Conversing>(ofVisitor(id))
    expect(opened.body.player).toBeNull()
    expect((await operator.post(ofVisitor(id), { content: 'We look into it' })).status).toBe(201)
    expect((await operator.post(ofVisitor(id, 'read'), { upTo: 1 })).body).toMatchObject({ unread: 0 })
    expect(await read(visitor)).toEqual(['I cannot log in, my number is 0772 000 111', 'We look into it'])
    const { rows } = await app.asOwner(
      `select subject, after from audit_log where action = 'chat.answer' order by id desc limit 1`,
    )
    // The audit log stores only the length of the answer. The answer itself is deleted later, but the log is never
    // deleted.
    expect(rows).toEqual([{ subject: `visitor:${id}`, after: { characters: 15 } }])
  })

  it('[CHAT-07] an answer to a visitor causes no notification, because the visitor has no account', async () => {
    const { id } = await visitorWith('Hello?')
    await operator.post(ofVisitor(id), { content: 'Good morning' })
    // This later notification shows that the events of the visitor's conversation have already been read.
    await player.post('/api/chat/messages', { content: 'Hello' })
    await operator.post(ofVisitor(player.id), { content: 'Good evening' })
    const created = async () =>
      (await app.asOwner(`select user_id as id from notifications where message like 'Customer care%'`)).rows
    await expect.poll(created, often).toEqual([{ id: player.id }])
  })

  it('the cookie of a visitor is HttpOnly, is renewed by each message, and its secret is not stored', async () => {
    const visitor = app.browser()
    const first = await visitor.get(CHAT)
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly/)
    expect(String(first.headers['set-cookie'])).toMatch(/SameSite=Lax/)
    // A late response must not restore a cookie that was removed.
    expect((await visitor.get(CHAT)).cookies).toEqual([])
    const sent = await write(visitor, 'Hello')
    expect(sent.cookies).toMatchObject([{ name: VISITOR_COOKIE, maxAge: 60 * 86_400 }])
    const secret = visitor.cookies.get(VISITOR_COOKIE) ?? ''
    expect(secret).toHaveLength(43)
    const { rows } = await app.asOwner(`select 1 from customer_care_chat m where m::text like '%${secret}%'`)
    expect(rows).toEqual([])
  })

  it.each([
    ['a guessed secret', () => 'x'.repeat(43)],
    ['the id of another conversation', (id: string) => id],
    ['the id of a player', () => player.id],
    ['SQL', () => `'; drop table profiles; --`],
  ])('a visitor with %s in the cookie cannot read another conversation', async (_, cookieOf) => {
    const { id } = await visitorWith('Only for me')
    await player.post('/api/chat/messages', { content: 'Private' })
    const other = app.browser()
    other.cookies.set(VISITOR_COOKIE, encodeURIComponent(cookieOf(id)))
    expect(await read(other)).toEqual([])
  })

  it('a message without the cookie is refused, because its sender could not read the answer', async () => {
    const refused = await write(app.browser(), 'Hello')
    expect([refused.status, refused.body.code]).toEqual([422, 'VISITOR_UNKNOWN'])
  })

  it('a player’s session neither adds messages to the browser’s visitor chat nor hides them', async () => {
    await player.post('/api/chat/messages', { content: 'Private' })
    expect(await read(player)).toEqual([])
    await write(player, 'Asked without my account')
    expect(await read(player)).toEqual(['Asked without my account'])
    expect((await player.get<Conversing>('/api/chat/messages')).text).not.toContain('Asked without')
    expect((await player.get(ofVisitor(player.id))).status).toBe(403)
  })

  it.each([
    ['no text', { content: '  \n ' }, 422, 'MESSAGE_EMPTY'],
    ['2,001 characters', { content: 'x'.repeat(2_001) }, 400, 'INVALID_FIELDS'],
    ['NUL', { content: 'a\u0000b' }, 400, 'INVALID_FIELDS'],
    ['an unpaired surrogate', { content: '\ud800' }, 400, 'INVALID_FIELDS'],
    ['a short key', { content: 'Hello', key: 'k' }, 400, 'INVALID_FIELDS'],
    ['a sender', { content: 'Hello', sender: 'admin' }, 400, 'INVALID_FIELDS'],
    ['the id of a player', { content: 'Hello', userId: newId() }, 400, 'INVALID_FIELDS'],
    ['an image', { content: 'Hello', image: 'data:image/png;base64,AAAA' }, 400, 'INVALID_FIELDS'],
  ])('[CHAT-05] a message of a visitor with %s is refused', async (_, fault, status, code) => {
    const visitor = app.browser()
    await visitor.get(CHAT)
    const refused = await visitor.post(CHAT, { key: newId(), ...fault })
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await read(visitor)).toEqual([])
  })

  it('images are refused in messages from and to visitors', async () => {
    const { visitor, id } = await visitorWith('Here is a picture')
    const form = () => {
      const parts = new FormData()
      parts.set('content', 'See')
      parts.set('image', new Blob([new Uint8Array(smallPng())]), 'a.png')
      return parts
    }
    expect((await visitor.upload(CHAT, form())).status).toBe(415)
    const refused = await operator.upload(ofVisitor(id), form())
    expect([refused.status, refused.body.code]).toEqual([422, 'VISITOR_IMAGE'])
    expect(await read(visitor)).toEqual(['Here is a picture'])
  })

  it('markup and commands in a message are stored and returned as text', async () => {
    const text = `<script>alert(1)</script> '); drop table profiles; -- {{7*7}} \u202egpj.exe`
    const { visitor, id } = await visitorWith(text)
    expect(await read(visitor)).toEqual([text])
    expect((await listed(id))?.lastMessage.content).toBe(text)
  })

  it('[CHAT-04] one idempotency key creates one visitor message, even if it is repeated concurrently', async () => {
    const { visitor } = await visitorWith('first')
    const key = newId()
    const sent = await Promise.all(Array.from({ length: 6 }, () => write(visitor, 'once', key)))
    expect(new Set(sent.map(({ body }) => body.message?.id)).size).toBe(1)
    expect(await read(visitor)).toEqual(['first', 'once'])
  })

  it('a visitor can remove the conversation from the device', async () => {
    const { visitor, id } = await visitorWith('At the internet café')
    expect((await visitor.delete('/api/visitor-chat')).status).toBe(200)
    expect(visitor.cookies.has(VISITOR_COOKIE)).toBe(false)
    expect(await read(visitor)).toEqual([])
    expect((await listed(id))?.lastMessage.content).toBe('At the internet café')
  })
})

describe('limits', () => {
  it('a browser can send 30 messages an hour, and the browsers of a network can start 60 conversations', async () => {
    const strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: '1' } })
    // The requests come from many networks, so the limit of requests per minute does not apply.
    const { visitor } = await visitorWith('1', strict)
    const secret = visitor.cookies.get(VISITOR_COOKIE) ?? ''
    const elsewhere = (): TestClient => {
      const client = strict.browser()
      client.cookies.set(VISITOR_COOKIE, secret)
      return client
    }
    for (let sent = 2; sent <= 30; sent++) expect((await write(elsewhere(), String(sent))).status).toBe(201)
    const refused = await write(elsewhere(), '31')
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    const begun = async (at: number) => {
      const client = strict.browser(`2001:db8:5:5::${at.toString(16)}`)
      client.cookies.set(VISITOR_COOKIE, String(at).padStart(43, 'v'))
      return write(client, 'Hello')
    }
    for (let at = 1; at <= 60; at++) expect((await begun(at)).status).toBe(201)
    const next = await begun(61)
    expect(next.status).toBe(429)
    // A wait of more than a minute shows that an hourly limit applied.
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(60)
    await strict.close()
  })

  it('all browsers of a network together can send 600 messages an hour', async () => {
    const strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: '1' } })
    // The conversations begin in other networks, so only the messages count for the network. 30 browsers may send up to
    // 900.
    const senders: TestClient[] = []
    for (let at = 0; at < 30; at++) {
      const { visitor } = await visitorWith('Hello', strict)
      const client = strict.browser('2001:db8:6:6::1')
      client.cookies.set(VISITOR_COOKIE, visitor.cookies.get(VISITOR_COOKIE) ?? '')
      senders.push(client)
    }
    for (let no = 1; no <= 20; no++) {
      const sent = await Promise.all(senders.map((client) => write(client, String(no))))
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
    }
    const refused = await Promise.all(senders.map((client) => write(client, '21')))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(60)
    await strict.close()
  })

  it('a visitor can send 200 messages in a conversation, and a repeated request does not count', async () => {
    const { visitor, id } = await visitorWith('1')
    await app.asOwner(`
      insert into customer_care_chat (id, user_id, no, sender, author_id, content, send_key, created_at)
      select gen_random_uuid(), '${id}', no, 'user', '${id}', no, 'filled-' || no, now() from generate_series(2, 199) no`)
    await app.asOwner(`update chat_conversations set last_no = 199 where user_id = '${id}'`)
    const key = newId()
    expect((await write(visitor, '200', key)).status).toBe(201)
    expect((await write(visitor, '200', key)).status).toBe(201)
    const refused = await write(visitor, '201')
    expect([refused.status, refused.body.code]).toEqual([422, 'CHAT_FULL'])
    expect((await operator.post(ofVisitor(id), { content: 'Please call us' })).status).toBe(201)
  })

  it('a request of a visitor without a cookie sends no database query', async () => {
    const query = vi.spyOn(app.kernel.db, 'asPlayer')
    const page = await app.browser().get<Conversing>(CHAT)
    expect([page.status, page.body.items, query.mock.calls]).toEqual([200, [], []])
    query.mockRestore()
  })
})

describe('the list of conversations', () => {
  it('[CHAT-11] staff list only players or only visitors', async () => {
    const { id } = await visitorWith('A visitor')
    await player.post('/api/chat/messages', { content: 'A player' })
    const idsOf = async (filter: string): Promise<readonly string[]> =>
      ((await operator.get(`${CONVERSATIONS}?${filter}`)).body.items as unknown as readonly Conversation[])
        .map(({ userId }) => userId)
        .filter((userId) => [id, player.id].includes(userId))
    expect(new Set(await idsOf(''))).toEqual(new Set([player.id, id]))
    expect(await idsOf('isVisitor=true&unread=true')).toEqual([id])
    expect(await idsOf('isVisitor=false')).toEqual([player.id])
  })
})

describe('retention', () => {
  /** Moves the conversation and its messages into the past of the database’s clock. */
  async function age(id: string, past: string): Promise<void> {
    const at = `now() - interval '${past}'`
    await app.asOwner(`update chat_conversations set last_at = ${at} where user_id = '${id}'`)
    await app.asOwner(`update customer_care_chat set created_at = ${at} where user_id = '${id}'`)
  }

  it('conversations of visitors are deleted 30 days after their last message, those of players are not', async () => {
    const old = await visitorWith('Old question')
    const recent = await visitorWith('Recent question')
    await player.post('/api/chat/messages', { content: 'Old message of a player' })
    await age(old.id, '30 days 1 minute')
    await age(recent.id, '29 days 23 hours')
    await age(player.id, '31 days')
    await deleteVisitorChats(app.kernel.workerDb, new Date(Date.now() - 31 * DAY_MS))
    expect(await read(old.visitor)).toEqual(['Old question'])
    await deleteVisitorChats(app.kernel.workerDb, new Date(Date.now() - 30 * DAY_MS))
    expect(await read(old.visitor)).toEqual([])
    expect(await read(recent.visitor)).toEqual(['Recent question'])
    expect((await operator.get(ofVisitor(old.id))).status).toBe(404)
    const { rows } = await app.asOwner(`select 1 from customer_care_chat where content = 'Old message of a player'`)
    expect(rows).toHaveLength(1)
  })

  it('the database keeps messages of visitors for 30 days, even if the server passes a future date or changes the time of the conversation', async () => {
    const { visitor, id } = await visitorWith('Where is my deposit?')
    await age(id, '29 days 23 hours')
    const tomorrow = new Date(Date.now() + DAY_MS)
    await deleteVisitorChats(app.kernel.workerDb, tomorrow)
    await app.kernel.db.change(`update chat_conversations set last_at = now() - interval '1 year' where user_id = $1`, [
      id,
    ])
    await deleteVisitorChats(app.kernel.workerDb, tomorrow)
    expect(await read(visitor)).toEqual(['Where is my deposit?'])
  })

  it('the server’s database role cannot change a player’s conversation into a visitor’s', async () => {
    const change = app.kernel.db.change(`update chat_conversations set is_visitor = true`)
    await expect(change).rejects.toThrow('permission denied')
  })

  it('the server’s database role cannot create a player’s conversation as a visitor’s', async () => {
    const other = await app.player()
    const begin = (id: string, isVisitor: boolean) =>
      app.kernel.db.change(`insert into chat_conversations (user_id, is_visitor, last_at) values ($1, $2, now())`, [
        id,
        isVisitor,
      ])
    await expect(begin(other.id, true)).rejects.toThrow('check constraint')
    await expect(begin('0198c0de-0000-8000-8000-000000000001', false)).rejects.toThrow('check constraint')
  })

  it('one run deletes all old conversations, even if there are too many for one statement', async () => {
    await app.asOwner(`
      insert into chat_conversations (user_id, is_visitor, last_no, last_at)
      select overlay(gen_random_uuid()::text placing '8' from 15 for 1)::uuid, true, 1, now() - interval '31 days'
        from generate_series(1, 250)`)
    await app.asOwner(`
      insert into customer_care_chat (id, user_id, no, sender, author_id, content, send_key, created_at)
      select gen_random_uuid(), user_id, 1, 'user', user_id, 'Hello', 'long-ago', last_at from chat_conversations c
       where is_visitor and not exists (select from customer_care_chat m where m.user_id = c.user_id)`)
    const old = async () =>
      (await app.asOwner(`select 1 from customer_care_chat where send_key = 'long-ago'`)).rows.length
    const before = new Date(Date.now() - 30 * DAY_MS)
    await app.kernel.workerDb.change('call delete_visitor_chats($1, null)', [before])
    expect(await old()).toBe(150)
    await deleteVisitorChats(app.kernel.workerDb, before)
    expect(await old()).toBe(0)
  })

  it('deleting a message does not scan the whole table for its replies', async () => {
    const { rows } = await app.asOwner(
      `select 1 from pg_index where indrelid = 'customer_care_chat'::regclass and pg_get_indexdef(indexrelid) like '%(reply_to)%'`,
    )
    expect(rows).toHaveLength(1)
  })
})
