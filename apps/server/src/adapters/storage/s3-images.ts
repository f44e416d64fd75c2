import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../kernel/config/storage.ts'
import type { ImageStore } from '../../modules/chat/ports.ts'

const TIMEOUT_MS = 15_000

/** Stores images in an S3-compatible bucket with path-style addresses. `folder` is the prefix of their keys. */
export function createS3Images(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  folder: string,
): ImageStore {
  const s3 = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const addressOf = (name: string): string => `${endpoint}/${bucket}/${folder}/${encodeURIComponent(name)}`

  async function send(method: 'PUT' | 'GET' | 'DELETE', name: string, init: RequestInit = {}): Promise<Response> {
    return s3.fetch(addressOf(name), { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  /** The response body may contain keys of the bucket, so only the status is logged. */
  async function fail(what: string, answer: Response): Promise<never> {
    await answer.body?.cancel()
    throw new Error(`the image store did not ${what}: HTTP ${answer.status}`)
  }

  async function read(name: string): Promise<Buffer | null> {
    const answer = await send('GET', name)
    if (answer.ok) return Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 404) return fail('return the image', answer)
    await answer.body?.cancel()
    return null
  }

  return {
    async put(name, bytes, type) {
      const headers = { 'content-type': type, 'cache-control': 'private, max-age=3600', 'if-none-match': '*' }
      const answer = await send('PUT', name, { body: new Uint8Array(bytes), headers })
      // A repeated request after a lost response finds the image that the first request stored.
      if (answer.status === 412 && (await read(name))?.equals(bytes)) return answer.body?.cancel()
      if (!answer.ok) return fail('store the image', answer)
      await answer.body?.cancel()
    },
    read,
    async remove(name) {
      const answer = await send('DELETE', name)
      if (!answer.ok && answer.status !== 404) return fail('delete the image', answer)
      await answer.body?.cancel()
    },
  }
}
