import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '@mupiira/contract/bets.ts'
import { newId } from '../../kernel/ids.ts'
import type { GameRow } from '../catalogue/index.ts'
import { openTill, type Till } from './test-till.ts'

let till: Till

beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

/** A player's ticket on a home win, and its game. */
async function single(): Promise<{ ticket: Ticket; game: GameRow }> {
  const game = await till.game()
  return { game, ticket: await till.place(await till.player(), [game.id, '1x2', '1']) }
}

/** The same in the 70th minute at 1–0, the goal long ago, with the offer that stands then. */
async function leading(): Promise<{ ticket: Ticket; game: GameRow; offer: number }> {
  const { ticket, game } = await single()
  await till.play(game.id, 70, 1, 0, LED)
  await till.wait(20, game.id)
  return { ticket, game, offer: await offerOf(ticket) }
}
const LED = {
  halfTimeHomeScore: 1,
  halfTimeAwayScore: 0,
  goalEvents: [{ team: 'home' as const, minute: 12, scorer: 'A' }],
}

async function offerOf(ticket: Ticket): Promise<number> {
  const { offer, reason } = await till.look(ticket)
  if (offer === null) throw new Error(`no offer: ${reason}`)
  return offer
}

async function reasonOf(ticket: Ticket): Promise<string | null> {
  const { state, offer, reason } = await till.look(ticket)
  expect([state, offer]).toEqual(['unavailable', null])
  return reason
}

describe('before the first game starts', () => {
  it('[TICK-37] [TICK-45] the stake is offered, and paid at once; the same request again credits nothing more', async () => {
    const { ticket } = await single()
    expect(await till.look(ticket)).toMatchObject({ state: 'offered', offer: 100_000, refused: null })
    const key = newId()
    const first = await till.accept(ticket, 100_000, key)
    expect(first).toMatchObject({ status: 200, cashout: { state: 'paid', offer: 100_000 } })
    expect(await till.accept(ticket, 100_000, key)).toEqual(first)
    expect(await till.stored(ticket)).toMatchObject({ status: 'cashout', payout: 100_000 })
    expect(await till.credits(ticket)).toEqual([{ kind: 'cashout', amount: 100_000 }])
    expect(await till.balance(ticket.userId)).toBe(1_000_000)
    expect(await till.look(ticket)).toMatchObject({ state: 'paid', offer: 100_000 })
    // He has the answer already.
    expect(await till.outcomes(ticket)).toEqual([])
  })

  it('[TICK-37] [TICK-46] less is offered where the base has drifted out, and what was seen is refused with it', async () => {
    const { ticket, game } = await single()
    await till.change(game.id, { homeOdds: 300, drawOdds: 330, awayOdds: 250 })
    const { offer } = await till.look(ticket)
    expect(offer).toBeLessThan(75_000)
    expect(offer).toBeGreaterThan(65_000)
    expect(await till.accept(ticket, 100_000)).toEqual({ error: 'OFFER_CHANGED', details: { offer } })
    expect((await till.stored(ticket)).status).toBe('pending')
    expect(await till.accept(ticket, offer ?? 0)).toMatchObject({ status: 200 })
  })

  it('[TICK-37] the stake where the base has come in', async () => {
    const { ticket, game } = await single()
    await till.change(game.id, { homeOdds: 150, drawOdds: 420, awayOdds: 700 })
    expect(await offerOf(ticket)).toBe(100_000)
  })

  it.each([
    ['over_2.5', { over25Odds: 320, under25Odds: 136 }, { over25Odds: 450, under25Odds: 121 }],
    ['under_2.5', { over25Odds: 136, under25Odds: 320 }, { over25Odds: 121, under25Odds: 450 }],
  ])('[TICK-37] [MKT-38] [MKT-39] the clamp that %s stands at hides no drift', async (selection, then, later) => {
    const game = await till.game()
    await till.change(game.id, then)
    const ticket = await till.place(await till.player(), [game.id, 'over_under', selection])
    await till.change(game.id, later)
    const offer = await offerOf(ticket)
    expect(offer).toBeGreaterThan(65_000)
    expect(offer).toBeLessThan(75_000)
    await till.change(game.id, then)
    expect(await offerOf(ticket)).toBe(100_000)
  })

  it('[TICK-37] selections of one game are measured by their joint odds', async () => {
    const game = await till.game()
    const ticket = await till.place(await till.player(), [game.id, '1x2', '1'], [game.id, 'over_under', 'over_2.5'])
    expect(await offerOf(ticket)).toBe(100_000)
    await till.change(game.id, { homeOdds: 300, drawOdds: 330, awayOdds: 250 })
    expect(await offerOf(ticket)).toBeLessThan(80_000)
  })

  it('[TICK-37] two of which one says the other are worth what the one is, and never more than the stake', async () => {
    const game = await till.game()
    const pair = await till.place(await till.player(), [game.id, '1x2', '1'], [game.id, 'double_chance', '1X'])
    const alone = await till.place(await till.player(), [game.id, '1x2', '1'])
    expect(pair.totalOdds).toBe(alone.totalOdds)
    for (const homeOdds of [212, 208, 230]) {
      await till.change(game.id, { homeOdds })
      const [together, single] = [await offerOf(pair), await offerOf(alone)]
      expect(together).toBeLessThanOrEqual(100_000)
      expect(Math.abs(together - single)).toBeLessThan(1_500)
    }
  })
})

