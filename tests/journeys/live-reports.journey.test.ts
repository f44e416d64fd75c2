import { afterEach, expect, it } from 'vitest'
import { until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerConfirmedStaff } from '../support/staff.ts'

const MINUTE_MS = 60_000
const SETTINGS = { in_play_betting: 'on', in_play_silence_seconds: '60' }
let product: Product
afterEach(() => product?.close())

/** One match without goals in its 30th minute, in which a match minute is a minute of business time. */
async function liveGame(variables: (feedUrl: string) => Record<string, string>) {
  const env: Record<string, string> = {}
  const matches = recordedLines(1).map((line) => ({ ...line, FTHG: '0', FTAG: '0', HTHG: '0', HTAG: '0' }))
  product = await startProduct({
    matches,
    kickoffInSeconds: 120,
    feedSpeed: 1,
    env,
    onFeed: (url) => void Object.assign(env, variables(url)),
  })
  const [first, second] = [
    await registerConfirmedStaff(product, '772440190'),
    await registerConfirmedStaff(product, '772440191'),
  ]
  const changes = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  const { items } = await first.client.must('PUT /api/admin/settings', { body: { changes, reason: 'A test in play' } })
  for (const id of new Set(items.flatMap(({ waiting }) => waiting.map((each) => each.approvalId))))
    await second.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'approve' } })
  const [match] = product.loaded
  if (match === undefined) throw new Error('the feed has no match')
  const visitor = product.client(1)
  const shown = async () => {
    const { items: games } = await visitor.must('GET /api/games', { query: { status: 'live', sport: 'soccer' } })
    const [game] = games
    return { score: game?.homeScore, open: game?.open, suspendedBy: game?.inPlay?.suspendedBy ?? null }
  }
  await until('the match is listed', async () => {
    const { counts } = await visitor.must('GET /api/games', { query: { limit: 1 } })
    return counts.total > 0
  })
  await product.clock.moveTo(new Date(match.kickoff.getTime() + 30 * MINUTE_MS))
  const isOpen = () => until('the game takes bets', async () => (await shown()).open)
  await isOpen()
  return {
    shown,
    isOpen,
    order: (request: object) => product.feed.control({ match_id: match.matchId, ...request }),
    isSuspendedBy: (cause: string) =>
      until(`it is suspended: ${cause}`, async () => (await shown()).suspendedBy === cause),
    passMinute: () => product.clock.moveTo(new Date(product.clock.now().getTime() + MINUTE_MS)),
  }
}

it.each(['poll', 'push'] as const)(
  '[INP-08] [INP-14] a goal that the feed reports late by %s suspends the game until push and poll agree',
  async (channel) => {
    const live = await liveGame((url) => ({ APIFOOTBALL_PUSH_URL: `${url.replace('http', 'ws')}/livescore` }))
    live.order({ action: 'delay', channel, seconds: 600 })
    await live.isOpen()
    live.order({ action: 'goal', side: 'home' })
    await live.isSuspendedBy('CONTRADICTION')
    // The reopening delay has passed, but the channels still disagree.
    await live.passMinute()
    await live.isSuspendedBy('CONTRADICTION')
    live.order({ action: 'delay', channel })
    await until('both report the goal', async () => (await live.shown()).suspendedBy !== 'CONTRADICTION')
    await live.passMinute()
    await live.isOpen()
    expect(await live.shown()).toMatchObject({ score: 1, open: true })
  },
)

it('[INP-08] [INP-14] a game of API-Football takes bets, and closes at a penalty before the feed reports its goal', async () => {
  const live = await liveGame(() => ({ FOOTBALL_FEED: 'api-football' }))
  live.order({ action: 'incident', kind: 'penalty', side: 'home' })
  await live.isSuspendedBy('POSSIBLE_GOAL')
  live.order({ action: 'goal', side: 'home' })
  await until('the goal is shown', async () => (await live.shown()).score === 1)
  expect((await live.shown()).open).toBe(false)
  await live.passMinute()
  await live.passMinute()
  await live.isOpen()
})
