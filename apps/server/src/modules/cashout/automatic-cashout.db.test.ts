import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getTicketFile } from '@mupiira/contract/admin-tickets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { GameRow } from '../catalogue/index.ts'
import { type CashoutFixture, cashoutFixture } from './testing/cashout-fixture.ts'

let app: CashoutFixture

beforeAll(async () => {
  app = await cashoutFixture()
})
afterAll(() => app?.close())

type Placed = { readonly ticket: Ticket; readonly game: GameRow }

/** A player's ticket of 100,000 on a home win. */
async function single(): Promise<Placed> {
  const game = await app.game()
  return { game, ticket: await app.place(await app.player(), [game.id, '1x2', '1']) }
}

const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}

/** Plays the game to 1–0 in this minute, long after the goal. */
async function lead({ id }: GameRow, minute: number): Promise<void> {
  await app.play(id, minute, 1, 0, LED)
  await app.wait(20, id)
}

/** A ticket on a game at 1–0 in the 60th minute, with its offer and the higher one of the 80th minute. */
async function leading(): Promise<Placed & { readonly now: number; readonly later: number }> {
  const { ticket, game } = await single()
  await lead(game, 80)
  const later = (await app.cashoutOf(ticket)).offer ?? 0
  await lead(game, 60)
  const now = (await app.cashoutOf(ticket)).offer ?? 0
  expect(later).toBeGreaterThan(now)
  return { ticket, game, now, later }
}

/** Ends the check of a live game. */
async function endCheck(game: GameRow): Promise<void> {
  await app.wait(10, game.id)
  await app.acceptances.decideDue()
}

const changesOf = async (ticket: Ticket) =>
  app.kernel.db.query(
    `select action, percent, user_id = $2 as own, paid / 100.0 as paid from cashout_rule_changes where ticket_id = $1 order by id`,
    [ticket.id, ticket.userId],
  )

