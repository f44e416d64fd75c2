import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createUploads, FORM_LIMITS, type Uploads } from './uploads.ts'

const wanted = { field: 'image', maxBytes: 100_000 }
const TYPE = 'multipart/form-data; boundary=----abc'
const END = '------abc--\r\n'
const part = (head: string, content = '') => `------abc\r\n${head}\r\n\r\n${content}\r\n`
const text = (name: string, content = '') => part(`Content-Disposition: form-data; name="${name}"`, content)
const file = (content: string, name = 'image') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png`, content)

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

/** A server that reads forms and keeps each account's upload until `release`. */
async function serve(uploads: Uploads = createUploads()) {
  const app = fastify()
  apps.push(app)
  await app.register(multipart, { limits: FORM_LIMITS })
  const held = new Map<string, () => void>()
  app.post('/:account', async (request, reply) => {
    const { account } = request.params as { account: string }
    await uploads.withForm(request, wanted, account, async (form) => {
      if ('error' in form) return void reply.send(form)
      const released = Promise.withResolvers<void>()
      held.set(account, released.resolve)
      reply.send({ fields: form.fields, file: form.file?.length ?? null })
      await released.promise
    })
    return reply
  })
  const send = async (body: string, account = 'amina', headers: Record<string, string> = {}) => {
    const options = { method: 'POST', url: `/${account}`, payload: body } as const
    const response = await app.inject({ ...options, headers: { 'content-type': TYPE, ...headers } })
    return response.json() as object
  }
  return { send, release: (account = 'amina') => held.get(account)?.() }
}

it.each([
  ['no parts', END, { fields: {}, file: null }],
  ['an empty text', text('a') + END, { fields: { a: '' }, file: null }],
  ['lines', text('a', 'one\r\ntwo\r\n') + END, { fields: { a: 'one\r\ntwo\r\n' }, file: null }],
  ['a near-boundary', text('a', '\r\n------ab') + END, { fields: { a: '\r\n------ab' }, file: null }],
  ['a text and a file', text('content', 'see') + file('P') + END, { fields: { content: 'see' }, file: 1 }],
  ['a preamble', `x\r\n${text('a', 'b')}${END}`, { fields: { a: 'b' }, file: null }],
])('[CHAT-04] a multipart form with %s is parsed', async (_what, body, form) => {
  expect(await (await serve()).send(body)).toEqual(form)
})

it.each([
  ['no boundary', text('a') + END, 'multipart/form-data'],
  ['another boundary', text('a') + END, 'multipart/form-data; boundary=----abd'],
  ['no end', text('a', 'b'), TYPE],
  ['a part without a name', part('Content-Disposition: form-data') + END, TYPE],
  ['nine parts', 'abcdefghi'.replace(/./g, (name) => text(name)) + END, TYPE],
  ['the same text twice', text('a', '1') + text('a', '2') + END, TYPE],
  ['the field name __proto__', text('__proto__', '1') + END, TYPE],
  ['two files', file('P') + file('P') + END, TYPE],
  ['a file of another field', file('P', 'other') + END, TYPE],
])('[CHAT-04] a multipart form with %s is refused, and the next form is parsed', async (_what, body, type) => {
  const { send } = await serve()
  expect(await send(body, 'amina', { 'content-type': type })).toEqual({ error: 'MALFORMED_REQUEST' })
  expect(await send(text('a') + END)).toEqual({ fields: { a: '' }, file: null })
})

it('[CHAT-06] an upload is read only up to the maximum file size, even if the Content-Length header is wrong', async () => {
  const { send } = await serve()
  const tooLarge = { error: 'PAYLOAD_TOO_LARGE' }
  expect(await send(file('P'.repeat(120_000)) + END)).toEqual(tooLarge)
  expect(await send(file('P'.repeat(300_000)) + END)).toEqual(tooLarge)
  expect(await send(text('a', 'P'.repeat(70_000)) + END)).toEqual(tooLarge)
  expect(await send(file('P') + END)).toEqual({ fields: {}, file: 1 })
})

it('[CHAT-06] uploads are refused above the memory limit for all forms together, and accepted again when memory is free', async () => {
  const { send, release } = await serve(createUploads(70_000))
  const form = file('P'.repeat(40_000)) + END
  expect(await send(form, 'amina')).toMatchObject({ file: 40_000 })
  expect(await send(form, 'brian')).toEqual({ error: 'UNAVAILABLE' })
  release('amina')
  expect(await send(form, 'brian')).toMatchObject({ file: 40_000 })
})

it('[CHAT-06] uploads are limited to one at a time per account, so one account cannot use up the memory', async () => {
  const { send, release } = await serve()
  const form = file('P') + END
  expect(await send(form)).toMatchObject({ file: 1 })
  expect(await send(form)).toEqual({ error: 'RATE_LIMITED', retryAfterSeconds: 2 })
  expect(await send(form, 'brian')).toMatchObject({ file: 1 })
  release()
  expect(await send(form)).toMatchObject({ file: 1 })
})

const BYTES = 2 * 1024 * 1024
const repeated = (piece: string) => piece.repeat(Math.floor(BYTES / piece.length))

it.each([
  ['empty parts', repeated(text('a')) + END],
  ['empty files', repeated(file('')) + END],
  ['headers', part(`${repeated('X: y\r\n')}Content-Disposition: form-data; name="a"`) + END],
  ['a long name', text(repeated('%22')) + END],
  ['near-boundaries', text('a', repeated('\r\n------ab')) + END],
  ['blank lines', repeated('\r\n')],
])(
  '[CHAT-06] a multipart form with two megabytes of %s is processed without blocking the process',
  async (_what, body) => {
    const { send } = await serve(createUploads())
    await send(text('a') + END)
    const used = process.cpuUsage()
    await send(body)
    expect(process.cpuUsage(used).user / 1_000).toBeLessThan(250)
  },
)
