const PIECES = 36
const MAX_MS = 2_400
const COLOURS = ['var(--color-gold)', 'var(--color-up)', 'var(--color-live)'] as const

/** Two seconds of confetti (NOTE-34). It blocks no input and respects reduced motion. */
export function celebrate(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const layer = document.createElement('div')
  layer.dataset['celebration'] = ''
  layer.setAttribute('aria-hidden', 'true')
  layer.className = 'pointer-events-none fixed inset-0 z-50 overflow-hidden'
  for (let piece = 0; piece < PIECES; piece += 1) layer.append(fallingPiece(piece))
  document.body.append(layer)
  setTimeout(() => layer.remove(), MAX_MS)
}

function fallingPiece(at: number): HTMLElement {
  const piece = document.createElement('i')
  const size = 6 + (at % 3) * 2
  Object.assign(piece.style, {
    position: 'absolute',
    top: '-12px',
    left: `${Math.random() * 100}%`,
    width: `${size}px`,
    height: `${size * 1.6}px`,
    background: COLOURS[at % COLOURS.length],
  })
  const drift = (Math.random() - 0.5) * 160
  const turns = 360 + Math.random() * 540
  piece.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${drift}px, 105vh) rotate(${turns}deg)`, opacity: 0.6 },
    ],
    { duration: 1_400 + Math.random() * 800, easing: 'cubic-bezier(0.3, 0.1, 0.7, 1)', fill: 'both' },
  )
  return piece
}
