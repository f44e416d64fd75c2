import type { ReactNode } from 'react'

const DRAWINGS: Readonly<Record<string, ReactNode>> = {
  reels: (
    <>
      {[46, 88, 130].map((x) => (
        <rect key={x} x={x} y="18" width="34" height="54" rx="6" fill="none" stroke="var(--gold)" strokeWidth="3" />
      ))}
      {[63, 105, 147].map((x, at) => (
        <circle key={x} cx={x} cy={[36, 45, 54][at]} r="8" fill="var(--gold)" />
      ))}
    </>
  ),
  wheel: (
    <>
      <circle cx="105" cy="45" r="32" fill="none" stroke="var(--gold)" strokeWidth="3" />
      <circle cx="105" cy="45" r="10" fill="var(--gold)" />
      {Array.from({ length: 12 }, (_, at) => (
        <line
          key={at}
          x1="105"
          y1="15"
          x2="105"
          y2="29"
          stroke="var(--gold)"
          strokeWidth="3"
          transform={`rotate(${at * 30} 105 45)`}
        />
      ))}
    </>
  ),
  cards: (
    <>
      {[-14, 0, 14].map((turn) => (
        <rect
          key={turn}
          x="86"
          y="16"
          width="38"
          height="56"
          rx="5"
          fill="var(--raised)"
          stroke="var(--gold)"
          strokeWidth="3"
          transform={`rotate(${turn} 105 84)`}
        />
      ))}
      <path d="M105 34 l9 11 -9 11 -9 -11 z" fill="var(--gold)" />
    </>
  ),
}

/** One drawing per kind of game, as SVG code, so that no images are downloaded. */
export const Thumbnail = ({ kind }: { readonly kind: string }) => (
  <svg viewBox="0 0 210 90" aria-hidden="true" className="h-22 w-full bg-tint">
    {DRAWINGS[kind] ?? DRAWINGS['cards']}
  </svg>
)
