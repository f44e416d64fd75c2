import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CachedBody } from '../route.ts'

export type Encoding = 'br' | 'gzip'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const MIN_BYTES = 1_000

/** A JSON body that many requests share. It is serialised, tagged and compressed once. */
export const cachedJson = (value: unknown): CachedBody => cachedBody(Buffer.from(JSON.stringify(value)))

export const cachedBody = (bytes: Buffer): CachedBody => ({ bytes, etag: etagOf(bytes) })

export const etagOf = (content: Buffer | string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

const compressed = new WeakMap<CachedBody, Map<Encoding, Promise<Buffer>>>()

/** The body in an encoding. Concurrent requests for an encoding share one compression. */
export function encodedBody(body: CachedBody, encoding: Encoding | null): Promise<Buffer> | Buffer {
  if (encoding === null) return body.bytes
  const encodings = compressed.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  compressed.set(body, encodings)
  const bytes = encodings.get(encoding) ?? compress(body.bytes, encoding)
  encodings.set(encoding, bytes)
  return bytes
}

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliAsync(bytes, { params })
}

/** The best encoding that the client accepts; null for small bodies and clients that accept none. */
export function encodingFor(acceptEncoding: string | undefined, length: number): Encoding | null {
  if (acceptEncoding === undefined || length < MIN_BYTES) return null
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding) ? 'gzip' : null
}

/** Whether the client's `If-None-Match` names this version. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}
