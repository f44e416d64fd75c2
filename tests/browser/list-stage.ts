import { type Fixture, lineOf, SETTLING } from './matches.ts'
import { openStage, type Stage } from './stage.ts'
import { OPENS_AT } from './stage-time.ts'

const MINUTE_MS = 60_000
const ENGLAND = ['england', 'premier-league'] as const

/** A stage whose list has two leagues: two games of England, and one of Uganda that begins in two minutes. */
export async function openListStage(): Promise<Stage> {
  const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)
  const fixtures: Fixture[] = [
    ...SETTLING.map((each, at) => ({ ...each, kickoff: later(90 + 30 * at) })),
    {
      home: 'Arsenal',
      away: 'Newcastle Utd',
      score: [
        [1, 0],
        [2, 0],
      ],
      odds: [1.52, 4.4, 5.9],
      league: ENGLAND,
      kickoff: later(60),
    },
    {
      home: 'Fulham',
      away: 'Crystal Palace',
      score: [
        [1, 1],
        [1, 1],
      ],
      odds: [2.3, 3.3, 3.1],
      league: ENGLAND,
      kickoff: later(200),
    },
    {
      home: 'Maroons FC',
      away: 'NEC FC',
      score: [
        [1, 0],
        [2, 1],
      ],
      odds: [2.2, 3.1, 3.4],
      kickoff: later(2),
    },
  ]
  return openStage({ matches: fixtures.map(lineOf) })
}
