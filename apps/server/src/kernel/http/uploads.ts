import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import { formParts } from './form-parts.ts'
import type { Refusal } from './route.ts'

/** A form as it came: its texts, and its file. `release` gives its memory back. */
export type Upload = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly file: Buffer | null
  readonly release: () => void
}

export type Uploads = {
  /**
   * Reads a form with at most one file. All forms together are never more bytes than the process can spare, and each
   * account has one of them at a time, until it is released: nobody takes the room of all the others.
   */
  take(request: IncomingMessage, upload: NonNullable<Endpoint['upload']>, account: string): Promise<Upload | Refusal>
}

const MEBIBYTE = 1024 * 1024
/** Of all forms that are being read or worked on. */
const MOST_HELD_BYTES = 64 * MEBIBYTE
/** When an account may try again whose other form is still on its way. */
const BUSY_SECONDS = 2
/** The fields beside the file, and what stands between the parts. */
const MOST_BESIDE_BYTES = 64 * 1024

export function createUploads(mostHeldBytes = MOST_HELD_BYTES): Uploads {
  let held = 0
  const busy = new Set<string>()

  async function receive(request: IncomingMessage, mostBytes: number): Promise<Buffer | Refusal> {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > mostBytes) return { error: 'PAYLOAD_TOO_LARGE' } as Refusal
    const chunks: Buffer[] = []
    let size = 0
    let isTaken = false
    try {
      // The connection outlives a refusal, which goes back on it.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length
        held += chunk.length
        if (size > mostBytes) return { error: 'PAYLOAD_TOO_LARGE' } as Refusal
        if (held > mostHeldBytes) return { error: 'UNAVAILABLE' }
        chunks.push(chunk)
      }
      isTaken = true
      return Buffer.concat(chunks)
    } finally {
      if (!isTaken) held -= size
    }
  }

  async function takeOne(
    request: IncomingMessage,
    { field, mostBytes }: NonNullable<Endpoint['upload']>,
  ): Promise<Upload | Refusal> {
    const body = await receive(request, mostBytes + MOST_BESIDE_BYTES)
    if ('error' in body) {
      // What is still to come is read and forgotten.
      request.resume()
      return body
    }
    const release = (): void => void (held -= body.length)
    const form = partsOf(body, request.headers['content-type'] ?? '', field)
    if (form !== null && (form.file?.length ?? 0) <= mostBytes) return { ...form, release }
    release()
    return form === null ? { error: 'MALFORMED_REQUEST' } : ({ error: 'PAYLOAD_TOO_LARGE' } as Refusal)
  }

  return {
    async take(request, upload, account) {
      if (busy.has(account)) {
        request.resume()
        return { error: 'RATE_LIMITED', retryAfterSeconds: BUSY_SECONDS }
      }
      busy.add(account)
      let taken: Upload | null = null
      try {
        const told = await takeOne(request, upload)
        if ('error' in told) return told
        taken = told
        const { release } = told
        return {
          ...told,
          release: () => {
            busy.delete(account)
            release()
          },
        }
      } finally {
        if (taken === null) busy.delete(account)
      }
    },
  }
}

/** Texts by their names, each once, and the file of the one field that takes one; null where the form is in another form. */
function partsOf(body: Buffer, type: string, field: string): Omit<Upload, 'release'> | null {
  const parts = formParts(body, type)
  if (parts === null) return null
  const fields = new Map<string, string>()
  let file: Buffer | null = null
  for (const { name, isFile, content } of parts) {
    if (!isFile) {
      if (fields.has(name)) return null
      fields.set(name, content.toString('utf8'))
    } else if (name !== field || file !== null) return null
    else file = content
  }
  return { fields: Object.fromEntries(fields), file }
}
