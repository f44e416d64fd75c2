import { useEffect, useRef } from 'react'
import { hundredthsAt, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { useAviator } from './aviator-store.ts'
import { drawRound, type RoundStyle, type View } from './draw-round.ts'
import { drawnMs, useDrawing } from './drawing.ts'
import { roundNowMs } from './round-clock.ts'
import { timesText } from './times-text.ts'

/** The update interval for players who prefer reduced motion. */
const REDUCED_MOTION_MS = 500

function viewOf(round: AviatorRound | null, isHeld: boolean): View {
  if (round?.state === 'crashed' && round.crash !== null)
    return {
      phase: 'crashed',
      elapsedMs: reachedAfterMs(Math.round(round.crash * 100)),
      label: timesText(round.crash),
    }
  const elapsedMs = drawnMs(round)
  if (elapsedMs !== null) {
    const label = timesText(hundredthsAt(elapsedMs) / 100)
    return elapsedMs < 0 ? { phase: 'rest', label } : { phase: 'flying', elapsedMs, isHeld, label }
  }
  if (round?.state !== 'betting') return { phase: 'rest', label: '' }
  const closesMs = Date.parse(round.bettingClosesAt ?? '')
  const opensMs = Date.parse(round.bettingOpensAt ?? '')
  const leftMs = Math.max(0, closesMs - roundNowMs())
  const seconds = (Math.ceil(leftMs / 100) / 10).toFixed(1)
  return { phase: 'betting', leftShare: leftMs / (closesMs - opensMs), label: `${seconds} s` }
}

/**
 * The curve and the multiplier, drawn on a canvas up to what the server has reported. React does not render while the
 * round runs.
 */
export function RoundView() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    return element === null || !context ? undefined : animate(element, context)
  }, [])
  return (
    <div className="relative h-42 low:h-33 overflow-hidden rounded-card border border-line bg-raised contain-strict md:h-72">
      <canvas ref={canvas} data-flight aria-hidden="true" className="absolute inset-0 size-full" />
    </div>
  )
}

function animate(element: HTMLCanvasElement, context: CanvasRenderingContext2D): () => void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  let colours = coloursOf(element)
  let size = { width: 0, height: 0 }
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function paint(): void {
    const round = useAviator.getState().state?.round ?? null
    const { isHeld } = useDrawing.getState()
    drawRound(context, size, viewOf(round, isHeld), colours)
    const isMoving = round?.state === 'betting' || (round?.state === 'flying' && !isHeld)
    if (!isMoving) return
    if (reducedMotion.matches) timer = setTimeout(again, REDUCED_MOTION_MS)
    else frame = requestAnimationFrame(paint)
  }

  function again(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    paint()
  }

  function measure(): void {
    const ratio = Math.min(MAX_PIXELS, window.devicePixelRatio)
    size = { width: element.clientWidth, height: element.clientHeight }
    element.width = Math.round(size.width * ratio)
    element.height = Math.round(size.height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    again()
  }

  function recolor(): void {
    colours = coloursOf(element)
    again()
  }

  const resizing = new ResizeObserver(measure)
  resizing.observe(element)
  const theming = new MutationObserver(recolor)
  theming.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  dark.addEventListener('change', recolor)
  let phase = ''
  const onChange = () => {
    const round = useAviator.getState().state?.round
    const now = `${round?.id} ${round?.state} ${useDrawing.getState().isHeld}`
    if (now === phase) return
    phase = now
    again()
  }
  const stops = [useAviator.subscribe(onChange), useDrawing.subscribe(onChange)]
  measure()
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    resizing.disconnect()
    theming.disconnect()
    dark.removeEventListener('change', recolor)
    for (const stop of stops) stop()
  }
}

/**
 * The highest number of canvas pixels per CSS pixel. It is sharp enough for motion, and 2 would need nearly twice as
 * many pixels.
 */
const MAX_PIXELS = 1.5

function coloursOf(element: Element): RoundStyle {
  const style = getComputedStyle(element)
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const { fontFamily } = style
  return { line: of('line'), ink: of('ink'), muted: of('muted'), gold: of('gold'), down: of('down'), fontFamily }
}
