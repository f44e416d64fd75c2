export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif'

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** The format by the first bytes, because the sender chooses the name and type of a file (CHAT-06). */
export function imageKind(bytes: Buffer): ImageKind | null {
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp'
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'gif'
  return null
}

/** The cost of decoding a JPEG. */
export type JpegSize = { readonly pixels: number; readonly scans: number }

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

/** Start-of-frame markers: C0 to CF, except for tables (C4), extensions (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/**
 * Markers without a segment: restarts (D0 to D7), start of image (D8), TEM (01), and a stuffed FF of the picture data
 * (00).
 */
const hasNoSegment = (marker: number): boolean =>
  marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === START_OF_IMAGE

/**
 * Counts the pixels and scans of a JPEG without decoding it. A progressive file describes the picture in several scans,
 * and the decoder visits every pixel for each scan, even for an empty one.
 */
export function jpegSize(file: Buffer): JpegSize {
  let [pixels, scans] = [0, 0]
  for (let at = file.indexOf(MARKER); at !== -1 && at + 1 < file.length; at = file.indexOf(MARKER, at)) {
    const marker = file[at + 1] ?? 0
    if (marker === END_OF_IMAGE) break
    if (marker === MARKER) at += 1
    else if (hasNoSegment(marker)) at += 2
    else {
      if (marker === START_OF_SCAN) scans += 1
      if (isFrame(marker) && at + 9 <= file.length) pixels += file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
      at += at + 4 <= file.length ? 2 + file.readUInt16BE(at + 2) : file.length
    }
  }
  return { pixels, scans }
}

const PNG_HEADER_BYTES = 8
/** Length, type and checksum around the content of a PNG chunk. */
const CHUNK_OVERHEAD_BYTES = 12
const PICTURE_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * The PNG without its texts and profiles, which are compressed: a hundred kilobytes of them can occupy a decoder for a
 * minute. Null if a chunk is incomplete.
 */
export function pictureOfPng(png: Buffer): Buffer | null {
  const chunks = [png.subarray(0, PNG_HEADER_BYTES)]
  for (let at = PNG_HEADER_BYTES; at + CHUNK_OVERHEAD_BYTES <= png.length;) {
    const end = at + CHUNK_OVERHEAD_BYTES + png.readUInt32BE(at)
    if (end > png.length) return null
    const type = png.toString('latin1', at + 4, at + 8)
    if (PICTURE_CHUNKS.has(type)) chunks.push(png.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(chunks)
    at = end
  }
  return null
}