describe('the automatic cashout of a ticket', () => {
  it('[COUT-02] an automatic cashout is shown on the ticket, replaced and removed, and each change is recorded with its player', async () => {
    const { ticket } = await single()
    expect(await app.setTarget(ticket, 150_000)).toMatchObject({
      status: 200,
      cashout: { state: 'offered', automatic: { target: 150_000, percent: 100 } },
    })
    await app.setTarget(ticket, 140_000, 50)
    expect(await app.cashoutOf(ticket)).toMatchObject({ automatic: { target: 140_000, percent: 50 } })
    expect(await app.removeTarget(ticket)).toMatchObject({ status: 200, cashout: { automatic: null } })
    expect(await app.removeTarget(ticket)).toMatchObject({ status: 200 })
    expect(await changesOf(ticket)).toMatchObject([
      { action: 'set', percent: 100, own: true },
      { action: 'set', percent: 50, own: true },
      { action: 'removed', percent: 50, own: true },
    ])
    const staff = await app.admin()
    const { cashoutRules } = (await staff.call(getTicketFile, { params: { id: ticket.id } })).body
    expect(cashoutRules).toMatchObject([
      { action: 'set', target: 150_000, percent: 100, paid: null },
      { action: 'set', target: 140_000, percent: 50, paid: null },
      { action: 'removed', target: 140_000, percent: 50, paid: null },
    ])
  })

  it('[COUT-02] an automatic cashout is refused above the potential win, for a part that is too small, for a ticket that has ended, and for other players', async () => {
    const { ticket } = await single()
    expect(await app.setTarget(ticket, ticket.potentialWin + 1)).toMatchObject({ error: 'CASHOUT_TARGET_TOO_HIGH' })
    await app.set('cashout_part_minimum', 20_000)
    expect(await app.setTarget(ticket, 100_000, 10)).toMatchObject({
      error: 'CASHOUT_PART_TOO_SMALL',
      details: { minimum: '20,000' },
    })
    await app.set('cashout_part_minimum', 1_000)
    const stranger = await app.player()
    expect(await app.setTarget(ticket, 120_000, 100, stranger)).toMatchObject({ error: 'TICKET_NOT_FOUND' })
    expect(await app.removeTarget(ticket, stranger)).toMatchObject({ error: 'TICKET_NOT_FOUND' })
    await app.accept(ticket, 100_000)
    expect(await app.setTarget(ticket, 120_000)).toEqual({
      error: 'CASHOUT_UNAVAILABLE',
      details: { reason: 'NOT_PENDING' },
    })
  })

  it('[COUT-02] the automatic cashout of a ticket is set at most 100 times, and can then still be removed', async () => {
    const { ticket } = await single()
    await app.setTarget(ticket, 150_000)
    await app.kernel.db.change(
      `insert into cashout_rule_changes (id, ticket_id, user_id, action, target, percent, created_at)
       select gen_random_uuid(), ticket_id, user_id, 'set', target, percent, created_at
         from cashout_rule_changes, generate_series(1, 98) where ticket_id = $1`,
      [ticket.id],
    )
    expect(await app.setTarget(ticket, 140_000)).toMatchObject({ status: 200 })
    expect(await app.setTarget(ticket, 130_000)).toEqual({
      error: 'CASHOUT_TARGET_LIMIT',
      details: { maximum: '100' },
    })
    // The same target again is no change.
    expect(await app.setTarget(ticket, 140_000)).toMatchObject({ status: 200 })
    expect(await app.removeTarget(ticket)).toMatchObject({ status: 200, cashout: { automatic: null } })
    expect(await app.setTarget(ticket, 130_000)).toMatchObject({ error: 'CASHOUT_TARGET_LIMIT' })
  })

  it('[COUT-02] [SLIP-32] an automatic cashout of a part has the limits of a part now: before its start, an only bet keeps the minimum of a first bet', async () => {
    const { ticket } = await single()
    expect(await app.setTarget(ticket, 100_000, 76)).toEqual({
      error: 'STAKE_LEFT_TOO_SMALL',
      details: { minimum: '25,000' },
    })
    expect(await app.setTarget(ticket, 100_000, 75)).toMatchObject({ status: 200 })
    const live = await leading()
    expect(await app.setTarget(live.ticket, live.later, 99)).toMatchObject({ status: 200 })
  })

  it('[COUT-02] [TICK-48] [NOTE-18] at the first offer at or above the target the ticket is checked, paid that offer once, and the player notified', async () => {
    const { ticket, game, now, later } = await leading()
    await app.setTarget(ticket, later)
    await app.automatic.evaluate([game.id])
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'offered', offer: now })
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    await app.automatic.evaluate([game.id])
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'checking', offer: later })
    await endCheck(game)
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: later }])
    expect(await app.ticket(ticket)).toMatchObject({ status: 'cashout', payout: later })
    expect(await app.outcomes(ticket)).toEqual([{ offer: later, refusedBecause: null, isRunning: false }])
    expect((await changesOf(ticket)).map(({ action, paid }) => [action, Number(paid)])).toEqual([
      ['set', 0],
      ['executed', later],
    ])
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-02] [COUT-01] an automatic cashout of a part pays its share, ends, and the rest stays open', async () => {
    const { ticket, game, later } = await leading()
    await app.setTarget(ticket, later, 40)
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    await endCheck(game)
    const paid = Math.floor(later * 40 + 1e-6) / 100
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedStake: 40_000, cashedOut: paid })
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'offered', stakeLeft: 60_000, automatic: null })
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: paid }])
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-02] [TICK-48] a goal during the check refuses the attempt without a notification, and the target stays set', async () => {
    const { ticket, game, later } = await leading()
    await app.setTarget(ticket, later)
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    await app.play(game.id, 81, 1, 1)
    await endCheck(game)
    expect(await app.credits(ticket)).toEqual([])
    expect(await app.outcomes(ticket)).toEqual([])
    expect((await app.cashoutOf(ticket)).automatic).toMatchObject({ target: later })
  })

  it.each([
    ['removed', (ticket: Ticket) => app.removeTarget(ticket), ['set', 'removed']],
    ['replaced', (ticket: Ticket, later: number) => app.setTarget(ticket, later + 1_000), ['set', 'set']],
  ] as const)(
    '[COUT-02] an automatic cashout that the player has %s during its check is not paid',
    async (_title, change, changes) => {
      const { ticket, game, later } = await leading()
      await app.setTarget(ticket, later)
      await lead(game, 80)
      await app.automatic.evaluate([game.id])
      app.clock.forward(1)
      expect(await change(ticket, later)).toMatchObject({ status: 200 })
      await endCheck(game)
      expect(await app.credits(ticket)).toEqual([])
      expect((await changesOf(ticket)).map(({ action }) => action)).toEqual(changes)
    },
  )

  it('[COUT-02] [TICK-46] the player’s own cashout replaces an automatic one that is checked, and is the one that is paid', async () => {
    const { ticket, game, later } = await leading()
    await app.setTarget(ticket, later, 10)
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    expect(await app.cashoutOf(ticket)).toMatchObject({ state: 'checking', stake: 10_000 })
    expect(await app.acceptPart(ticket, later, 60_000)).toMatchObject({
      status: 202,
      cashout: { state: 'checking', stake: 60_000, automatic: { target: later } },
    })
    await app.automatic.evaluate([game.id])
    await endCheck(game)
    const paid = Math.floor(later * 60 + 1e-6) / 100
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: paid }])
    expect(await app.outcomes(ticket)).toEqual([{ offer: paid, refusedBecause: null, isRunning: true }])
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedStake: 60_000 })
    expect((await app.cashoutOf(ticket)).automatic).toMatchObject({ target: later })
    expect(await app.isLedgerClean()).toBe(true)
  })

  it('[COUT-02] [TICK-46] a refused cashout of the player leaves the check of an automatic one as it is', async () => {
    const { ticket, game, later } = await leading()
    await app.setTarget(ticket, later, 10)
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    expect(await app.accept(ticket, later * 2)).toMatchObject({ error: 'OFFER_CHANGED' })
    expect(await app.acceptPart(ticket, later, 99_999)).toMatchObject({ error: 'STAKE_LEFT_TOO_SMALL' })
    await endCheck(game)
    expect(await app.ticket(ticket)).toMatchObject({ status: 'pending', cashedStake: 10_000 })
  })

  it('[COUT-02] after a refused check the next attempt waits for a minute, so the player can cash out manually', async () => {
    const { ticket, game, later } = await leading()
    await app.setTarget(ticket, later)
    await lead(game, 80)
    await app.automatic.evaluate([game.id])
    await app.changeGame(game.id, { redCards: { home: 0, away: 1 } })
    await endCheck(game)
    await app.changeGame(game.id, { lastIncidentAt: null })
    await app.automatic.evaluate([game.id])
    expect((await app.cashoutOf(ticket)).state).toBe('offered')
    await app.wait(60, game.id)
    await app.automatic.evaluate([game.id])
    expect((await app.cashoutOf(ticket)).state).toBe('checking')
  })

  it('[COUT-02] setting the same target again records nothing', async () => {
    const { ticket } = await single()
    for (let time = 0; time < 3; time += 1) await app.setTarget(ticket, 150_000)
    expect(await changesOf(ticket)).toHaveLength(1)
  })

  it('[COUT-02] [TICK-46] an automatic cashout never pays less than its target, even within the 1 % that a player accepts', async () => {
    const { ticket, game, later } = await leading()
    await lead(game, 80)
    await app.setTarget(ticket, later)
    await app.automatic.evaluate([game.id])
    await app.set('cashout_margin', 5.5)
    await endCheck(game)
    expect((await app.cashoutOf(ticket)).offer).toBeGreaterThan(later * 0.99)
    await app.set('cashout_margin', 5)
    expect(await app.credits(ticket)).toEqual([])
    expect((await app.cashoutOf(ticket)).automatic).toMatchObject({ target: later })
  })

  it('[COUT-02] before the start an automatic cashout is paid at once, and the player is notified', async () => {
    const { ticket, game } = await single()
    await app.setTarget(ticket, 100_000, 50)
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: 50_000 }])
    expect(await app.outcomes(ticket)).toEqual([{ offer: 50_000, refusedBecause: null, isRunning: true }])
    expect((await app.cashoutOf(ticket)).automatic).toBeNull()
  })

  it('[COUT-02] a changed game evaluates the rules of its own tickets only', async () => {
    const [own, other] = [await single(), await single()]
    for (const { ticket } of [own, other]) await app.setTarget(ticket, 100_000)
    await app.automatic.evaluate([own.game.id])
    expect(await app.credits(own.ticket)).toHaveLength(1)
    expect(await app.credits(other.ticket)).toEqual([])
    const plan = await app.kernel.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      return tx.query('explain select 1 from cashout_rules where games && $1::uuid[]', [[own.game.id]])
    })
    expect(JSON.stringify(plan)).toContain('cashout_rules_by_game')
  })

  it('[COUT-02] the automatic cashout of a suspended account is not executed, and works again when the account is active', async () => {
    const { ticket, game } = await single()
    await app.setTarget(ticket, 100_000)
    const setStatus = (status: string) =>
      app.kernel.db.change('update profiles set account_status = $2 where id = $1', [ticket.userId, status])
    await setStatus('suspended')
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toEqual([])
    await setStatus('active')
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toHaveLength(1)
  })

  it('[COUT-02] the rule of a ticket that was settled ends without a payment', async () => {
    const { ticket, game } = await single()
    await app.setTarget(ticket, 150_000)
    await app.settleTickets(game.id, 0, 1)
    await app.automatic.evaluate([game.id])
    expect(await app.credits(ticket)).toEqual([])
    expect((await changesOf(ticket)).map(({ action }) => action)).toEqual(['set', 'ended'])
  })

  it('[COUT-02] the hourly job removes the rules of ended tickets, also if no game of them changes, and no others', async () => {
    const [settled, cashed, open] = [await single(), await single(), await single()]
    for (const { ticket } of [settled, cashed, open]) await app.setTarget(ticket, 150_000)
    await app.settleTickets(settled.game.id, 0, 1)
    await app.accept(cashed.ticket, 100_000)
    await app.automatic.endSettled()
    for (const { ticket } of [settled, cashed])
      expect((await changesOf(ticket)).map(({ action }) => action)).toEqual(['set', 'ended'])
    expect((await changesOf(open.ticket)).map(({ action }) => action)).toEqual(['set'])
    expect((await app.cashoutOf(open.ticket)).automatic).toMatchObject({ target: 150_000 })
  })

  it('[COUT-02] [TICK-45] an automatic and a manual cashout at once pay one of them', async () => {
    const { ticket, game } = await single()
    await app.setTarget(ticket, 100_000)
    await Promise.all([
      app.automatic.evaluate([game.id]),
      app.accept(ticket, 100_000),
      app.automatic.evaluate([game.id]),
    ])
    expect(await app.credits(ticket)).toEqual([{ kind: 'cashout', amount: 100_000 }])
    expect((await app.ticket(ticket)).status).toBe('cashout')
    expect(await app.isLedgerClean()).toBe(true)
  })
})
