import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../../testing/test-midnights.ts'
import { codeOf, type PlaceOutcome, roundFixture, type RoundFixture } from '../testing/round-fixture.ts'

let app: RoundFixture
let player: string
beforeAll(async () => void (app = await roundFixture()))
beforeEach(async () => void (player = await app.player(50_000_000)))
afterAll(() => app?.close())

/** Opens a round two seconds before `midnight`. */
async function openBefore(midnight: Date): Promise<bigint> {
  app.clock.set(new Date(midnight.getTime() - 2_000))
  return (await app.openRound((crash) => crash >= 300)).no
}

const playToEnd = async (no: bigint): Promise<void> => app.settleRound(await app.crash(await app.startRound(no)))

const place = async (stake: number) => (await app.placeTogether([app.request(player, stake)]))[0]
const betOf = (outcome: PlaceOutcome | undefined) => app.bet((outcome as { body: { bet: { id: string } } }).body.bet.id)

const limitStakes = (period: 'day' | 'week' | 'month', ugx: number): Promise<number> =>
  app.kernel.db.change(
    `insert into player_protection (user_id, stake_day, stake_week, stake_month, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update
       set stake_day = excluded.stake_day, stake_week = excluded.stake_week, stake_month = excluded.stake_month`,
    [player, ...['day', 'week', 'month'].map((each) => (each === period ? ugx * 100 : null)), app.clock.now()],
  )

describe.each([
  ['day', '2027-03-02T21:00:00Z'],
  ['week', '2027-03-07T21:00:00Z'],
  ['month', '2027-03-31T21:00:00Z'],
] as const)('a bet that waits for the account lock across the end of a %s', (period, end) => {
  it('[PLAY-02] an Aviator bet that waits for the account lock counts towards the player limit of the period in which the bet is stored', async () => {
    const midnight = new Date(end)
    const no = await openBefore(midnight)
    await limitStakes(period, 15_000)
    expect(codeOf(await place(10_000))).toBe('placed')
    const waited = await acrossMidnight(app, midnight, [player], () => place(12_000))
    expect(codeOf(waited)).toBe('placed')
    expect((await betOf(waited)).placedAt).toEqual(momentAfter(midnight))
    // The new period's limit leaves 3,000 for further stakes.
    await playToEnd(no)
    await app.openRound()
    expect(codeOf(await place(10_000))).toBe('LIMIT_REACHED')
    await app.takeOver()
  })
})

it('[AVI-28] [PLAY-02] Aviator bets and cash-outs that wait for locks across midnight belong to the new day', async () => {
  await limitStakes('day', 100_000)
  for (const [night, midnight] of MIDNIGHTS.entries()) {
    const nextDay = dayKey(momentAfter(midnight))
    const no = await openBefore(midnight)
    const placed = await place(90_000)
    expect([codeOf(placed), codeOf(await place(11_000))]).toEqual(['placed', 'LIMIT_REACHED'])
    if (night % 2 === 0) {
      const waited = await acrossMidnight(app, midnight, [player], () => place(10_000))
      expect(codeOf(waited)).toBe('placed')
      expect(dayKey((await betOf(waited)).placedAt)).toBe(nextDay)
      await playToEnd(no)
    } else {
      const round = await app.startRound(no)
      const receivedAt = new Date(round.fliesAt.getTime() + 1_000)
      app.clock.set(receivedAt)
      const { id } = await betOf(placed)
      expect(codeOf(await acrossMidnight(app, midnight, [player], () => app.cashOut(id, player, receivedAt)))).toMatch(
        /^paid 1\.4/,
      )
      const rows = await app.kernel.db.query(
        'select won_on as day, received_at as received from aviator_bets where id = $1',
        [id],
      )
      expect(rows).toEqual([{ day: nextDay, received: receivedAt }])
      await app.settleRound(await app.crash(round))
    }
  }
  expect((await app.checkLedger()).ok).toBe(true)
}, 300_000)
