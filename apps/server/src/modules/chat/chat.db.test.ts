import { randomUUID } from 'node:crypto'
import type { ChatMessage, Conversation } from '@mupiira/contract/chat.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { authenticator } from '../../../../../tests/support/authenticator.ts'
import { smallPng } from '../../../../../tests/support/chat-form.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import type { TestClient, TestResponse } from '../../testing/test-client.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const often = { interval: 10 }
const OWN = '/api/chat/messages'
let app: TestApp
let player: TestAccount
let operator: TestAccount
let otherPlayer: TestAccount
let visitor: TestClient
const ofPlayer = (person: TestAccount, end = 'messages'): string => `/api/admin/chat/${person.id}/${end}`

beforeAll(async () => {
  app = await createTestApp({ background: true, config: { ROLES: 'http,worker' } })
  player = await app.player()
  otherPlayer = await app.player()
  operator = await app.admin()
  visitor = app.browser()
})
afterAll(() => app?.close())

type Conversing = {
  readonly message?: ChatMessage
  readonly items?: readonly ChatMessage[]
  readonly nextCursor?: string | null
  readonly unread?: number
}
type Response = TestResponse<Conversing>
type Form = { readonly content?: string; readonly image?: Buffer; readonly name?: string; readonly key?: string }

const write = (who: TestClient, content: string, key?: string): Promise<Response> =>
  who.post<Conversing>(OWN, { content }, { key })
const answer = (to: TestAccount, content: string): Promise<Response> =>
  operator.post<Conversing>(ofPlayer(to), { content })
const own = async (who: TestClient): Promise<Conversing> => (await who.get<Conversing>(OWN)).body
const contents = ({ items = [] }: Conversing): readonly string[] => items.map(({ content }) => content)
const messageOf = ({ body, text }: Response): ChatMessage => {
  if (body.message === undefined) throw new Error(`there is no message: ${text}`)
  return body.message
}
/** Sends a message as a form. */
function send(who: TestClient, path: string, { content, image, name, key }: Form): Promise<Response> {
  const form = new FormData()
  if (content !== undefined) form.set('content', content)
  if (image !== undefined) form.set('image', new Blob([new Uint8Array(image)]), name ?? 'picture.png')
  return who.upload<Conversing>(path, form, { key })
}

