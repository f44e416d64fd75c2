import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../../../../../../tests/support/proof.ts'
import {
  gifBomb,
  gifOf,
  html,
  noise,
  plain,
  pngBomb,
  svgWithScript,
  withPosition,
  withTextBomb,
} from './test-images.ts'
import { decodeImage } from './decode-image.ts'
import { jpegSize } from './image-formats.ts'
import { decodeInProcess, reEncodeImage } from './re-encode-image.ts'

const png = () => plain(40, 30).png().toBuffer()
const jpeg = () => plain(40, 30).jpeg().toBuffer()
const joined = async (...parts: (Buffer | Promise<Buffer>)[]): Promise<Buffer> =>
  Buffer.concat(await Promise.all(parts.map(async (part) => part)))
const TEXT_MB = proofSize({ small: 20, full: 500 })
/** The size of the picture with many scans. */
const WIDTH = proofSize({ small: 600, full: 2_000 })
const HEIGHT = proofSize({ small: 500, full: 1_500 })
const SCRIPT = '<script>alert(1)</script>'

describe('images for customer care', () => {
  it.each([
    ['a JPEG', jpeg],
    ['a PNG', png],
    ['a WebP', () => plain(40, 30).webp().toBuffer()],
    ['a GIF', () => plain(40, 30).gif().toBuffer()],
    ['a PNG with transparency', () => plain(40, 30).ensureAlpha(0.5).png().toBuffer()],
    ['a 16-bit greyscale PNG', () => plain(40, 30).toColourspace('grey16').png().toBuffer()],
    ['a CMYK JPEG', () => plain(40, 30).toColourspace('cmyk').jpeg().toBuffer()],
  ])('[CHAT-06] re-encoding a chat image accepts %s and keeps its size', async (_, file) => {
    const drawn = await decodeImage(await file())
    expect(drawn).toMatchObject({ ok: true, value: { width: 40, height: 30 } })
    if (drawn.ok) expect((await sharp(drawn.value.bytes).metadata()).format).toBe('webp')
  })

  it.each([
    ['an empty file', () => Buffer.alloc(0), 'IMAGE_NOT_ACCEPTED'],
    ['an SVG with a script', () => svgWithScript, 'IMAGE_NOT_ACCEPTED'],
    ['an SVG that starts with white space', () => Buffer.from(`  \n<svg onload="${SCRIPT}"/>`), 'IMAGE_NOT_ACCEPTED'],
    ['HTML', () => html, 'IMAGE_NOT_ACCEPTED'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), 'IMAGE_NOT_ACCEPTED'],
    ['a TIFF', () => plain(40, 30).tiff().toBuffer(), 'IMAGE_NOT_ACCEPTED'],
    ['an AVIF', () => plain(40, 30).avif().toBuffer(), 'IMAGE_NOT_ACCEPTED'],
    ['an executable', () => Buffer.from('\x7fELF'.padEnd(4_000, '\0'), 'latin1'), 'IMAGE_NOT_ACCEPTED'],
    ['50 MB of text', () => Buffer.alloc(50 * 1024 * 1024, 0x61), 'IMAGE_NOT_ACCEPTED'],
    [
      'HTML with the signature of a PNG',
      () => joined(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), html),
      'IMAGE_BROKEN',
    ],
    ['a PNG with the signature of a JPEG', () => joined(Buffer.from('ffd8ff', 'hex'), png()), 'IMAGE_BROKEN'],
    [
      'an SVG with the signature of a WebP',
      () => joined(Buffer.from('RIFF\0\0\0\0WEBP'), svgWithScript),
      'IMAGE_BROKEN',
    ],
    ['a truncated JPEG', async () => (await noise(300, 200).jpeg().toBuffer()).subarray(0, 9_000), 'IMAGE_BROKEN'],
    ['a truncated PNG', async () => (await noise(300, 200).png().toBuffer()).subarray(0, 9_000), 'IMAGE_BROKEN'],
    ['a PNG of 900 million pixels in 110 kB', () => pngBomb(30_000, 30_000), 'IMAGE_TOO_LARGE'],
    ['a PNG that declares 4 billion pixels', () => pngBomb(65_535, 1).fill(0xff, 20, 24), 'IMAGE_BROKEN'],
    ['a GIF of 4 billion pixels in 34 bytes', gifBomb, 'IMAGE_TOO_LARGE'],
  ] as const)('[CHAT-06] re-encoding a chat image rejects %s', async (_, file, error) => {
    expect(await decodeImage(await file())).toEqual({ ok: false, error })
  })

  it.each([
    ['after the end of a PNG', () => joined(png(), html)],
    ['after the end of a JPEG', () => joined(jpeg(), Buffer.from(SCRIPT))],
    ['after the end of a GIF', () => joined(plain(4, 3).gif().toBuffer(), Buffer.from('/*'), html)],
    ['in a JPEG’s comment', async () => withComment(await jpeg(), SCRIPT)],
    [`in ${TEXT_MB} MB of a PNG’s text`, async () => withTextBomb(await png(), TEXT_MB * 1_000_000)],
    ['after 100,000 frames of a GIF', () => joined(gifOf(100_000), html)],
  ])('[CHAT-06] re-encoding a chat image removes a script %s', async (_, file) => {
    const drawn = await decodeImage(await file())
    expect(drawn).toMatchObject({ ok: true })
    if (!drawn.ok) return
    const text = drawn.value.bytes.toString('latin1')
    expect(text).not.toMatch(/script|html|AAAA/)
    expect(text.slice(0, 4)).toBe('RIFF')
  })

  it('[CHAT-06] re-encoding a chat image removes location, camera and text metadata of a photograph, and rotates the image upright', async () => {
    const photograph = await withPosition()
    expect(photograph.toString('latin1')).toContain('SECRET-MARK')
    const drawn = await decodeImage(photograph)
    expect(drawn).toMatchObject({ ok: true, value: { width: 200, height: 400 } })
    if (!drawn.ok) return
    const found = await sharp(drawn.value.bytes).metadata()
    expect([found.exif, found.xmp, found.icc, found.iptc, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(drawn.value.bytes.toString('latin1')).not.toContain('SECRET-MARK')
  })

  it('[CHAT-20] re-encoding a chat image scales the largest accepted image to 1,600 pixels and 300 kB in bounded memory', async () => {
    const large = await noise(6_200, 4_000).jpeg({ quality: 60 }).toBuffer()
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    const drawn: Awaited<ReturnType<typeof decodeImage>>[] = []
    for (let count = proofSize({ small: 1, full: 3 }); count > 0; count--) drawn.push(await decodeImage(large))
    clearInterval(watch)
    for (const each of drawn) {
      expect(each).toMatchObject({ ok: true })
      if (!each.ok) continue
      expect(Math.max(each.value.width, each.value.height)).toBeLessThanOrEqual(1_600)
      expect(each.value.bytes.length).toBeLessThanOrEqual(300_000)
    }
    expect(most - before).toBeLessThan(250 * 1024 * 1024)
  })
})

