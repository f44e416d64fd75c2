import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { SESSION_COOKIE, type SessionRow } from '../../kernel/http/actor.ts'
import { serveRoutes } from '../../kernel/http/server.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { testClock, testKernel, WORKER } from '../../kernel/test-kernel.ts'
import { createAudit } from '../audit/index.ts'
import { createDiskImages } from '../../adapters/storage/disk-images.ts'
import { createChat, type ImageStore } from '../chat/index.ts'
import { createIdentity } from '../identity/index.ts'
import { createNotifications } from '../notifications/index.ts'
import { createProtection } from '../protection/index.ts'
import { createRealtime } from '../realtime/index.ts'
import { createSettings } from '../settings/index.ts'
import { createWallet } from '../wallet/index.ts'
import { chatRoutes } from './chat-routes.ts'
import { noticeRoutes } from './notice-routes.ts'

/** Whatever an answer may have of these. */
export type Answer = {
  readonly code?: string
  readonly detail?: string
  readonly message?: ChatMessage
  readonly items?: readonly ChatMessage[]
  readonly nextCursor?: string | null
  readonly unread?: number
}
export type Reported = { readonly status: number; readonly headers: Headers; readonly body: Answer }
export type Form = { readonly content?: string; readonly image?: Buffer; readonly name?: string; readonly key?: string }

/** `unproven`: staff that owes the second factor. */
type Kind = 'player' | 'staff' | 'unproven' | 'visitor'

/** Somebody with a session, or without one. */
export type Person = {
  readonly id: string
  ask(method: string, path: string, body?: object, key?: string): Promise<Reported>
  /** Sends a message as a form. */
  send(path: string, form: Form): Promise<Reported>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Everything that his stream has told so far. */
  listen(topics: string): Promise<() => readonly StreamEvent[]>
}

export type TestBackOffice = {
  readonly kernel: Kernel
  readonly clock: ReturnType<typeof testClock>
  readonly store: ImageStore
  /** An account of its own; `staff` may answer. */
  person(kind: Kind): Promise<Person>
  asOwner(statement: string): Promise<unknown>
  stop(): Promise<void>
}

/** Customer care behind HTTP, both sides with their live updates and notifications, and people who have sessions. */
export async function testBackOffice(): Promise<TestBackOffice> {
  const [database, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'desk-'))]
  const clock = testClock()
  const running = testKernel(database.url, { clock, variables: { ...WORKER, RATE_LIMIT_FACTOR: '1000' } })
  const { kernel } = running
  const store = createDiskImages({ folder, bucket: 'chat-images' })
  const routes = routesOf(kernel, store)
  await running.start()
  const sessions = new Map<string, Pick<SessionRow, 'userId' | 'role' | 'staff'>>()
  const app = await serveRoutes(kernel, {
    routes,
    pageLoaders: {},
    sessions: {
      find: async (hash) => {
        const found = sessions.get(hash.toString('hex'))
        if (found === undefined) return null
        return { sessionId: newId(), ...found, accountStatus: 'active', expiresAt: new Date('2100-01-01T00:00:00Z') }
      },
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const streams: (() => void)[] = []
  let people = 0

  async function person(kind: Kind): Promise<Person> {
    const id = newId()
    const role = kind === 'player' ? 'user' : 'admin'
    const proof = kind === 'staff' || kind === 'unproven' ? { staff: proofOf(kind, clock.now()) } : {}
    people += 1
    if (kind !== 'visitor') {
      sessions.set(hash('sha256', id, 'hex'), { userId: id, role, ...proof })
      await kernel.db.change(
        `insert into profiles (id, username, email, phone_number, role, first_name, last_name, location, nationality, created_at)
         values ($1, $2, $3, $4, $5, $2, 'Mirembe', 'Jinja', 'Ugandan', $6)`,
        [id, `Okello${people}`, `${people}@example.com`, `+25677${String(people).padStart(7, '0')}`, role, clock.now()],
      )
    }
    const headers = { origin: address, ...(kind === 'visitor' ? {} : { cookie: `${SESSION_COOKIE}=${id}` }) }
    const told = async (answer: Response): Promise<Reported> => ({
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Reported['body'],
    })
    return {
      id,
      fetch: (path, init = {}) => fetch(address + path, { ...init, headers: { ...headers, ...init.headers } }),
      ask: async (method, path, body, key) =>
        told(
          await fetch(address + path, {
            method,
            headers: {
              ...headers,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(method === 'POST' ? { 'idempotency-key': key ?? newId() } : {}),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
        ),
      async send(path, { content, image, name, key }) {
        const form = new FormData()
        if (content !== undefined) form.set('content', content)
        if (image !== undefined) form.set('image', new Blob([new Uint8Array(image)]), name ?? 'picture.png')
        const sent = { ...headers, 'idempotency-key': key ?? newId() }
        return told(await fetch(address + path, { method: 'POST', headers: sent, body: form }))
      },
      async listen(topics) {
        const request = get(`${address}/api/stream?topics=${topics}`, { headers })
        request.on('error', () => {})
        streams.push(() => request.destroy())
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', () => {})
        return () =>
          [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data]) => JSON.parse(data ?? '[]') as StreamEvent[])
      },
    }
  }

  return {
    kernel,
    clock,
    store,
    person,
    asOwner: (statement) => kernel.db.query(statement),
    async stop() {
      for (const leave of streams) leave()
      running.beginStop()
      await app.close()
      await running.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const proofOf = (kind: 'staff' | 'unproven', now: Date): NonNullable<SessionRow['staff']> =>
  kind === 'staff' ? { secondFactor: 'passed', confirmedAt: now } : { secondFactor: 'owed', confirmedAt: null }

function routesOf(kernel: Kernel, store: ImageStore) {
  const settings = createSettings(kernel)
  const wallet = createWallet(kernel)
  const nobody = { send: () => Promise.resolve({ kind: 'refused', reason: 'nobody is written to' } as const) }
  const identity = createIdentity(kernel, { settings, wallet }, { texts: nobody, mails: nobody })
  const chat = createChat(kernel, { identity, wallet }, store)
  const notifications = createNotifications(
    kernel,
    { identity, protection: createProtection(kernel, { wallet }) },
    { push: null },
  )
  const realtime = createRealtime(kernel, {
    aviator: { live: () => Promise.resolve(null) },
    pricing: { onChange: () => {}, present: async () => [], cached: () => [] },
    settings: { publicSettings: () => ({}) as PublicSettings, refresh: async () => undefined },
    notices: notifications.notices,
    present: {
      tickets: async () => [],
      transactions: async () => [],
      notifications: notifications.tell,
      messages: chat.tell,
      conversations: chat.conversations,
    },
  })
  const audit = createAudit(kernel)
  return [chat, notifications, realtime]
    .flatMap((module) => module.routes)
    .concat(chatRoutes(kernel, { audit, chat }), noticeRoutes(kernel, { audit, notifications }))
}

export const contents = (body: { readonly items?: readonly ChatMessage[] }): readonly string[] =>
  (body.items ?? []).map(({ content }) => content)
