import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const SECRET = 'S3RVER'

/** A bucket that checks version 4 signatures and conditions as AWS does. */
export async function strictBucket() {
  const objects = new Map<string, Buffer>()
  let unanswered = 0
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content)
      const key = request.url ?? ''
      const known = objects.get(key)
      if (!isSigned(request, body)) return answer(403)
      if (request.method === 'GET') return known === undefined ? answer(404) : answer(200, known)
      if (request.method !== 'PUT') return answer(204)
      if (known !== undefined && request.headers['if-none-match'] === '*') return answer(412)
      objects.set(key, body)
      return answer(unanswered-- > 0 ? 503 : 200)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()],
    /** The next object is stored, but the answer reports a failure. */
    storeUnanswered() {
      unanswered = 1
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Verifies AWS Signature Version 4. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const form = /Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/
  const [, day = '', region = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const stated = headers['x-amz-content-sha256']
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', signed.join(''), names, stated].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return hmac(key, text).toString('hex') === signature
}
