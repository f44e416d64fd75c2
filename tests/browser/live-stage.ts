import { until } from '../support/player.ts'
import { type Fixture, lineOf, SETTLING } from './matches.ts'
import { openStage, type Stage, type Visit } from './stage.ts'
import { OPENS_AT } from './stage-time.ts'

const MINUTE_MS = 60_000
const ENGLAND = ['england', 'premier-league'] as const

/** A stage with all settling matches in play, three of England ahead, and the id of the game of Vipers SC. */
export async function openLiveStage(): Promise<{
  readonly stage: Stage
  readonly visitor: Visit
  readonly liveId: string
}> {
  const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)
  const ahead: Fixture[] = ['Arsenal', 'Fulham', 'Everton'].map((home, at) => ({
    home,
    away: `${home} Reserves`,
    score: [
      [0, 0],
      [0, 0],
    ],
    odds: [1.9, 3.3, 4.1],
    league: ENGLAND,
    kickoff: later(60 + at),
  }))
  const stage = await openStage({
    matches: [...SETTLING.map((each) => ({ ...each, kickoff: later(2) })), ...ahead].map(lineOf),
  })
  let liveId = ''
  const first = stage.product.loaded.find(({ home }) => home === 'Vipers SC')
  await stage.product.clock.moveTo(new Date((first?.kickoff.getTime() ?? 0) + 3 * MINUTE_MS))
  await until('the games are live', async () => {
    const { items } = await stage.product.client(1).must('GET /api/games', { query: { status: 'live' } })
    liveId = items.find(({ homeTeam }) => homeTeam === 'Vipers SC')?.id ?? ''
    return items.filter(({ sport }) => sport === 'soccer').length >= SETTLING.length
  })
  return { stage, visitor: await stage.visit(), liveId }
}