describe('once a game has started', () => {
  it('[TICK-38] [TICK-39] the fair value is offered less the margin, never above the return', async () => {
    const { ticket, game, offer } = await leading()
    expect(offer).toBeGreaterThan(ticket.totalStake)
    expect(offer).toBeLessThan(ticket.potentialWin * 0.95)
    await till.set('cashout_margin', 20)
    expect(await offerOf(ticket)).toBeCloseTo((offer / 0.95) * 0.8, 0)
    await till.set('cashout_margin', 0)
    await till.play(game.id, 90, 4, 0, LED)
    await till.wait(20, game.id)
    expect(await offerOf(ticket)).toBeLessThanOrEqual(ticket.potentialWin)
    await till.set('cashout_margin', 5)
  })

  it.each<readonly [string, string, (game: GameRow) => Promise<unknown>]>([
    ['[TICK-41] a suspended game', 'SUSPENDED', ({ id }) => till.change(id, { suspended: true })],
    ['[TICK-42] a goal just now', 'GOAL', ({ id }) => till.play(id, 71, 2, 0)],
    ['[TICK-42] a goal that is taken back just now', 'GOAL', ({ id }) => till.play(id, 71, 0, 0, { goalEvents: [] })],
    [
      '[TICK-42] a red card just now',
      'INCIDENT',
      ({ id }) => till.play(id, 71, 1, 0, { redCards: { home: 1, away: 0 } }),
    ],
    ['[TICK-42] a feed that has been silent for 31 s', 'NO_NEWS', () => till.wait(31)],
    ['[TICK-40] [TICK-41] a game that is over', 'BEING_DECIDED', ({ id }) => till.change(id, { status: 'finished' })],
  ])('%s has no offer', async (_title, reason, happen) => {
    const { ticket, game, offer } = await leading()
    await happen(game)
    expect(await reasonOf(ticket)).toBe(reason)
    expect(await till.accept(ticket, offer)).toEqual({ error: 'CASHOUT_UNAVAILABLE', details: { reason } })
  })

  it('[TICK-41] a game that should have begun, of which nobody has said so, and another sport under way have none', async () => {
    const { ticket } = await single()
    await till.wait(3_700)
    expect(await reasonOf(ticket)).toBe('NO_NEWS')
    const tennis = await till.game('tennis')
    const other = await till.place(await till.player(), [tennis.id, '1x2', '1'])
    expect(await offerOf(other)).toBe(100_000)
    await till.play(tennis.id, 1)
    expect(await reasonOf(other)).toBe('NOT_PRICED')
  })

  it('[TICK-38] with one game won and none live the rest is paid for at once', async () => {
    const [over, ahead] = [await till.game(), await till.game()]
    const ticket = await till.place(await till.player(), [over.id, '1x2', '1'], [ahead.id, '1x2', '2'])
    await till.settleGame(over.id, 2, 0)
    await till.change(over.id, { status: 'finished', homeScore: 2, awayScore: 0 })
    const offer = await offerOf(ticket)
    expect(offer).toBeGreaterThan(ticket.totalStake * 1.5)
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 200, cashout: { state: 'paid', offer } })
  })

  it('[TICK-47] a ticket that is not pending has none', async () => {
    const { ticket, game } = await leading()
    await till.settleGame(game.id, 0, 1)
    expect(await reasonOf(ticket)).toBe('NOT_PENDING')
    expect(await till.accept(ticket, 1)).toEqual({ error: 'CASHOUT_UNAVAILABLE', details: { reason: 'NOT_PENDING' } })
  })
})

