import sharp, { type OutputInfo } from 'sharp'
import { IMAGE_STORED_MOST_BYTES, IMAGE_MOST_SIDE } from '@mupiira/domain/chat/message.ts'
import type { Result } from '@mupiira/domain/result.ts'
import { createBatcher } from '../../kernel/batcher.ts'
import { imageKind } from './image-kind.ts'
import { pictureChunks } from './picture-chunks.ts'

/** An image of ours: drawn anew from the pixels of the sent one, with nothing else of it. */
export type CleanImage = { readonly bytes: Buffer; readonly width: number; readonly height: number }
export type ImageFault = 'IMAGE_NOT_ACCEPTED' | 'IMAGE_BROKEN' | 'IMAGE_TOO_LARGE'

/** A picture of this many pixels takes about 100 MB while it is drawn anew. */
export const MOST_MEGAPIXELS = 25
const MOST_WAITING = 24
const LONGEST_SECONDS = 15
/** The app makes its images small before it sends them: most need the first step only. */
const STEPS = [
  { side: IMAGE_MOST_SIDE, quality: 78 },
  { side: IMAGE_MOST_SIDE, quality: 60 },
  { side: 1_280, quality: 50 },
  { side: 960, quality: 45 },
  { side: 640, quality: 40 },
] as const

// Nothing is kept between images, and one image has one thread.
sharp.cache(false)
sharp.concurrency(1)
// The four kinds that are accepted have a reader; every other one (SVG, PDF, TIFF …) has none, whatever a file claims.
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
  sharp(file, { failOn: 'error', limitInputPixels: MOST_MEGAPIXELS * 1_000_000, animated: false, sequentialRead: true })

/** One image at a time: a crowd of large ones must not take the memory of everybody's requests. */
const turns = createBatcher<Buffer, Result<CleanImage, ImageFault>>({
  maxBatch: 1,
  maxWaitMs: 0,
  concurrency: 1,
  maxWaiting: MOST_WAITING,
  run: async (batch) => Promise.all(batch.map(drawAgain)),
})

/**
 * The first picture of a file as WebP: upright, at most 1,600 pixels on its longer side and 300 kB, without metadata. The
 * sender's bytes never go further than here. Rejects with `LaneFull` under overload.
 */
export const reEncodeImage = (file: Buffer): Promise<Result<CleanImage, ImageFault>> => turns.submit(file)

async function drawAgain(file: Buffer): Promise<Result<CleanImage, ImageFault>> {
  const kind = imageKind(file)
  if (kind === null) return { ok: false, error: 'IMAGE_NOT_ACCEPTED' }
  const picture = kind === 'png' ? pictureChunks(file) : file
  if (picture === null) return { ok: false, error: 'IMAGE_BROKEN' }
  try {
    const { format, width, height } = await read(picture).metadata()
    if (format !== kind) return { ok: false, error: 'IMAGE_NOT_ACCEPTED' }
    if (width * height > MOST_MEGAPIXELS * 1_000_000) return { ok: false, error: 'IMAGE_TOO_LARGE' }
    const pixels = await read(picture)
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient()
      .resize({ width: IMAGE_MOST_SIDE, height: IMAGE_MOST_SIDE, fit: 'inside', withoutEnlargement: true })
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
    if (bytes.length <= IMAGE_STORED_MOST_BYTES) return { bytes, width: info.width, height: info.height }
  }
  throw new Error('an image of 640 pixels has more than 300 kB')
}

/** libvips tells its faults by words only. */
function faultOf(error: unknown): ImageFault {
  const words = error instanceof Error ? error.message : ''
  return /pixel limit|too large|exceeds/i.test(words) ? 'IMAGE_TOO_LARGE' : 'IMAGE_BROKEN'
}
