import { randomUUID } from 'node:crypto'
import { deflateSync, crc32 } from 'node:zlib'
import type { ChatMessage } from '@mupiira/contract/chat.ts'
import type { Client } from './client.ts'
import type { RawResponse } from './raw-client.ts'

type Form = { readonly content?: string; readonly image?: Buffer; readonly name?: string; readonly key?: string }

/** Sends a message with an image, as a browser does. Does not check the response. */
export async function postForm(client: Client, target: string, form: Form): Promise<RawResponse> {
  const data = new FormData()
  if (form.content !== undefined) data.set('content', form.content)
  if (form.image !== undefined)
    data.set('image', new Blob([new Uint8Array(form.image)], { type: 'image/png' }), form.name ?? 'a.png')
  const sent = new Response(data)
  return client.raw.send({
    method: 'POST',
    target,
    headers: {
      ...client.headers(),
      'content-type': sent.headers.get('content-type') ?? '',
      'idempotency-key': form.key ?? randomUUID(),
    },
    body: Buffer.from(await sent.arrayBuffer()),
  })
}

export async function sendForm(client: Client, target: string, form: Form): Promise<{ message: ChatMessage }> {
  const response = await postForm(client, target, form)
  if (response.status !== 201) throw new Error(`${target} was refused: ${response.text}`)
  return JSON.parse(response.text) as { message: ChatMessage }
}

/** A picture of `width` × `height` pixels in one colour, in few bytes. */
export function smallPng(width = 40, height = 30): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width * 3, 0x7a)
  row[0] = 0
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
