import { useMemo } from 'react'
import { qrSquares } from './qr-squares.ts'

type QrProps = { readonly text: string; readonly label: string }

/** Black on white in dark mode too, because some readers cannot scan inverted codes. */
export function QrCode({ text, label }: QrProps) {
  const { size, path } = useMemo(() => qrSquares(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-56 rounded-card border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
