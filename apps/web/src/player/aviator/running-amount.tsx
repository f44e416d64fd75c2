import { useEffect, useRef } from 'react'
import type { AviatorBet } from '@mupiira/contract/aviator.ts'
import { hundredthsAt } from '@mupiira/domain/aviator/growth.ts'
import { payoutOf } from '@mupiira/domain/aviator/outcome.ts'
import { formatPlain, ugx } from '@mupiira/domain/money/ugx.ts'
import { money } from '../../shared/format/amounts.ts'
import { useAviator } from './aviator-store.ts'
import { drawnMs } from './drawing.ts'

const RENEW_MS = 100

/**
 * The cash-out amount at the drawn multiplier. The server pays the multiplier at which it receives the tap. The amount
 * is drawn on a canvas, because text would cause ten layouts a second (decision 0033).
 */
export function RunningAmount({ bet }: { readonly bet: AviatorBet }) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = canvasRef.current
    const context = canvas?.getContext('2d')
    if (canvas === null || !context) return
    const { clientWidth: width, clientHeight: height } = canvas
    const ratio = Math.min(2, window.devicePixelRatio)
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    context.scale(ratio, ratio)
    const { fontWeight, fontSize, fontFamily, color } = getComputedStyle(canvas)
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`
    context.fillStyle = color
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    const show = () => {
      const elapsedMs = drawnMs(useAviator.getState().state?.round ?? null) ?? 0
      const target = bet.target === null ? 1_000 : Math.round(bet.target * 100)
      const won = payoutOf(money(bet.stake), Math.min(target, hundredthsAt(elapsedMs)))
      context.clearRect(0, 0, width, height)
      // Whole shillings, because decimals change too fast to read.
      context.fillText(`≈ UGX ${formatPlain(ugx((won / 100n) * 100n))}`, width / 2, height / 2)
    }
    show()
    const timer = setInterval(show, RENEW_MS)
    return () => clearInterval(timer)
  }, [bet])
  return <canvas ref={canvasRef} data-running aria-hidden="true" className="block h-5 w-36 text-14" />
}
