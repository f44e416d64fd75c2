import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import type { GameRow } from '../catalogue/index.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
beforeEach(() => app.set('in_play_betting', 'on'))
afterEach(async () => {
  await app.set('in_play_leagues', {})
  await app.set('feed_latency', 0)
})
afterAll(() => app?.close())

/** The uncertainty of the database's clock lengthens a check by less. */
const UNCERTAINTY_MS = 3_000

const leagueOf = ({ country, league }: GameRow) => `${country ?? ''}/${league}`

/** A ticket on the home win of a game that leads 1–0, and of further upcoming games. */
async function leading(...others: readonly GameRow[]): Promise<{ ticket: Ticket; game: GameRow }> {
  const game = await app.game()
  await app.changeGame(game.id, { league: 'A league in play' })
  const legs = [game, ...others].map(({ id }) => [id, '1x2', '1'] as const)
  const ticket = await app.place(await app.player(), ...legs)
  await app.play(game.id, 70, 1, 0, {
    halfTimeHomeScore: 1,
    halfTimeAwayScore: 0,
    goalEvents: [{ team: 'home', minute: 12, scorer: 'A' }],
  })
  await app.wait(20, game.id)
  return { ticket, game: { ...game, league: 'A league in play' } }
}

/** How long the check of an accepted offer lasts. */
async function checkMs(ticket: Ticket): Promise<number> {
  const { offer, reason } = await app.cashoutOf(ticket)
  if (offer === null) throw new Error(`no offer: ${reason}`)
  const accepted = await app.accept(ticket, offer)
  if ('error' in accepted) throw new Error(accepted.error)
  expect(accepted).toMatchObject({ status: 202, cashout: { state: 'checking' } })
  return new Date(accepted.cashout.decidesAt ?? 0).getTime() - app.clock.now().getTime()
}

async function expectCheck(ticket: Ticket, seconds: number): Promise<void> {
  const ms = await checkMs(ticket)
  expect(ms).toBeGreaterThanOrEqual(seconds * 1000)
  expect(ms).toBeLessThan(seconds * 1000 + UNCERTAINTY_MS)
}

const restrict = ({ userId }: Ticket, { extraDelaySeconds, isExcluded }: InPlayRestriction) =>
  app.asOwner(
    `insert into player_restrictions (id, user_id, kind, value, reason, set_at)
     select gen_random_uuid(), '${userId}', kind, value, 'a test', '${app.clock.now().toISOString()}'
       from (values ('in-play-delay', nullif(${extraDelaySeconds}, 0), ${extraDelaySeconds > 0}),
                    ('no-live-bets', null, ${isExcluded})) as restricted (kind, value, is_set) where is_set`,
  )

describe('the check of a live cashout while live betting is on', () => {
  it.each([
    [5, 8],
    [13, 13],
  ])('[COUT-03] lasts as long as a live bet waits: a feed latency of %d s gives %d s', async (latency, seconds) => {
    await app.set('feed_latency', latency)
    const { ticket } = await leading()
    await expectCheck(ticket, seconds)
  })

  it('[COUT-03] ends only with a response of the feed that was requested after its end', async () => {
    await app.set('feed_latency', 5)
    const { ticket, game } = await leading()
    const ms = await checkMs(ticket)
    await app.wait(ms / 1000 - 1, game.id)
    await app.wait(2)
    await app.acceptances.decideDue()
    expect((await app.cashoutOf(ticket)).state).toBe('checking')
    await app.wait(6, game.id)
    await app.acceptances.decideDue()
    expect((await app.cashoutOf(ticket)).state).toBe('paid')
  })

  it('[COUT-03] [INP-10] uses the delays of the live games only', async () => {
    const upcoming = await app.game()
    await app.changeGame(upcoming.id, { startTime: new Date(app.clock.now().getTime() + 10 * 3_600_000) })
    await app.changeGame(upcoming.id, { league: 'A later league' })
    await app.set('in_play_leagues', {
      [leagueOf({ ...upcoming, league: 'A later league' })]: { delaySeconds: 15 },
      [leagueOf({ ...upcoming, league: 'A league in play' })]: { delaySeconds: 3 },
    })
    const { ticket } = await leading(upcoming)
    await expectCheck(ticket, 3)
  })
})

describe('the check of a live cashout of a restricted player', () => {
  it.each([
    ['on', { extraDelaySeconds: 7, isExcluded: false }, 15],
    ['on', { extraDelaySeconds: 0, isExcluded: true }, 15],
    ['on', { extraDelaySeconds: 7, isExcluded: true }, 22],
    ['off', { extraDelaySeconds: 7, isExcluded: false }, 17],
    ['off', { extraDelaySeconds: 0, isExcluded: true }, 15],
  ] as const)(
    '[INP-12] [COUT-03] with live betting %s and the restriction %j lasts %d s',
    async (betting, restriction, seconds) => {
      await app.set('in_play_betting', betting)
      const { ticket } = await leading()
      await restrict(ticket, restriction)
      await expectCheck(ticket, seconds)
    },
  )
})
