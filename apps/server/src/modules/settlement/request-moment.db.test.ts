import { HOUR_MS, MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import { acrossMidnight, MIDNIGHTS, momentAfter } from '../../testing/test-midnights.ts'

let app: AdminFixture
beforeAll(async () => void (app = await adminFixture()))
afterAll(() => app?.close())

/** A bet on a new game, one minute before midnight. The game starts two hours after midnight. */
async function betBefore(midnight: Date): Promise<{ player: TestAccount; ticket: Ticket; gameId: string }> {
  app.clock.set(new Date(midnight.getTime() - MINUTE_MS))
  const game = await app.game({ startTime: new Date(midnight.getTime() + 2 * HOUR_MS) })
  const player = await app.player({ balanceUgx: 25_000 })
  return { player, ticket: await app.placeBet(player, { selections: [await app.pick(game.id)] }), gameId: game.id }
}

/** The distinct times in the records of a reference, except those of its bet. */
async function timesOf(reference: string): Promise<Date[]> {
  const rows = await app.kernel.db.query<{ at: Date }>(
    `select created_at as at from postings where reference = $1 and kind <> 'bet'
     union select settled_at from tickets where id = $1 and settled_at is not null
     union select decided_at from ticket_legs where ticket_id = $1 and decided_at is not null
     union select created_at from ticket_cancellations where ticket_id = $1
     union select created_at from audit_log where subject = 'bet:' || $1::text
     order by at`,
    [reference],
  )
  return rows.map(({ at }) => at)
}

it('[SETL-01] a settlement that waits for locks across midnight belongs to the new day', async () => {
  for (const midnight of MIDNIGHTS) {
    const { player, ticket, gameId } = await betBefore(midnight)
    await app.finishGame(gameId, 1, 0)
    expect(await acrossMidnight(app, midnight, [player.id], () => app.settle())).toBe(1)
    expect(await timesOf(ticket.id)).toEqual([momentAfter(midnight)])
  }
  expect((await app.checkLedger()).differences).toEqual([])
}, 300_000)

it('[SETL-44] a corrected result that waits for locks across midnight belongs to the new day', async () => {
  for (const midnight of MIDNIGHTS.slice(0, 7)) {
    const { player, ticket, gameId } = await betBefore(midnight)
    await app.finishGame(gameId, 0, 1)
    expect(await app.settle()).toBe(1)
    const entry = { actorId: app.staff.id, note: 'Wrong score' }
    const right = { kind: 'result', score: { home: 1, away: 0 } } as const
    app.clock.set(new Date(midnight.getTime() + 5 * HOUR_MS))
    expect(await app.enterResult(gameId, right, entry)).toMatchObject({ ok: true })
    const next = new Date(midnight.getTime() + 6 * HOUR_MS)
    expect(await acrossMidnight(app, next, [player.id], () => app.settle())).toBe(1)
    expect(await timesOf(ticket.id)).toEqual([momentAfter(next)])
  }
  expect((await app.checkLedger()).differences).toEqual([])
}, 300_000)

it('[ADMT-07] a ticket cancellation that waits for locks across midnight belongs to the new day', async () => {
  for (const midnight of MIDNIGHTS) {
    const { player, ticket } = await betBefore(midnight)
    await app.staff.signIn()
    const cancelled = await acrossMidnight(app, midnight, [player.id], () =>
      app.post(`/api/admin/bets/${ticket.id}/cancel`, { reason: 'Wrong price' }),
    )
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await timesOf(ticket.id)).toEqual([momentAfter(midnight)])
  }
  expect((await app.checkLedger()).differences).toEqual([])
}, 300_000)

it('[ADMU-17] an adjustment that waits for locks across midnight belongs to the new day', async () => {
  for (const midnight of MIDNIGHTS) {
    app.clock.set(new Date(midnight.getTime() - MINUTE_MS))
    const player = await app.player({ balanceUgx: 25_000 })
    await app.staff.signIn()
    const adjusted = await acrossMidnight(app, midnight, [player.id], () =>
      app.post(`/api/admin/users/${player.id}/top-up`, { amount: 5_000, description: 'Goodwill' }),
    )
    expect(adjusted.status, adjusted.text).toBe(200)
    const [times] = await app.kernel.db.query(
      `select a.created_at as adjusted, p.created_at as posted, l.created_at as logged
         from staff_adjustments a join postings p on p.reference = a.id
         join audit_log l on l.subject = 'user:' || a.user_id and l.action = 'money.top-up'
        where a.user_id = $1`,
      [player.id],
    )
    const now = momentAfter(midnight)
    expect(times).toEqual({ adjusted: now, posted: now, logged: now })
  }
  expect((await app.checkLedger()).differences).toEqual([])
}, 300_000)
