import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { Refusal } from '../route.ts'

/** The body of a request: its fields and, where the endpoint takes one, its file. */
export type Form = { readonly fields: unknown; readonly file?: Buffer | null }

export type Uploads = {
  /**
   * Reads a form with at most one file, or takes a JSON body as the fields. An account has one upload at a time, and
   * all uploads together have bounded memory until `work` has ended, so one sender cannot use it up.
   */
  withForm<T>(
    request: FastifyRequest,
    upload: NonNullable<Endpoint['upload']>,
    account: string,
    work: (form: Form | Refusal) => T | Promise<T>,
  ): Promise<T>
}

const MAX_RESERVED_BYTES = 64 * 1024 * 1024
/** Retry-After for an account whose other upload is still in progress. */
const BUSY_SECONDS = 2
/** Maximum size of the form's other fields and part headers together. */
const MAX_OTHER_BYTES = 64 * 1024

/** Our own forms never exceed these limits. The parser stops at each limit. */
export const FORM_LIMITS = {
  files: 1,
  parts: 8,
  fields: 7,
  fieldNameSize: 100,
  fieldSize: MAX_OTHER_BYTES,
  headerPairs: 10,
  headerSize: 1_024,
} as const

export function createUploads(maxReservedBytes = MAX_RESERVED_BYTES): Uploads {
  let reserved = 0
  const busy = new Set<string>()

  return {
    async withForm(request, upload, account, work) {
      if (!request.isMultipart()) return work({ fields: request.body, file: null })
      const maxBytes = upload.maxBytes + MAX_OTHER_BYTES
      const bytes = Number(request.headers['content-length'] ?? maxBytes)
      const refusal = refusalBefore(bytes, maxBytes, account)
      if (refusal !== null) {
        request.raw.resume()
        return work(refusal)
      }
      reserved += bytes
      busy.add(account)
      try {
        return await work(await readForm(request, upload))
      } finally {
        reserved -= bytes
        busy.delete(account)
      }
    },
  }

  function refusalBefore(bytes: number, maxBytes: number, account: string): Refusal | null {
    if (busy.has(account)) return { error: 'RATE_LIMITED', retryAfterSeconds: BUSY_SECONDS }
    if (bytes > maxBytes) return { error: 'PAYLOAD_TOO_LARGE' }
    return reserved + bytes > maxReservedBytes ? { error: 'UNAVAILABLE' } : null
  }
}

async function readForm(
  request: FastifyRequest,
  { field, maxBytes }: NonNullable<Endpoint['upload']>,
): Promise<Form | Refusal> {
  const fields = new Map<string, string>()
  let file: Buffer | null = null
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        const content = await part.toBuffer()
        if (part.fieldname !== field || file !== null) return stopReading(request, 'MALFORMED_REQUEST')
        file = content
      } else {
        const isTruncated = part.fieldnameTruncated || part.valueTruncated
        if (isTruncated || part.fieldname === undefined || fields.has(part.fieldname))
          return stopReading(request, isTruncated ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_REQUEST')
        fields.set(part.fieldname, String(part.value))
      }
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
    return stopReading(request, isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'MALFORMED_REQUEST')
  }
  return { fields: Object.fromEntries(fields), file }
}

/** Detaches the parser, so that the remaining bytes of a hostile form are discarded unparsed. */
function stopReading(request: FastifyRequest, error: 'PAYLOAD_TOO_LARGE' | 'MALFORMED_REQUEST'): Refusal {
  request.raw.unpipe().resume()
  return { error }
}
