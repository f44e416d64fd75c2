import { expect, it } from 'vitest'
import type { TimelineEvent } from '@mupiira/contract/game-facts.ts'
import type { Game } from '@mupiira/contract/games.ts'
import { captionOf } from './match-panel.tsx'

const game = (minute: number, label: string, status = 'live'): Game =>
  ({ status, homeTeam: 'Vipers SC', awayTeam: 'KCCA FC', clock: { minute, label } }) as unknown as Game
const goal = (minute: number, change: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind: 'goal',
  minute,
  team: 'home',
  scorer: 'E. Kaye',
  homeScore: 1,
  awayScore: 0,
  ...change,
})

it.each<[Game, readonly TimelineEvent[], string]>([
  [game(12, "Live 12'"), [], 'First half'],
  [game(63, "Live 63'"), [goal(12)], 'Second half'],
  [game(63, "Live 63'"), [goal(12), goal(61)], "61' Goal · Vipers SC · E. Kaye"],
  [game(66, "Live 66'"), [goal(61, { team: 'away', scorer: null })], "61' Goal · KCCA FC"],
  [game(66, "Live 66'"), [goal(61, { kind: 'own-goal' })], "61' Own goal · Vipers SC · E. Kaye"],
  [game(67, "Live 67'"), [goal(61)], 'Second half'],
  [game(45, 'HalfTime'), [], 'Half time'],
  [game(90, 'Full Time', 'finished'), [goal(90)], 'Full time'],
])('[LIVE-40] the caption of the pitch names the half, or a goal of the last five minutes', (of, goals, caption) => {
  expect(captionOf(of, goals)).toBe(caption)
})
