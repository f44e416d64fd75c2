const PIECES = 50
const DURATION_MS = 3000
const START_AFTER_MS = 500
const COLOURS = ['var(--gold)', 'var(--up)', 'var(--live)', 'var(--ink)'] as const

/**
 * Shows fifty pieces of confetti for three seconds, unless the player prefers reduced motion. Returns a function that
 * stops the animation.
 */
export function playConfetti(): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  let stage: HTMLElement | undefined
  const start = setTimeout(() => {
    stage = document.createElement('div')
    stage.setAttribute('aria-hidden', 'true')
    stage.className = 'pointer-events-none fixed inset-0 z-50 overflow-hidden'
    document.body.append(stage)
    for (let i = 0; i < PIECES; i += 1) dropPiece(stage)
  }, START_AFTER_MS)
  const end = setTimeout(() => stage?.remove(), START_AFTER_MS + DURATION_MS)
  return () => {
    clearTimeout(start)
    clearTimeout(end)
    stage?.remove()
  }
}

function dropPiece(stage: HTMLElement): void {
  const piece = document.createElement('i')
  piece.className = 'absolute top-0 h-3 w-1.5'
  piece.style.left = `${Math.random() * 100}%`
  piece.style.background = COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? COLOURS[0]
  stage.append(piece)
  const drift = (Math.random() - 0.5) * 160
  const turn = 360 + Math.random() * 720
  piece.animate(
    [
      { transform: 'translate(0, -24px) rotate(0deg)', opacity: 1 },
      { transform: `translate(${drift}px, 100vh) rotate(${turn}deg)`, opacity: 0.6 },
    ],
    { duration: 1600 + Math.random() * 1200, delay: Math.random() * 200, easing: 'ease-in', fill: 'both' },
  )
}
