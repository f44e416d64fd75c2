import encodeQR from 'qr'

/** The width of the white border in modules. QR readers need the border to find the code (ISO/IEC 18004). */
const BORDER = 4

export type QrSquares = {
  /** Modules per side, including the white border. */
  readonly size: number
  /** The dark modules by row as an SVG path, with one rectangle per run. */
  readonly path: string
}

/** `qrSquares('otpauth://…')` → { size: 49, path: 'M4 4h7v1h-7z…' } */
export function qrSquares(text: string): QrSquares {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
  const path = rows.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  )
  return { size: rows.length, path: path.join('') }
}

/** The runs of dark modules with start and length: `[false, true, true]` → [[1, 2]] */
function runsOf(row: readonly boolean[]): readonly (readonly [from: number, length: number])[] {
  const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
  return starts.map((from) => {
    const end = row.indexOf(false, from)
    return [from, (end === -1 ? row.length : end) - from]
  })
}
