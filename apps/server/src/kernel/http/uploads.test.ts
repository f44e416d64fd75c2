import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createUploads, type Upload } from './uploads.ts'

const wanted = { field: 'image', mostBytes: 100_000 }

/** A form as it comes over the wire, in pieces. */
async function sent(file: Buffer, texts: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  form.set('image', new Blob([new Uint8Array(file)]), 'a.png')
  const request = new Response(form)
  const body = Buffer.from(await request.arrayBuffer())
  const pieces = Array.from({ length: Math.ceil(body.length / 1_000) }, (_, at) =>
    body.subarray(at * 1_000, (at + 1) * 1_000),
  )
  const headers = { 'content-type': request.headers.get('content-type') }
  return Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage
}

const file = Buffer.alloc(40_000, 7)
const taken = (told: object): Upload => {
  if ('error' in told) throw new Error(String(told.error))
  return told as Upload
}

it('[CHAT-04] gives the texts and the file of a form', async () => {
  const { fields, file: found } = taken(
    await createUploads().take(await sent(file, { content: 'see' }), wanted, 'amina'),
  )
  expect(fields).toEqual({ content: 'see' })
  expect(found).toEqual(file)
})

it('[CHAT-06] reads no more of a file than it may have, whatever was announced', async () => {
  const request = await sent(Buffer.alloc(300_000))
  expect(await createUploads().take(request, wanted, 'amina')).toEqual({ error: 'PAYLOAD_TOO_LARGE' })
  const announced = await sent(file)
  announced.headers['content-length'] = '52428800'
  expect(await createUploads().take(announced, wanted, 'amina')).toEqual({ error: 'PAYLOAD_TOO_LARGE' })
})

it('[CHAT-06] holds no more of all forms than the process can spare, and takes them again when it has room', async () => {
  const uploads = createUploads(70_000)
  const first = taken(await uploads.take(await sent(file), wanted, 'amina'))
  expect(await uploads.take(await sent(file), wanted, 'brian')).toEqual({ error: 'UNAVAILABLE' })
  expect(await uploads.take(await sent(file), wanted, 'carol')).toEqual({ error: 'UNAVAILABLE' })
  first.release()
  taken(await uploads.take(await sent(file), wanted, 'brian')).release()
  taken(await uploads.take(await sent(file), wanted, 'carol')).release()
})

it('[CHAT-06] takes one form of an account at a time, so that nobody takes the room of the others', async () => {
  const uploads = createUploads()
  const take = async (account: string, form: Buffer = file) => uploads.take(await sent(form), wanted, account)
  const first = taken(await take('amina'))
  expect(await take('amina')).toEqual({ error: 'RATE_LIMITED', retryAfterSeconds: 2 })
  const other = taken(await take('brian'))
  first.release()
  // What was refused does not keep the account busy either.
  expect(await take('amina', Buffer.alloc(300_000))).toEqual({ error: 'PAYLOAD_TOO_LARGE' })
  taken(await take('amina')).release()
  other.release()
})
