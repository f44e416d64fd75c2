const HEAD_BYTES = 8
/** Length, type and checksum around a chunk's content. */
const AROUND_BYTES = 12
const PICTURE = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * A PNG reduced to its picture. Texts and profiles are compressed within it: a hundred kilobytes of them occupy a decoder
 * for a minute before it reaches a pixel. null: its chunks are incomplete.
 */
export function pictureChunks(png: Buffer): Buffer | null {
  const kept = [png.subarray(0, HEAD_BYTES)]
  for (let at = HEAD_BYTES; at + AROUND_BYTES <= png.length;) {
    const end = at + AROUND_BYTES + png.readUInt32BE(at)
    if (end > png.length) return null
    const type = png.toString('latin1', at + 4, at + 8)
    if (PICTURE.has(type)) kept.push(png.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}