describe('the check of an accepted offer', () => {
  it('[TICK-48] [NOTE-18] pays what was seen after ten seconds, once, and tells of it once', async () => {
    const { ticket, game, offer } = await leading()
    const key = newId()
    const first = await till.accept(ticket, offer, key)
    expect(first).toMatchObject({ status: 202, cashout: { state: 'checking', offer } })
    expect(await till.accept(ticket, offer, key)).toEqual(first)
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 202, cashout: { state: 'checking', offer } })
    await till.wait(9, game.id)
    await till.cashout.decideDue()
    expect(await till.look(ticket)).toMatchObject({ state: 'checking', offer })
    expect(await till.credits(ticket)).toEqual([])
    await till.wait(1, game.id)
    expect(await till.outcomes(ticket)).toEqual([])
    await till.cashout.decideDue()
    await till.cashout.decideDue()
    expect(await till.outcomes(ticket)).toEqual([{ offer, refusedBecause: null, isRunning: false }])
    expect(await till.look(ticket)).toMatchObject({ state: 'paid', offer })
    expect(await till.credits(ticket)).toEqual([{ kind: 'cashout', amount: offer }])
    expect(await till.stored(ticket)).toMatchObject({ status: 'cashout', payout: offer })
  })

  it('[TICK-48] pays what was seen where it has fallen by less than 1 %, or risen', async () => {
    const { ticket, game, offer } = await leading()
    await till.accept(ticket, offer)
    await till.wait(10, game.id)
    await till.play(game.id, 71, 1, 0)
    expect((await till.look(ticket)).state).toBe('checking')
    await till.cashout.decideDue()
    expect(await till.look(ticket)).toMatchObject({ state: 'paid', offer })
  })

  it.each<readonly [string, string, (game: GameRow) => Promise<unknown>]>([
    ['a goal meanwhile', 'OFFER_CHANGED', ({ id }) => till.play(id, 71, 1, 1)],
    [
      'a card meanwhile',
      'CASHOUT_UNAVAILABLE',
      ({ id }) => till.play(id, 71, 1, 0, { redCards: { home: 1, away: 0 } }),
    ],
    ['a suspension meanwhile', 'CASHOUT_UNAVAILABLE', ({ id }) => till.change(id, { suspended: true })],
    ['a fall by more than 1 %', 'OFFER_CHANGED', () => till.set('cashout_margin', 7)],
    ['a result meanwhile', 'CASHOUT_UNAVAILABLE', ({ id }) => till.settleGame(id, 0, 1)],
  ])('[TICK-48] [NOTE-18] refuses after %s, pays nothing, and tells why', async (title, why, happen) => {
    const { ticket, game, offer } = await leading()
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 202 })
    await happen(game)
    await till.wait(10, game.id)
    await till.cashout.decideDue()
    await till.set('cashout_margin', 5)
    expect((await till.look(ticket)).refused).toMatchObject({ offer, why })
    expect(await till.credits(ticket)).toEqual([])
    const isRunning = title !== 'a result meanwhile'
    expect(await till.outcomes(ticket)).toEqual([{ offer, refusedBecause: why, isRunning }])
  })

  it('[TICK-48] a suspension that is over before the check ends is not overlooked', async () => {
    const { ticket, game, offer } = await leading()
    await till.accept(ticket, offer)
    await till.cashout.lookAgain([game.id])
    expect((await till.look(ticket)).state).toBe('checking')
    await till.change(game.id, { suspended: true })
    await till.cashout.lookAgain([newId(), game.id])
    await till.change(game.id, { suspended: false })
    expect((await till.look(ticket)).refused).toMatchObject({ offer, why: 'CASHOUT_UNAVAILABLE' })
    await till.wait(10, game.id)
    await till.cashout.decideDue()
    expect(await till.credits(ticket)).toEqual([])
  })

  it('[TICK-42] [TICK-48] while the feed is silent it waits for news, a minute at most', async () => {
    const [received, silent] = [await leading(), await leading()]
    for (const { ticket, offer } of [received, silent]) await till.accept(ticket, offer)
    await till.wait(40)
    await till.cashout.decideDue()
    expect((await till.look(received.ticket)).state).toBe('checking')
    await till.wait(6, received.game.id)
    await till.cashout.decideDue()
    expect(await till.look(received.ticket)).toMatchObject({ state: 'paid', offer: received.offer })
    expect((await till.look(silent.ticket)).state).toBe('checking')
    await till.wait(30)
    await till.cashout.decideDue()
    expect((await till.look(silent.ticket)).refused).toMatchObject({ why: 'CASHOUT_UNAVAILABLE' })
  })

  it('[TICK-48] after a refusal the new offer can be accepted', async () => {
    const { ticket, game, offer } = await leading()
    await till.accept(ticket, offer)
    await till.play(game.id, 71, 2, 0)
    await till.wait(10, game.id)
    await till.cashout.decideDue()
    await till.wait(10, game.id)
    const better = await offerOf(ticket)
    expect(better).toBeGreaterThan(offer)
    expect(await till.accept(ticket, better)).toMatchObject({ status: 202 })
    await till.wait(10, game.id)
    await till.cashout.decideDue()
    expect(await till.credits(ticket)).toEqual([{ kind: 'cashout', amount: better }])
  })

  it('[TICK-48] with no delay set it is paid at once', async () => {
    await till.set('cashout_delay', 0)
    const { ticket, offer } = await leading()
    expect(await till.accept(ticket, offer)).toMatchObject({ status: 200, cashout: { state: 'paid', offer } })
    await till.set('cashout_delay', 10)
  })
})

