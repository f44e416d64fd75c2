import sharp, { type OutputInfo } from 'sharp'
import { MAX_STORED_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS, MAX_IMAGE_SIDE } from '@mupiira/domain/chat/message.ts'
import type { Result } from '@mupiira/domain/result.ts'
import { imageKind, jpegSize, pictureOfPng } from './image-formats.ts'

/** An image encoded again from the pixels of the sent one, without metadata. */
export type CleanImage = { readonly bytes: Buffer; readonly width: number; readonly height: number }
export type ImageFault = 'IMAGE_NOT_ACCEPTED' | 'IMAGE_BROKEN' | 'IMAGE_TOO_LARGE'

const MAX_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000
/** Maximum scans of a JPEG. Cameras and encoders write at most 12. */
const MAX_JPEG_SCANS = 32
/** The app shrinks images before it sends them, so most need the first step only. */
const STEPS = [
  { side: MAX_IMAGE_SIDE, quality: 78 },
  { side: MAX_IMAGE_SIDE, quality: 60 },
  { side: 1_280, quality: 50 },
  { side: 960, quality: 45 },
  { side: 640, quality: 40 },
] as const

sharp.cache(false)
sharp.concurrency(1)
// Only the four accepted formats can be read, even if a file claims another format.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

const read = (file: Buffer) =>
  sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false, sequentialRead: true })

/**
 * Decodes the first picture of a file and encodes it as WebP: upright, at most 1,600 pixels wide or high and 300 kB.
 */
export async function decodeImage(file: Buffer): Promise<Result<CleanImage, ImageFault>> {
  const kind = imageKind(file)
  if (kind === null) return { ok: false, error: 'IMAGE_NOT_ACCEPTED' }
  if (kind === 'jpeg') {
    const { pixels, scans } = jpegSize(file)
    if (pixels > MAX_PIXELS) return { ok: false, error: 'IMAGE_TOO_LARGE' }
    if (scans > MAX_JPEG_SCANS) return { ok: false, error: 'IMAGE_BROKEN' }
  }
  const picture = kind === 'png' ? pictureOfPng(file) : file
  if (picture === null) return { ok: false, error: 'IMAGE_BROKEN' }
  try {
    const { format, width, height } = await read(picture).metadata()
    if (format !== kind) return { ok: false, error: 'IMAGE_NOT_ACCEPTED' }
    if (width * height > MAX_PIXELS) return { ok: false, error: 'IMAGE_TOO_LARGE' }
    const pixels = await read(picture)
      .autoOrient()
      .resize({ width: MAX_IMAGE_SIDE, height: MAX_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, value: await smallEnough(pixels) }
  } catch (error) {
    return { ok: false, error: faultOf(error) }
  }
}

type Pixels = { readonly data: Buffer; readonly info: OutputInfo }

async function smallEnough({ data, info: { width, height, channels } }: Pixels): Promise<CleanImage> {
  for (const { side, quality } of STEPS) {
    const { data: bytes, info } = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 3 })
      .toBuffer({ resolveWithObject: true })
    if (bytes.length <= MAX_STORED_IMAGE_BYTES) return { bytes, width: info.width, height: info.height }
  }
  throw new Error('an image of 640 pixels has more than 300 kB')
}

/** libvips reports no error codes, so the message decides. */
function faultOf(error: unknown): ImageFault {
  const message = error instanceof Error ? error.message : ''
  return /pixel limit|too large|exceeds/i.test(message) ? 'IMAGE_TOO_LARGE' : 'IMAGE_BROKEN'
}
