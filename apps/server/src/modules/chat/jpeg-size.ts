/** What decoding a JPEG will cost. */
export type JpegSize = { readonly pixels: number; readonly scans: number }

const MARKER = 0xff
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

/** Start-of-frame markers: C0 to CF, except for tables (C4), extensions (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Markers without a segment: restarts (D0 to D7), TEM (01), and a stuffed FF of the picture data (00). */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Counts the pixels and scans of a JPEG without decoding it. A progressive file describes the picture in several scans, and
 * the decoder walks over the whole picture for each, even if it is empty.
 */
export function jpegSize(file: Buffer): JpegSize {
  let [pixels, scans] = [0, 0]
  for (let at = file.indexOf(MARKER); at !== -1 && at + 1 < file.length; at = file.indexOf(MARKER, at)) {
    const marker = file[at + 1] ?? 0
    if (marker === END_OF_IMAGE) break
    if (marker === MARKER) at += 1
    else if (isAlone(marker) || marker === 0xd8) at += 2
    else {
      if (marker === START_OF_SCAN) scans += 1
      if (isFrame(marker) && at + 9 <= file.length) pixels += file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
      at += at + 4 <= file.length ? 2 + file.readUInt16BE(at + 2) : file.length
    }
  }
  return { pixels, scans }
}