describe('races', () => {
  it('[TICK-45] fifty equal requests, and fifty different ones, credit once', async () => {
    const equal = (await single()).ticket
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.accept(equal, 100_000, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await till.credits(equal)).toEqual([{ kind: 'cashout', amount: 100_000 }])

    const different = (await single()).ticket
    const each = await Promise.all(Array.from({ length: 50 }, () => till.accept(different, 100_000)))
    expect(each.filter((answer) => 'status' in answer)).toHaveLength(1)
    expect(await till.credits(different)).toEqual([{ kind: 'cashout', amount: 100_000 }])
  })

  it('[TICK-45] against settlement there is one effect, whoever comes first', async () => {
    const ended = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const { ticket, game } = await single()
      const home = round % 2
      // The whistle and the player at the same moment.
      const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const [, answer] = await Promise.all([
        pause(round % 3).then(() => till.settleGame(game.id, home, 0)),
        pause((round + 1) % 3).then(() => till.accept(ticket, 100_000)),
      ])
      const { status, payout } = await till.stored(ticket)
      ended.add(status)
      const credits = await till.credits(ticket)
      if ('status' in answer) expect([status, credits]).toEqual(['cashout', [{ kind: 'cashout', amount: 100_000 }]])
      else expect(status).toBe(home === 1 ? 'won' : 'lost')
      expect(credits.reduce((sum, { amount }) => sum + amount, 0)).toBe(payout)
    }
    expect(ended.size).toBeGreaterThan(0)
    expect(await till.isLedgerClean()).toBe(true)
  })

  it('[TICK-48] two deciders and settlement at once pay once', async () => {
    const { ticket, game, offer } = await leading()
    await till.accept(ticket, offer)
    await till.wait(10, game.id)
    await Promise.all([till.cashout.decideDue(), till.settleGame(game.id, 1, 0), till.cashout.decideDue()])
    await till.wait(20, game.id)
    await till.cashout.decideDue()
    expect(await till.credits(ticket)).toHaveLength(1)
    expect(await till.isLedgerClean()).toBe(true)
  })
})
