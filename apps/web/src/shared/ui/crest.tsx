import { memo } from 'react'
import { classes } from './classes.ts'

/** Background and symbol colours of the badge. All pairs are visible in both themes. */
const COLOURS = [
  'bg-[#c8202f] text-[#ffffff]',
  'bg-[#14315f] text-[#ffffff]',
  'bg-[#0b6e3f] text-[#ffffff]',
  'bg-[#5fa3dd] text-[#10254a]',
  'bg-[#f2c230] text-[#17202b]',
  'bg-[#5a2d82] text-[#f2c230]',
  'bg-[#c8202f] text-[#17202b]',
  'bg-[#0d5cb6] text-[#f2c230]',
  'bg-[#7a1f33] text-[#8fc3ea]',
  'bg-[#e8742a] text-[#17202b]',
  'bg-[#1c7c7d] text-[#ffffff]',
  'bg-[#2b3440] text-[#f2c230]',
] as const

/** The patterns: half, horizontal band, diagonal band, vertical band. The other badges show the initial. */
const PATTERNS = [
  'bg-[linear-gradient(90deg,transparent_50%,currentColor_50%)]',
  'bg-[linear-gradient(transparent_30%,currentColor_30%,currentColor_58%,transparent_58%)]',
  'bg-[linear-gradient(135deg,transparent_40%,currentColor_40%,currentColor_62%,transparent_62%)]',
  'bg-[linear-gradient(90deg,transparent_34%,currentColor_34%,currentColor_66%,transparent_66%)]',
] as const
const SHAPES = PATTERNS.length + 4

/** Words that many clubs share do not identify a club. */
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

/** The sports that have no clubs. */
const WITHOUT_CLUBS = /^tennis$/i

const SIZES = {
  small: 'h-3.5 w-3 text-[8px]',
  // Low enough that the crests of two 16 px lines do not touch.
  row: 'h-3.5 w-3.25 text-[9px]',
  large: 'h-9 w-8 text-[20px]',
} as const

/**
 * One element shaped with CSS: a list shows about sixty badges, and SVGs of several shapes are slower on slow phones.
 */
const SHIELD =
  'flex shrink-0 items-center justify-center self-center rounded-[2px_2px_50%_50%/2px_2px_45%_45%] border border-muted leading-none font-bold before:content-[attr(data-initial)]'

type CrestProps = { readonly name: string; readonly sport: string; readonly size?: keyof typeof SIZES }

/**
 * A generated badge, not a real club's badge. Pattern, colours and initial are computed from the name shown beside it.
 */
export const Crest = memo(function Crest({ name, sport, size = 'row' }: CrestProps) {
  if (WITHOUT_CLUBS.test(sport)) return null
  const hash = hashOf(name)
  const pattern = PATTERNS[Math.floor(hash / COLOURS.length) % SHAPES]
  return (
    <span
      aria-hidden="true"
      data-initial={pattern === undefined ? initialOf(name) : ''}
      className={classes(SHIELD, SIZES[size], COLOURS[hash % COLOURS.length], pattern)}
    />
  )
})
