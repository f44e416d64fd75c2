import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { type QrSquares, qrSquares } from './qr-squares.ts'

const MODULE_PX = 4

/** The image that a camera sees: black on white. */
function pictureOf({ size, path }: QrSquares): { width: number; height: number; data: Uint8Array } {
  const side = size * MODULE_PX
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let dy = 0; dy < MODULE_PX; dy++) {
      const from = (Number(y) * MODULE_PX + dy) * side + Number(x) * MODULE_PX
      for (let dx = 0; dx < Number(length) * MODULE_PX; dx++) data.fill(0, (from + dx) * 4, (from + dx) * 4 + 3)
    }
  }
  return { width: side, height: side, data }
}

describe('the QR code of a second factor', () => {
  it.each([
    'otpauth://totp/Mupiira:%2B256772000200?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mupiira',
    'otpauth://totp/Mupiira:joel%40example.ug?secret=GEZDGNBVGY3TQOJQ&issuer=Mupiira&digits=6&period=30',
  ])(
    '[ADMX-06] the QR code of a second factor decodes to the address that an authenticator app accepts: %s',
    (address) => {
      expect(decodeQR(pictureOf(qrSquares(address)))).toBe(address)
    },
  )

  it('[ADMX-06] the QR code of a second factor has a white border of four modules', () => {
    const { size, path } = qrSquares('otpauth://totp/Mupiira')
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4)
      expect(Math.max(Number(x) + Number(length), Number(y) + 1)).toBeLessThanOrEqual(size - 4)
    }
  })
})