describe('a conversation', () => {
  it('[CHAT-02] [CHAT-03] [CHAT-08] [CHAT-14] [CHAT-17] [DATA-28] a chat conversation is shown to player and operator in time order, with live updates', async () => {
    const [mine, theirs] = [await app.stream(player, 'me'), await app.stream(operator, 'operators,conversations')]
    const lists = await app.stream(operator, 'operators')
    expect((await write(player, 'My deposit is missing')).status).toBe(201)
    await answer(player, 'Which number did you pay from?')
    await write(player, '0772 000 111')
    const entered = ['My deposit is missing', 'Which number did you pay from?', '0772 000 111']
    expect(contents(await own(player))).toEqual(entered)
    const seen = (await operator.get<Conversing>(ofPlayer(player))).body
    expect(contents(seen)).toEqual(entered)
    expect(seen.items?.map(({ no, sender, replyTo }) => [no, sender, replyTo])).toEqual([
      [1, 'user', null],
      [2, 'admin', null],
      [3, 'user', null],
    ])
    expect(contents(await own(otherPlayer))).toEqual([])
    const live = () => mine().flatMap((event) => (event.type === 'chat-message' ? [event.message.content] : []))
    await expect.poll(live, often).toEqual(entered)
    const shown = () => theirs().flatMap((event) => (event.type === 'conversation' ? [event.conversation] : []))
    const last = { userId: player.id, unread: 2, lastMessage: { content: '0772 000 111' } }
    await expect.poll(() => shown().at(-1), often).toMatchObject(last)
    expect(lists.types()).not.toContain('conversation')
  })

  it('[CHAT-11] [CHAT-12] [CHAT-13] a chat conversation counts unread messages for player and operators', async () => {
    const other = await app.player()
    await write(other, 'one')
    await write(other, 'two')
    await answer(other, 'three')
    const listed = async (query = ''): Promise<readonly Conversation[]> => {
      const { body } = await operator.get(`/api/admin/chat/conversations${query}`)
      return body.items as unknown as readonly Conversation[]
    }
    const first = (await listed()).find(({ userId }) => userId === other.id)
    expect(first).toMatchObject({ unread: 2, name: 'Grace Nakato' })
    expect(first?.phoneNumber).toMatch(/^\+25677/)
    expect((await own(other)).unread).toBe(1)
    expect((await operator.post(ofPlayer(other, 'read'), { upTo: 1 })).body.unread).toBe(1)
    expect((await operator.post(ofPlayer(other, 'read'), { upTo: 900 })).body.unread).toBe(0)
    expect((await listed('?unread=true')).map(({ userId }) => userId)).not.toContain(other.id)
    // A mark never moves back, and later messages are unread.
    expect((await operator.post(ofPlayer(other, 'read'), { upTo: 0 })).body.unread).toBe(0)
    await write(other, 'four')
    expect((await listed('?unread=true')).map(({ userId }) => userId)).toContain(other.id)
    expect((await other.post('/api/chat/read', { upTo: 3 })).body.unread).toBe(0)
    expect((await own(other)).unread).toBe(0)
  })

  it('[CHAT-11] the list of conversations shows the latest first, page by page', async () => {
    for (const at of [1, 2, 3]) {
      app.clock.forward(60_000)
      await write(await app.player(), `player ${at}`)
    }
    const page = async (no: number) => {
      const { body } = await operator.get(`/api/admin/chat/conversations?unread=true&pageSize=2&page=${no}`)
      const items = body.items as unknown as readonly Conversation[]
      return {
        entered: items.map(({ lastMessage }) => lastMessage.content),
        hasMore: Reflect.get(body, 'hasMore') as boolean,
      }
    }
    expect(await page(1)).toEqual({ entered: ['player 3', 'player 2'], hasMore: true })
    expect((await page(2)).entered[0]).toBe('player 1')
    expect(await page(9)).toEqual({ entered: [], hasMore: false })
    await operator.post(ofPlayer(player, 'read'), { upTo: 900 })
    const totalOf = async (query: string): Promise<unknown> =>
      Reflect.get((await operator.get(`/api/admin/chat/conversations?pageSize=2${query}`)).body, 'total')
    const [counted] = await app.kernel.db.query(
      `select count(*)::int as "all", (count(*) filter (where user_last_no > admin_read_no))::int as unread
         from chat_conversations where last_no > 0`,
    )
    expect({ all: await totalOf(''), unread: await totalOf('&unread=true') }).toEqual(counted)
  })

  it('[CHAT-07] [NOTE-30] an operator’s answer creates a notification with volume 0.7, which is marked as read when the player reads the answer', async () => {
    const other = await app.player()
    const received = await app.stream(other, 'me')
    await write(other, 'Hello?')
    await answer(other, `We are here. ${'x'.repeat(300)}`)
    const response = () => received().flatMap((event) => (event.type === 'notification' ? [event] : []))
    await expect.poll(response, often).toHaveLength(1)
    expect(response()[0]?.notification).toMatchObject({
      type: 'info',
      priority: 'medium',
      link: '/help#chat',
      read: false,
    })
    expect(response()[0]?.notification.message).toMatch(/^Customer care has replied: “We are here\. x+…”$/)
    await other.post('/api/chat/read', { upTo: 2 })
    const unread = () => received().flatMap((event) => (event.type === 'unread' ? [event.unread] : []))
    await expect.poll(unread, often).toEqual([0])
  })

  it('[CHAT-02] older messages of a chat conversation are loaded page by page', async () => {
    const other = await app.player()
    for (let at = 1; at <= 7; at++) await write(other, `no ${at}`)
    const { body: latest } = await other.get<Conversing>(`${OWN}?limit=3`)
    expect(contents(latest)).toEqual(['no 5', 'no 6', 'no 7'])
    const { body: before } = await other.get<Conversing>(`${OWN}?limit=5&cursor=${latest.nextCursor}`)
    expect(contents(before)).toEqual(['no 1', 'no 2', 'no 3', 'no 4'])
    expect(before.nextCursor).toBeNull()
    expect((await other.get(`${OWN}?cursor=nonsense`)).body.code).toBe('INVALID_FIELDS')
  })

  it('[CHAT-02] concurrent messages of player and operator are numbered without gaps or duplicates', async () => {
    const other = await app.player()
    const entered = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? write(other, `${at}`) : answer(other, `${at}`),
    )
    for (const response of await Promise.all(entered)) expect(response.status).toBe(201)
    expect((await own(other)).items?.map(({ no }) => no)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  })
})

