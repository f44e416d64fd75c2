import { randomBytes } from 'node:crypto'
import { chatImageName, imageAddress } from '@mupiira/domain/chat/message.ts'
import type { Result } from '@mupiira/domain/result.ts'
import { type ImageStore, storeUnavailable } from '../ports.ts'
import type { ImageFault } from './decode-image.ts'
import { reEncodeImage } from './re-encode-image.ts'

export type StoredImage = {
  readonly name: string
  readonly url: string
  readonly width: number
  readonly height: number
}

/** Re-encodes an image and stores it under a name that cannot be guessed (CHAT-20). */
export async function storeImage(store: ImageStore, file: Buffer, now: Date): Promise<Result<StoredImage, ImageFault>> {
  const image = await reEncodeImage(file)
  if (!image.ok) return image
  const { bytes, width, height } = image.value
  const name = chatImageName(now, randomBytes(16).toString('hex'), 'webp')
  await store.put(name, bytes, 'image/webp').catch(storeUnavailable)
  return { ok: true, value: { name, url: imageAddress(name), width, height } }
}
