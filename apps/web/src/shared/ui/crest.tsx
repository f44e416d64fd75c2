import { memo } from 'react'
import { classes } from './classes.ts'

/** Background and symbol colours of the badge: pairs that are visible in both themes. */
const COLOURS = [
  ['#c8202f', '#ffffff'],
  ['#14315f', '#ffffff'],
  ['#0b6e3f', '#ffffff'],
  ['#5fa3dd', '#10254a'],
  ['#f2c230', '#17202b'],
  ['#5a2d82', '#f2c230'],
  ['#c8202f', '#17202b'],
  ['#0d5cb6', '#f2c230'],
  ['#7a1f33', '#8fc3ea'],
  ['#e8742a', '#17202b'],
  ['#1c7c7d', '#ffffff'],
  ['#2b3440', '#f2c230'],
] as const

const SHIELD = 'M1 1.5h14v8c0 4-3 6.5-7 8-4-1.5-7-4-7-8z'
/** Half, horizontal band, diagonal band, vertical band. The other shapes show the initial. */
const PATTERNS = [
  'M8 1.5h7v8c0 4-3 6.5-7 8z',
  'M1 6h14v4.5h-14z',
  'M1 12.5 12 1.5h3v2.5L2.8 14.2z',
  'M5.5 1.5h5v15l-2.5 1-2.5-1z',
]
const SHAPES = PATTERNS.length + 4

/** Letters as strokes on a field of 4 × 6: text would be read aloud, copied and drawn in whatever font the phone has. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 6 2 0 4 6M.7 4h2.6',
  B: 'M0 0v6h2.5a1.5 1.5 0 0 0 0-3H0h2a1.5 1.5 0 0 0 0-3z',
  C: 'M4 1a2 2 0 0 0-4 1v2a2 2 0 0 0 4 1',
  D: 'M0 0v6h1.5a2.5 2.5 0 0 0 2.5-2.5v-1a2.5 2.5 0 0 0-2.5-2.5z',
  E: 'M4 0H0v6h4M0 3h3',
  F: 'M4 0H0v6M0 3h3',
  G: 'M4 1a2 2 0 0 0-4 1v2a2 2 0 0 0 4 0V3.2H2.5',
  H: 'M0 0v6M4 0v6M0 3h4',
  I: 'M2 0v6',
  J: 'M4 0v4a2 2 0 0 1-4 0',
  K: 'M0 0v6M4 0 0 3.5M1.5 2.5 4 6',
  L: 'M0 0v6h4',
  M: 'M0 6V0l2 3 2-3v6',
  N: 'M0 6V0l4 6V0',
  O: 'M0 2a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0z',
  P: 'M0 6V0h2.5a1.7 1.7 0 0 1 0 3.4H0',
  Q: 'M0 2a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0zM2.5 4.5 4 6',
  R: 'M0 6V0h2.5a1.7 1.7 0 0 1 0 3.4H0M2 3.4 4 6',
  S: 'M4 1a1.8 1.8 0 0 0-4 .5c0 2.5 4 1 4 3a1.8 1.8 0 0 1-4 .5',
  T: 'M0 0h4M2 0v6',
  U: 'M0 0v4a2 2 0 0 0 4 0V0',
  V: 'M0 0l2 6 2-6',
  W: 'M0 0l1 6 1-4 1 4 1-6',
  X: 'M0 0l4 6M4 0 0 6',
  Y: 'M0 0l2 3 2-3M2 3v3',
  Z: 'M0 0h4L0 6h4',
}

/** Words that many clubs share do not identify one. */
const COMMON = /^(fc|sc|afc|cf|ac|as|club)$/i

/** `initialOf('SC Villa')` → "V" */
function initialOf(name: string): string {
  const words = name.split(/\s+/)
  const word = words.find((each) => !COMMON.test(each)) ?? name
  return word.normalize('NFD').charAt(0).toUpperCase()
}

function hashOf(name: string): number {
  let hash = 7
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return hash
}

/** Sports without clubs. */
const WITHOUT_CLUBS = /^tennis$/i

const SIZES = { small: 'h-3.5 w-3', row: 'h-4 w-3.5', large: 'h-9 w-8' } as const

type CrestProps = { readonly name: string; readonly sport: string; readonly size?: keyof typeof SIZES }

/** A generated badge, never a real club's: shape, colours and initial follow from the name. Decoration beside the name. */
export const Crest = memo(function Crest({ name, sport, size = 'row' }: CrestProps) {
  if (WITHOUT_CLUBS.test(sport)) return null
  const hash = hashOf(name)
  const [field, mark] = COLOURS[hash % COLOURS.length] ?? COLOURS[0]
  const pattern = PATTERNS[Math.floor(hash / COLOURS.length) % SHAPES]
  return (
    <svg viewBox="0 0 16 19" aria-hidden="true" className={classes('shrink-0 self-center', SIZES[size])}>
      <path d={SHIELD} fill={field} />
      {pattern === undefined ? (
        <path
          d={LETTERS[initialOf(name)] ?? 'M0 3h4'}
          transform="translate(5.5 5.7)"
          fill="none"
          stroke={mark}
          strokeWidth="1.4"
        />
      ) : (
        <path d={pattern} fill={mark} />
      )}
      <path d={SHIELD} fill="none" className="stroke-muted" strokeWidth="0.7" />
    </svg>
  )
})
