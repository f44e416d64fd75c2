import { type Player, registerPlayer, until } from '../support/player.ts'
import { type Fixture, lineOf, SETTLING } from './matches.ts'
import { browserFixture, type BrowserFixture, type Visit } from './browser-fixture.ts'
import { OPENS_AT } from '../support/business-time.ts'

const MINUTE_MS = 60_000
const ENGLAND = ['england', 'premier-league'] as const
const later = (minutes: number): Date => new Date(OPENS_AT.getTime() + minutes * MINUTE_MS)

/** A list with two leagues: two games in England, and one in Uganda that starts in two minutes. */
export async function listFixture(): Promise<BrowserFixture> {
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
  return browserFixture({ matches: fixtures.map(lineOf) })
}

/** All settling matches in play, three upcoming in England, and the id of the game of Vipers SC. */
export async function liveFixture(): Promise<{
  readonly fixture: BrowserFixture
  readonly visitor: Visit
  readonly liveId: string
}> {
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
  const fixture = await browserFixture({
    matches: [...SETTLING.map((each) => ({ ...each, kickoff: later(2) })), ...ahead].map(lineOf),
  })
  let liveId = ''
  const first = fixture.product.loaded.find(({ home }) => home === 'Vipers SC')
  await fixture.product.clock.moveTo(new Date((first?.kickoff.getTime() ?? 0) + 3 * MINUTE_MS))
  await until('the games are live', async () => {
    const { items } = await fixture.product.client(1).must('GET /api/games', { query: { status: 'live' } })
    liveId = items.find(({ homeTeam }) => homeTeam === 'Vipers SC')?.id ?? ''
    return items.filter(({ sport }) => sport === 'soccer').length >= SETTLING.length
  })
  return { fixture, visitor: await fixture.visit(), liveId }
}

/** A player with 300,000 shillings, one without a deposit, and a browser for each. */
export async function moneyFixture(): Promise<{
  readonly fixture: BrowserFixture
  readonly newcomer: Player
  readonly player: Player
  readonly visits: { readonly newcomer: Visit; readonly player: Visit }
}> {
  const fixture = await browserFixture()
  const newcomer = await registerPlayer(fixture.product, '772500110')
  const player = await registerPlayer(fixture.product, '752500120')
  await player.client.must('POST /api/payments/deposits', {
    body: { amount: 300_000, phoneNumber: '752500120', method: 'AIRTEL' },
  })
  await until('the deposit is there', async () => (await player.client.must('GET /api/wallet', {})).balance > 0)
  const visits = { newcomer: await fixture.visit({ player: newcomer }), player: await fixture.visit({ player }) }
  return { fixture, newcomer, player, visits }
}