describe('sending', () => {
  it.each(['', '   \n '])('[CHAT-05] a chat message with the text %j and no image is refused', async (content) => {
    expect((await write(player, content)).body.code).toBe('MESSAGE_EMPTY')
    expect((await send(player, OWN, { content })).body.code).toBe('MESSAGE_EMPTY')
  })

  it('[CHAT-09] sending a chat message requires an account', async () => {
    const response = await write(visitor, 'Hello')
    expect([response.status, response.body.detail]).toEqual([401, 'Profile ID is missing. Cannot send message.'])
    expect((await write(operator, 'Hello')).status).toBe(403)
  })

  it('[CHAT-04] [OPS-03] each chat request without an idempotency key creates a message, by player or operator', async () => {
    const other = await app.player()
    for (const [who, path] of [
      [other, OWN],
      [other, OWN],
      [operator, ofPlayer(other)],
    ] as const) {
      expect((await who.post(path, { content: 'twice' }, { key: null })).status).toBe(201)
    }
    expect(contents(await own(other))).toEqual(['twice', 'twice', 'twice'])
    expect((await other.post(OWN, { content: 'twice' }, { key: 'short' })).status).toBe(400)
  })

  it('[CHAT-04] one idempotency key creates one chat message, even if it is repeated concurrently or after days', async () => {
    const other = await app.player()
    const key = randomUUID()
    const many = await Promise.all(Array.from({ length: 8 }, () => write(other, 'once', key)))
    expect(new Set(many.map((response) => messageOf(response).id)).size).toBe(1)
    expect((await write(other, 'something else', key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    app.clock.forward(3 * 86_400_000)
    expect(messageOf(await write(other, 'once', key)).id).toBe(messageOf(many[0] as Response).id)
    const picture = { image: smallPng(), key: randomUUID() }
    const seen = messageOf(await send(other, OWN, picture))
    app.clock.forward(3 * 86_400_000)
    expect(messageOf(await send(other, OWN, picture))).toEqual(seen)
    expect((await own(other)).items).toHaveLength(2)
  })

  it.each([
    ['another field', (form: FormData) => form.set('balance', '1'), 400, 'INVALID_FIELDS'],
    ['a file in another field', (form: FormData) => form.set('avatar', new Blob(['x'])), 400, 'MALFORMED_REQUEST'],
    ['two images', (form: FormData) => form.append('image', new Blob(['x'])), 400, 'MALFORMED_REQUEST'],
    ['two texts', (form: FormData) => form.append('content', 'x'), 400, 'MALFORMED_REQUEST'],
    ['a text of 2,001 characters', (form: FormData) => form.set('content', 'x'.repeat(2_001)), 400, 'INVALID_FIELDS'],
  ] as const)('[CHAT-04] a chat message form with %s is refused', async (_, withFault, status, code) => {
    const form = new FormData()
    form.set('content', 'Hello')
    form.set('image', new Blob([new Uint8Array(smallPng())]), 'a.png')
    withFault(form)
    const refused = await player.upload(OWN, form)
    expect([refused.status, refused.body.code]).toEqual([status, code])
  })

  it('[CHAT-06] a chat message with 50 MB, a malformed form or a file that is not an image is refused, and nothing is stored', async () => {
    const before = (await own(player)).items?.length
    const large = await send(player, OWN, { image: Buffer.alloc(50 * 1024 * 1024) })
    expect([large.status, large.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await player.post(OWN, 'nothing', { headers })
    expect(broken.status).toBe(400)
    const elsewhere = await player.post('/api/chat/read', 'nothing', { headers })
    expect(elsewhere.status).toBe(415)
    for (const image of ['<svg onload="alert(1)"/>', 'GIF89a', '']) {
      const response = await send(player, OWN, { content: 'see', image: Buffer.from(image), name: 'a.jpg' })
      expect([response.status, response.body.code]).toEqual([
        422,
        image === 'GIF89a' ? 'IMAGE_BROKEN' : 'IMAGE_NOT_ACCEPTED',
      ])
    }
    expect((await own(player)).items).toHaveLength(before ?? 0)
  })

  it('[CHAT-20] refused chat images count towards the daily limit of forty', async () => {
    const other = await app.player()
    for (let sent = 0; sent < 40; sent++)
      expect((await send(other, OWN, { image: Buffer.from('GIF89a') })).body.code).toBe('IMAGE_BROKEN')
    expect((await send(other, OWN, { image: smallPng() })).body.code).toBe('IMAGES_OF_TODAY')
    expect((await send(other, OWN, { content: 'a text' })).status).toBe(201)
  })

  it('[CHAT-20] a player can send at most forty chat images a day', async () => {
    const other = await app.player()
    await write(other, 'first')
    await app.asOwner(`insert into customer_care_chat
      (id, user_id, no, sender, author_id, image_url, image_width, image_height, send_key, created_at)
      select gen_random_uuid(), '${other.id}', 100 + n, 'user', '${other.id}', 'x' || n, 1, 1, 'k' || n,
             '${app.clock.now().toISOString()}' from generate_series(1, 40) n`)
    const response = await send(other, OWN, { image: smallPng() })
    expect([response.status, response.body.detail]).toEqual([
      422,
      'You can send 40 images in 24 hours. Please write a message instead.',
    ])
    app.clock.forward(86_400_001)
    expect((await send(other, OWN, { image: smallPng() })).status).toBe(201)
  })
})

describe('an image', () => {
  it('[CHAT-15] [CHAT-16] [CHAT-19] [CHAT-20] [CHAT-21] [CHAT-23] a chat image can be read only by the player and the operators of its conversation', async () => {
    const sent = messageOf(await send(player, OWN, { content: 'see', image: smallPng(64, 48), name: '../x.svg' }))
    const back = messageOf(await send(operator, ofPlayer(player), { image: smallPng(32, 20) }))
    expect([sent.imageWidth, sent.imageHeight, back.imageWidth, back.content]).toEqual([64, 48, 32, ''])
    for (const { imageUrl } of [sent, back]) {
      expect(imageUrl).toMatch(/^\/api\/chat\/images\/\d{13}-[0-9a-f]{32}\.webp$/)
      for (const side of [player, operator]) {
        const shown = await side.get(imageUrl ?? '')
        expect(shown.status).toBe(200)
        expect(shown.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=3600',
          vary: 'Cookie',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        expect(shown.bytes().toString('latin1', 0, 4)).toBe('RIFF')
      }
      expect((await otherPlayer.get(imageUrl ?? '')).status).toBe(404)
      expect((await visitor.get(imageUrl ?? '')).status).toBe(401)
    }
    for (const name of ['x', '..%2f..%2fsecrets.json', `1795262400000-${'0'.repeat(32)}.webp`]) {
      expect((await player.get(`/api/chat/images/${name}`)).status).toBe(404)
    }
  })

  it('[CHAT-15] a chat image is kept if the commit confirmation of its message is lost', async () => {
    const other = await app.player()
    const { db } = app.kernel
    const { transaction } = db
    const unreceived: typeof transaction = async (work, options) => {
      await transaction((tx) => work({ ...tx, afterCommit: () => undefined }), options)
      throw new Error('Connection terminated unexpectedly')
    }
    const picture = { image: smallPng(), key: randomUUID() }
    const lost = vi.spyOn(db, 'transaction').mockImplementationOnce(unreceived as typeof transaction)
    expect((await send(other, OWN, picture)).status).toBe(503)
    lost.mockRestore()
    const { imageUrl } = messageOf(await send(other, OWN, picture))
    expect((await other.get(imageUrl ?? '')).status).toBe(200)
  })

  it('[CHAT-15] a chat message with an image is refused with 503 while the image store is down, and accepted afterwards', async () => {
    const picture = { image: smallPng(), key: randomUUID() }
    const unavailable = () => Promise.reject(new Error('the image store does not respond'))
    vi.spyOn(app.images, 'put').mockImplementationOnce(unavailable)
    const refused = await send(player, OWN, picture)
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    const { imageUrl } = messageOf(await send(player, OWN, picture))
    vi.spyOn(app.images, 'read').mockImplementationOnce(unavailable)
    expect((await player.get(imageUrl ?? '')).status).toBe(503)
    expect((await player.get(imageUrl ?? '')).status).toBe(200)
  })

  it('[DATA-28] the server’s database role can neither change nor delete chat messages', async () => {
    const change = (text: string) => app.kernel.db.change(text)
    await expect(change(`update customer_care_chat set content = 'x'`)).rejects.toThrow('permission denied')
    await expect(change(`delete from customer_care_chat`)).rejects.toThrow('permission denied')
  })
})

describe('operators', () => {
  it('[CHAT-19] only operators can read other players’ conversations', async () => {
    expect((await otherPlayer.get(ofPlayer(player))).status).toBe(403)
    expect((await otherPlayer.get('/api/stream?topics=operators')).status).toBe(403)
    const { imageUrl } = messageOf(await send(player, OWN, { image: smallPng() }))
    const unproven = await app.admin()
    const { body: factor } = await unproven.post<{ secret: string }>('/api/admin/second-factor')
    const code = authenticator(factor.secret)(app.clock.now())
    await unproven.post('/api/admin/second-factor/enable', { code })
    await unproven.signIn()
    expect((await unproven.get(ofPlayer(player))).body.code).toBe('SECOND_FACTOR_NEEDED')
    expect((await unproven.get('/api/stream?topics=operators')).status).toBe(403)
    expect((await unproven.get(imageUrl ?? '')).status).toBe(404)
    expect((await operator.get(`/api/admin/chat/${randomUUID()}/messages`)).status).toBe(404)
    expect((await operator.post('/api/admin/chat/unknown/messages', { content: 'x' })).status).toBe(404)
  })

  it('[CHAT-16] operators can add, change and delete quick replies', async () => {
    const path = '/api/admin/quick-replies'
    const titles = async () =>
      ((await operator.get(path)).body.items as unknown as { title: string }[]).map(({ title }) => title)
    expect(await titles()).toEqual(['Greeting', 'Missing deposit', 'Solved', 'Withdrawal on its way'])
    const added = (await operator.post(path, { title: 'Closing', content: 'Good night' })).body as unknown as {
      id: string
    }
    const text = { title: 'A closing', content: 'Good bye' }
    expect((await operator.put(`${path}/${added.id}`, text)).body).toMatchObject(text)
    expect((await titles())[0]).toBe('A closing')
    const outdated = { ...text, seen: { title: 'Closing', content: 'Good night' } }
    expect((await operator.put(`${path}/${added.id}`, outdated)).body.code).toBe('QUICK_REPLY_CHANGED')
    expect((await operator.delete(`${path}/${added.id}`)).status).toBe(200)
    expect((await operator.delete(`${path}/${added.id}`)).status).toBe(404)
    expect(await titles()).toHaveLength(4)
  })
})
