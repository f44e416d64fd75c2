import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Noise, which no encoder can compress. */
export function noise(width: number, height: number): Sharp {
  let state = 0x2545f491
  const bytes = Buffer.alloc(width * height * 3)
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

export const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 120, b: 60 } } })

/** A photo as a phone takes it: rotated, with position and time. */
export const withPosition = (): Promise<Buffer> =>
  plain(400, 200)
    .withExif({
      IFD0: { Make: 'Tecno', Software: 'SECRET-MARK', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 20/1 49/1', GPSLongitudeRef: 'E', GPSLongitude: '32/1 34/1 52/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A few kilobytes of PNG that decode to `width` × `height` pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A compressed text chunk that expands to `bytes`. */
export function withTextBomb(png: Buffer, bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, 0x41), { level: 1 })
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed])
  return Buffer.concat([png.subarray(0, 33), chunk('zTXt', text), png.subarray(33)])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A GIF of one pixel that claims the largest possible screen. */
export const gifBomb = (): Buffer =>
  Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff00020144003b', 'hex')

/** A GIF that repeats one small picture. */
export async function gifOf(pictures: number): Promise<Buffer> {
  const gif = await plain(4, 3).gif().toBuffer()
  const begin = gif.indexOf(0x2c)
  const picture = gif.subarray(begin, gif.length - 1)
  return Buffer.concat([
    gif.subarray(0, begin),
    ...Array.from({ length: pictures }, () => picture),
    Buffer.from([0x3b]),
  ])
}

export const svgWithScript = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
)

export const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
