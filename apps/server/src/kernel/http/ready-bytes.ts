import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ReadyBytes } from './route.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const WORTH_COMPRESSING = 1_000
const QUALITY = { gzip: 6, br: 5 }

/** Bytes with the ETag of their content, made once per change and sent as they are. */
export function readyJson(value: unknown, stands?: () => boolean): ReadyBytes {
  return readyBytes(Buffer.from(JSON.stringify(value)), stands)
}

export function readyBytes(bytes: Buffer, stands?: () => boolean): ReadyBytes {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { bytes, etag, ...(stands === undefined ? {} : { stands }) }
}

type Forms = { [encoding in 'br' | 'gzip']?: Promise<Buffer> | Buffer }
const compressed = new WeakMap<ReadyBytes, Forms>()

/** The bytes in an encoding, compressed once for everybody: promised to whoever is first, at hand for all who follow. */
export function encoded(ready: ReadyBytes, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'identity') return ready.bytes
  let forms = compressed.get(ready)
  if (forms === undefined) compressed.set(ready, (forms = {}))
  return (forms[encoding] ??= compressInto(forms, ready, encoding))
}

async function compressInto(forms: Forms, ready: ReadyBytes, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return (forms[encoding] = await compress(ready.bytes, encoding))
}

export function compress(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'gzip'
    ? gzipAsync(bytes, { level: QUALITY.gzip })
    : brotliAsync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
}

/** The best encoding that a client takes; small bodies stay as they are. */
export function encodingFor(acceptEncoding: string | undefined, length: number): Encoding {
  if (acceptEncoding === undefined || length < WORTH_COMPRESSING) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding) ? 'gzip' : 'identity'
}

/** Whether a conditional request has this version already. */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}
