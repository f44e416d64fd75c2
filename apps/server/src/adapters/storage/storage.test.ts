import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { strictBucket } from './test-bucket.ts'
import type { ImageStore } from '../../modules/chat/ports.ts'
import { createDiskImages } from './disk-images.ts'
import { createS3Images } from './s3-images.ts'

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
let folder: string
let server: S3rver
let endpoint: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'mupiira', configs: [] }],
  })
  const { port } = (await server.run()) as unknown as AddressInfo
  endpoint = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const s3 = (change: object = {}): ImageStore =>
  createS3Images({ endpoint, bucket: 'mupiira', region: 'us-east-1', ...KEYS, ...change }, 'chat-images')
const STORES: readonly (readonly [string, () => ImageStore])[] = [
  ['a disk', () => createDiskImages({ folder, bucket: 'chat-images' })],
  ['an S3-compatible store', s3],
]
const bytes = Buffer.from([0x52, 0x49, 0x46, 0x46, 0, 255, 10, 13])

describe.each(STORES)('images on %s', (_, open) => {
  it('[CHAT-20] chat images are returned unchanged until they are removed', async () => {
    const store = open()
    await store.put('1795262400000-a1.webp', bytes, 'image/webp')
    expect(await store.read('1795262400000-a1.webp')).toEqual(bytes)
    await store.remove('1795262400000-a1.webp')
    expect(await store.read('1795262400000-a1.webp')).toBeNull()
    await store.remove('1795262400000-a1.webp')
  })
})

it('[CHAT-22] the disk store writes images to chat-images and never overwrites a file', async () => {
  const store = createDiskImages({ folder, bucket: 'chat-images' })
  await store.put('1795262400000-b2.webp', bytes, 'image/webp')
  await expect(store.put('1795262400000-b2.webp', Buffer.from('other'), 'image/webp')).rejects.toThrow('EEXIST')
  expect(await store.read('1795262400000-b2.webp')).toEqual(bytes)
  expect(await readdir(join(folder, 'chat-images'))).toEqual(['1795262400000-b2.webp'])
})

it('[CHAT-22] the bucket store signs its requests for AWS and never overwrites an object', async () => {
  const bucket = await strictBucket()
  const store = s3({ endpoint: bucket.endpoint })
  await store.put('1795262400000-b2.webp', bytes, 'image/webp')
  await expect(store.put('1795262400000-b2.webp', Buffer.from('other'), 'image/webp')).rejects.toThrow('HTTP 412')
  expect(await store.read('1795262400000-b2.webp')).toEqual(bytes)
  await expect(s3({ endpoint: bucket.endpoint, secretAccessKey: 'guessed' }).remove('x.webp')).rejects.toThrow(
    'HTTP 403',
  )
  expect(bucket.keys()).toEqual(['/mupiira/chat-images/1795262400000-b2.webp'])
  await bucket.close()
})

it('[CHAT-20] storing an image under an existing name succeeds only if the content is the same, as after a lost response', async () => {
  const bucket = await strictBucket()
  const store = s3({ endpoint: bucket.endpoint })
  bucket.storeUnanswered()
  await store.put('1795262400000-c3.webp', bytes, 'image/webp')
  expect(await store.read('1795262400000-c3.webp')).toEqual(bytes)
  await expect(store.put('1795262400000-c3.webp', Buffer.from('other'), 'image/webp')).rejects.toThrow('HTTP 412')
  await bucket.close()
})

it('[CHAT-19] the image store returns no image when the bucket rejects its keys, and does not log the bucket’s response', async () => {
  const unknown = s3({ accessKeyId: 'unknown' })
  await expect(unknown.read('1795262400000-b2.webp')).rejects.toThrow(/^the image store did not return .*: HTTP 403$/)
})

it.each(['../secrets.json', 'a/b.webp', '.hidden', ''])(
  '[CHAT-19] the text %j is rejected as the name of an image file',
  async (name) => {
    const store = createDiskImages({ folder, bucket: 'chat-images' })
    await expect((async () => store.read(name))()).rejects.toThrow('not an image name')
  },
)
