import { multiplierAt } from '@mupiira/domain/aviator/growth.ts'

export type RoundStyle = {
  readonly line: string
  readonly ink: string
  readonly muted: string
  readonly gold: string
  readonly down: string
  readonly fontFamily: string
}

/** The state to draw. `label` is the multiplier or the countdown. */
export type View = { readonly label: string } & (
  | { readonly phase: 'rest' }
  | { readonly phase: 'betting'; readonly leftShare: number }
  /** `isHeld`: the drawing waits for the server. */
  | { readonly phase: 'flying'; readonly elapsedMs: number; readonly isHeld: boolean }
  | { readonly phase: 'crashed'; readonly elapsedMs: number }
)

type Size = { readonly width: number; readonly height: number }

const EDGE = 16
const MIN_MS = 2_500
const MIN_MULTIPLIER = 2
const POINTS = 40
const LABEL_PX = 44
const CAPTION_PX = 14

/**
 * Draws the curve, the crash or the countdown, and the multiplier. The multiplier is on the canvas too, because a text
 * element would need style, layout and paint in every frame.
 */
export function drawRound(context: CanvasRenderingContext2D, size: Size, view: View, look: RoundStyle): void {
  context.clearRect(0, 0, size.width, size.height)
  drawGround(context, size, look)
  if (view.phase === 'betting') drawCountdown(context, size, view.leftShare, look)
  if (view.phase === 'flying' || view.phase === 'crashed') drawCurve(context, size, view, look)
  const isHeld = view.phase === 'flying' && view.isHeld
  context.fillStyle = isHeld ? look.muted : look.ink
  write(context, view.label, size.width / 2, size.height / 3, `bold ${LABEL_PX}px ${look.fontFamily}`)
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, font: string): void {
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x, y)
}

function drawGround(context: CanvasRenderingContext2D, { width, height }: Size, { line }: RoundStyle): void {
  context.strokeStyle = line
  context.lineWidth = 1
  context.beginPath()
  for (let at = 0; at <= 4; at++) {
    const y = Math.round(EDGE + ((height - 2 * EDGE) * at) / 4) + 0.5
    context.moveTo(EDGE, y)
    context.lineTo(width - EDGE, y)
  }
  context.stroke()
}

function drawCountdown(context: CanvasRenderingContext2D, size: Size, leftShare: number, look: RoundStyle): void {
  context.fillStyle = look.muted
  const captionY = size.height / 3 + LABEL_PX / 2 + CAPTION_PX
  write(context, 'until the round starts', size.width / 2, captionY, `${CAPTION_PX}px ${look.fontFamily}`)
  const width = Math.min(220, size.width - 4 * EDGE)
  const left = (size.width - width) / 2
  const top = size.height - EDGE - 14
  context.fillStyle = look.line
  context.fillRect(left, top, width, 4)
  context.fillStyle = look.gold
  context.fillRect(left, top, width * Math.min(1, Math.max(0, leftShare)), 4)
}

function drawCurve(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  { phase, elapsedMs }: Extract<View, { readonly elapsedMs: number }>,
  { gold, down }: RoundStyle,
): void {
  const spanMs = Math.max(MIN_MS, elapsedMs * 1.12)
  const top = Math.max(MIN_MULTIPLIER, multiplierAt(elapsedMs) * 1.15)
  const xOf = (ms: number): number => EDGE + ((width - 2 * EDGE) * ms) / spanMs
  const yOf = (ms: number): number => height - EDGE - ((height - 2 * EDGE) * (multiplierAt(ms) - 1)) / (top - 1)
  const color = phase === 'crashed' ? down : gold
  context.beginPath()
  context.moveTo(xOf(0), yOf(0))
  for (let at = 1; at <= POINTS; at++) {
    const ms = (elapsedMs * at) / POINTS
    context.lineTo(xOf(ms), yOf(ms))
  }
  context.strokeStyle = color
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.stroke()
  context.lineTo(xOf(elapsedMs), height - EDGE)
  context.lineTo(xOf(0), height - EDGE)
  context.closePath()
  context.globalAlpha = 0.14
  context.fillStyle = color
  context.fill()
  context.globalAlpha = 1
  const slope = Math.atan2(yOf(elapsedMs) - yOf(elapsedMs - 40), xOf(elapsedMs) - xOf(elapsedMs - 40))
  drawCrane(context, xOf(elapsedMs), yOf(elapsedMs), slope, color, phase === 'crashed')
}

/** Draws the crested crane: body, wings and crest. After the crash, the wings are folded. */
function drawCrane(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  slope: number,
  color: string,
  isFallen: boolean,
): void {
  context.save()
  context.translate(x, y)
  context.rotate(isFallen ? Math.PI / 2.6 : slope)
  context.fillStyle = color
  context.beginPath()
  context.moveTo(16, -1)
  context.quadraticCurveTo(4, -5, -14, 1)
  context.quadraticCurveTo(2, 5, 16, -1)
  context.fill()
  context.beginPath()
  context.moveTo(3, -2)
  context.lineTo(-9, isFallen ? -7 : -15)
  context.lineTo(-5, -1)
  context.moveTo(2, 1)
  context.lineTo(-7, isFallen ? 6 : 10)
  context.lineTo(-4, 1)
  context.fill()
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.beginPath()
  for (const tip of [-9, -6, -3]) {
    context.moveTo(13, -2)
    context.lineTo(11 + (tip + 9) / 2, tip)
  }
  context.stroke()
  context.restore()
}
