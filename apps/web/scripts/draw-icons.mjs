// Draws the app's icons as PNG into public/icons: `node apps/web/scripts/draw-icons.mjs`. Some systems do not accept an
// SVG as the icon of an installed app, so this script computes the pixels of the logo (favicon.svg).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

const GOLD = [0xf2, 0xb7, 0x05]
const INK = [0x14, 0x17, 0x1a]
const HALF_STROKE = 1.7
const CENTRE = 20
const RADIUS = 20

/** The lines of the logo on a field of 40 × 40: the rising curve and the arrowhead. */
const RISE = curve([12.6, 29.4], [11.5, 22], [15, 16.1], [23.5, 14.1])
const HEAD = [
  [20.6, 8.7],
  [30, 13.1],
  [23.1, 20.7],
]

/** `margin`: space around the field of 40. Without `isRound` gold fills the square, for systems that crop the icon. */
const ICONS = [
  { name: 'icon-192.png', size: 192, margin: 0, isRound: true },
  { name: 'icon-512.png', size: 512, margin: 0, isRound: true },
  { name: 'maskable-192.png', size: 192, margin: 8, isRound: false },
  { name: 'maskable-512.png', size: 512, margin: 8, isRound: false },
  { name: 'apple-180.png', size: 180, margin: 4, isRound: false },
]

function curve(from, first, second, to) {
  return Array.from({ length: 33 }, (_, step) => {
    const t = step / 32
    const u = 1 - t
    return [0, 1].map((i) => u ** 3 * from[i] + 3 * u * u * t * first[i] + 3 * u * t * t * second[i] + t ** 3 * to[i])
  })
}

function distanceTo(line, x, y) {
  let nearest = Infinity
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1]
    const [dx, dy] = [line[i][0] - ax, line[i][1] - ay]
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy))
  }
  return nearest
}

/** The share of a pixel that lies inside an edge. A pixel is `grain` wide. */
const cover = (inside, grain) => Math.min(1, Math.max(0, inside / grain + 0.5))

/** The palette: shades from gold to the ink colour, then gold from opaque to transparent. */
const LEVELS = 24
const SHADES = Array.from({ length: LEVELS + 1 }, (_, level) =>
  GOLD.map((part, i) => Math.round(part + ((INK[i] - part) * level) / LEVELS)),
)
const PALETTE = Buffer.from([...SHADES, ...SHADES.slice(0, LEVELS).map(() => GOLD)].flat())
const OPACITY = Buffer.from(
  Array.from({ length: 2 * LEVELS + 1 }, (_, at) =>
    at <= LEVELS ? 255 : Math.round((255 * (at - LEVELS - 1)) / LEVELS),
  ),
)

function draw({ size, margin, isRound }) {
  const grain = (40 + 2 * margin) / size
  const lines = Buffer.alloc(size * (size + 1))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) * grain - margin, (row + 0.5) * grain - margin]
      const ink = cover(HALF_STROKE - Math.min(distanceTo(RISE, x, y), distanceTo(HEAD, x, y)), grain)
      const gold = isRound ? cover(RADIUS - Math.hypot(x - CENTRE, y - CENTRE), grain) : 1
      const faded = LEVELS + 1 + Math.floor(gold * LEVELS)
      lines[row * (size + 1) + 1 + column] = gold === 1 ? Math.round(ink * LEVELS) : faded
    }
  }
  return png(size, lines)
}

function png(size, lines) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits per pixel: the index of a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('PLTE', PALETTE), chunk('tRNS', OPACITY)]
  return Buffer.concat([signature, ...parts, chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND')])
}

function chunk(type, content = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

function crc(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

const folder = join(import.meta.dirname, '../public/icons')
mkdirSync(folder, { recursive: true })
for (const icon of ICONS) writeFileSync(join(folder, icon.name), draw(icon))
