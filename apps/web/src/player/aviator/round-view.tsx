import { useEffect, useRef } from 'react'
import { hundredthsAt, reachedAfterMs } from '@mupiira/domain/aviator/growth.ts'
import { multiplierText } from '@mupiira/domain/aviator/bet-rules.ts'
import type { AviatorRound } from '@mupiira/contract/aviator.ts'
import { drawRound, type Look, type View } from './draw-round.ts'
import { useAviator } from './aviator-store.ts'
import { roundNowMs } from './round-clock.ts'

/** The update interval for players who prefer reduced motion. */
const REDUCED_MOTION_MS = 500
/** The time until the highest multiplier: the length of the longest round. */
const MAX_ROUND_MS = 6_416

/** Milliseconds since the start of the round; null without a round and before its start. */
export function elapsedOf(round: AviatorRound | null, nowMs: number): number | null {
  if (round?.fliesAt === null || round === null) return null
  const elapsedMs = nowMs - Date.parse(round.fliesAt)
  return elapsedMs < 0 ? null : Math.min(elapsedMs, MAX_ROUND_MS)
}

function viewOf(
  round: AviatorRound | null,
  isConfirmed: boolean,
  nowMs: number,
): { readonly view: View; readonly label: string } {
  if (round === null) return { view: { phase: 'rest' }, label: '' }
  if (round.state === 'crashed' && round.crash !== null) {
    const hundredths = Math.round(round.crash * 100)
    return {
      view: { phase: 'crashed', elapsedMs: reachedAfterMs(hundredths) },
      label: `${multiplierText(hundredths)}x`,
    }
  }
  const elapsedMs = elapsedOf(round, nowMs)
  if (round.state === 'flying' && !isConfirmed) return { view: { phase: 'rest' }, label: '' }
  if (round.state === 'flying' && elapsedMs !== null) {
    return { view: { phase: 'flying', elapsedMs }, label: `${multiplierText(hundredthsAt(elapsedMs))}x` }
  }
  if (round.state === 'flying') return { view: { phase: 'betting', leftShare: 0 }, label: '1.00x' }
  if (round.state !== 'betting') return { view: { phase: 'rest' }, label: '' }
  const closesMs = Date.parse(round.bettingClosesAt ?? '')
  const opensMs = Date.parse(round.bettingOpensAt ?? '')
  const leftMs = Math.max(0, closesMs - nowMs)
  const seconds = (Math.ceil(leftMs / 100) / 10).toFixed(1)
  return { view: { phase: 'betting', leftShare: leftMs / (closesMs - opensMs) }, label: `${seconds} s` }
}

/**
 * The curve and the multiplier. Each frame is computed from the round's start time and the clock, and drawn on a
 * canvas. React does not render while the round runs.
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
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  let colours = coloursOf(element)
  let size = { width: 0, height: 0 }
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function paint(): void {
    const { state, isConfirmed } = useAviator.getState()
    const round = state?.round ?? null
    const seen = viewOf(round, isConfirmed, roundNowMs())
    drawRound(context, size, seen, colours)
    // The curve stops without a connection, and continues when the server confirms the round.
    const isMoving = round?.state === 'flying' || seen.view.phase === 'betting'
    if (!isMoving) return
    if (calm.matches) timer = setTimeout(again, REDUCED_MOTION_MS)
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
  const unsubscribe = useAviator.subscribe(({ state }) => {
    const now = `${state?.round?.id} ${state?.round?.state}`
    if (now === phase) return
    phase = now
    again()
  })
  measure()
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    resizing.disconnect()
    theming.disconnect()
    dark.removeEventListener('change', recolor)
    unsubscribe()
  }
}

/** The highest number of canvas pixels per CSS pixel. It is sharp enough for motion and half the work of 2. */
const MAX_PIXELS = 1.5
const LABEL_PX = 44

function coloursOf(element: Element): Look {
  const style = getComputedStyle(element)
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const font = `bold ${LABEL_PX}px ${style.fontFamily}`
  return { line: of('line'), ink: of('ink'), gold: of('gold'), down: of('down'), font }
}
