import { randomBytes } from 'node:crypto'
import { chatImageName, imageAddress } from '@mupiira/domain/chat/message.ts'
import type { Result } from '@mupiira/domain/result.ts'
import { away, type ImageStore } from './ports.ts'
import type { ImageFault } from './decode-image.ts'
import { reEncodeImage } from './re-encode-image.ts'

export type StoredImage = {
  readonly name: string
  readonly url: string
  readonly width: number
  readonly height: number
}

/** Encodes a sent image again and stores it under a name that cannot be guessed (CHAT-20). */
export async function keepImage(store: ImageStore, file: Buffer, now: Date): Promise<Result<StoredImage, ImageFault>> {
  const drawn = await reEncodeImage(file)
  if (!drawn.ok) return drawn
  const { bytes, width, height } = drawn.value
  const name = chatImageName(now, randomBytes(16).toString('hex'), 'webp')
  await store.put(name, bytes, 'image/webp').catch(away)
  return { ok: true, value: { name, url: imageAddress(name), width, height } }
}
