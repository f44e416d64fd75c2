import type { Game } from '@mupiira/contract/games.ts'
import { until } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { registerConfirmedStaff } from '../support/staff.ts'
import { browserFixture, type BrowserFixture } from './browser-fixture.ts'
import { OPENS_AT } from '../support/business-time.ts'
import { lineOf, SETTLING } from './matches.ts'

const MINUTE_MS = 60_000
/** The longest delays, because a busy machine needs seconds for what a test does while a bet is checked. */
const SETTINGS = { in_play_betting: 'on', in_play_silence_seconds: '60', bet_delay_seconds: '15' }
const NO_GOALS = [
  [0, 0],
  [0, 0],
] as const

export type InPlayFixture = {
  readonly fixture: BrowserFixture
  /** The live game of Vipers SC as players see it now. */
  readonly game: () => Promise<Game>
  /** Adds a goal of this side, or reports another event, and waits until the game is suspended. */
  readonly happens: (event: object) => Promise<void>
  /** Moves the clock until the game takes bets again. */
  readonly reopens: () => Promise<void>
}

/** Changes the settings with the approval of a second member of staff. */
async function switchOn(product: Product): Promise<void> {
  const [first, second] = [
    await registerConfirmedStaff(product, '772430190'),
    await registerConfirmedStaff(product, '772430191'),
  ]
  const changes = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  const { items } = await first.client.must('PUT /api/admin/settings', { body: { changes, reason: 'A test in play' } })
  for (const approvalId of new Set(items.flatMap(({ waiting }) => waiting.map((each) => each.approvalId))))
    await second.client.must('POST /api/admin/approvals/{id}', {
      params: { id: approvalId },
      body: { decision: 'approve' },
    })
}

/** Three matches without goals in their 30th minute, with bets in play. A match minute is a minute of business time. */
export async function inPlayFixture(): Promise<InPlayFixture> {
  const kickoff = new Date(OPENS_AT.getTime() + 2 * MINUTE_MS)
  const matches = SETTLING.map((each) => lineOf({ ...each, score: NO_GOALS, kickoff }))
  const fixture = await browserFixture({ matches, feedSpeed: 1 })
  const { product } = fixture
  await switchOn(product)
  const [match] = product.loaded.filter(({ home }) => home === 'Vipers SC')
  if (match === undefined) throw new Error('the feed has no match of Vipers SC')
  const visitor = product.client(1)
  const games = async () => (await visitor.must('GET /api/games', { query: { status: 'live', sport: 'soccer' } })).items
  const game = async (): Promise<Game> => {
    const found = (await games()).find(({ homeTeam }) => homeTeam === match.home)
    if (found === undefined) throw new Error('the game of Vipers SC is not live')
    return found
  }
  await product.clock.moveTo(new Date(match.kickoff.getTime() + 30 * MINUTE_MS))
  await until('the live games take bets', async () => {
    const open = (await games()).filter((each) => each.open)
    return open.length === matches.length
  })
  const isOpen = async (): Promise<boolean> => (await game()).open
  return {
    fixture,
    game,
    async happens(event) {
      product.feed.control({ match_id: match.matchId, ...event })
      await until('the game is suspended', async () => !(await isOpen()))
    },
    async reopens() {
      await product.clock.moveTo(new Date(product.clock.now().getTime() + MINUTE_MS))
      await until('the game takes bets again', isOpen)
    },
  }
}