describe('images that take too long', () => {
  /** A progressive JPEG with `scans` empty scans before its end. */
  async function withScans(scans: number): Promise<Buffer> {
    const jpeg = await noise(WIDTH, HEIGHT).jpeg({ progressive: true }).toBuffer()
    const scan = Buffer.from('ffda0008010100013f00', 'hex')
    return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: scans }, () => scan), jpeg.subarray(-2)])
  }

  it('[CHAT-06] a JPEG with more than 32 scans is refused', async () => {
    const { pixels, scans } = jpegSize(await withScans(0))
    expect(pixels).toBe(WIDTH * HEIGHT)
    expect(await decodeImage(await withScans(32 - scans))).toMatchObject({ ok: true })
    for (const more of [33 - scans, 2_646])
      expect(await decodeImage(await withScans(more))).toEqual({ ok: false, error: 'IMAGE_BROKEN' })
  })

  it('[CHAT-06] an ordinary progressive JPEG is accepted', async () => {
    const file = await withScans(0)
    expect(jpegSize(file).scans).toBeLessThanOrEqual(12)
    expect(await decodeImage(file)).toMatchObject({ ok: true })
  })

  it('[CHAT-06] an image decoder process that takes too long is killed, and a new process decodes the next image', async () => {
    const large = await noise(3_000, 2_000).jpeg({ progressive: true, quality: 90 }).toBuffer()
    expect(await decodeInProcess(large, 1)).toEqual({ ok: false, error: 'IMAGE_BROKEN' })
    expect(await reEncodeImage(await png())).toMatchObject({ ok: true, value: { width: 40, height: 30 } })
  })

  it('[CHAT-06] images are decoded in parallel, and returned in the order of their requests', async () => {
    const drawn = await Promise.all([jpeg(), png(), html, jpeg()].map(async (file) => reEncodeImage(await file)))
    expect(drawn.map(({ ok }) => ok)).toEqual([true, true, false, true])
    if (drawn[1]?.ok) expect((await sharp(drawn[1].value.bytes).metadata()).format).toBe('webp')
  })
})

function withComment(file: Buffer, text: string): Buffer {
  const segment = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([file.subarray(0, 2), segment, Buffer.from(text), file.subarray(2)])
}
