import type { Ticket } from '@mupiira/contract/bets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { ticketIds } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'
import { correctChunk } from './correct-chunk.ts'
import { evaluateClaims } from './evaluate-claims.ts'
import { settleChunk } from './settle-chunk.ts'
import { settleGames } from './settle-games.ts'
import { type House, openHouse } from './test-house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

const words = { actorId: newId(), note: 'The wrong side was told' }

/** What all legs of a game claim comes to, as a pass of the settlement judges them first. */
async function evaluated(gameId: string): Promise<DecidedGame> {
  const [game] = await house.deps.catalogue.decided([gameId])
  if (game === undefined) throw new Error('the game has no result')
  const claims = await house.deps.betting.allClaims(house.kernel.db, [gameId])
  await house.deps.betting.keepOutcomes(house.kernel.db, evaluateClaims(claims, new Map([[gameId, game]])).evaluated)
  return game
}

/** A ticket on two games, lost by the first one's wrong result; its right one and the second one's end are known. */
async function lostByMistake(second: 'won' | 'void'): Promise<{ ticket: Ticket; games: DecidedGame[] }> {
  const [first, other] = [await house.game(), await house.game()]
  const market = second === 'won' ? ('1x2' as const) : ('draw_no_bet' as const)
  await house.set('settlement_rulebook', 'industry')
  const selections = await house.picks([first.id], [other.id, market, '1'])
  const ticket = await house.place(await house.player(25_000), { selections })
  await house.finish(first.id, 0, 1)
  await house.settlement.settleNow()
  expect((await house.stored(ticket)).status).toBe('lost')
  house.clock.forward(7_200_000)
  const right = { kind: 'result', score: { home: 1, away: 0 } } as const
  expect(await house.settlement.decideResult(first.id, right, words)).toMatchObject({ ok: true })
  await house.finish(other.id, second === 'won' ? 1 : 0, 0)
  return { ticket, games: [await evaluated(first.id), await evaluated(other.id)] }
}

describe('two who settle one ticket, as when the lead changes hands in the middle of a pass', () => {
  it.each(['won', 'void'] as const)(
    '[SETL-44] [SETL-09] pay what a correction opens while the last leg is being decided, which is %s',
    async (second) => {
      const { ticket, games } = await lostByMistake(second)
      const [first, other] = games as [DecidedGame, DecidedGame]
      const deps = { ...house.deps, outbox: house.kernel.outbox }
      const now = house.clock.now()
      await house.kernel.db.transaction(async (tx) => {
        await correctChunk(tx, deps, first, 'the first one', ticketIds(ticket.id), now)
        const deciding = house.kernel.db.transaction((late) =>
          settleChunk(late, deps, [other], ticketIds(ticket.id), house.clock.now()),
        )
        expect(await deciding).toEqual({ ended: 0, left: [ticket.id] })
      })
      await house.settlement.settleNow()
      const { status, payout, potentialWin } = await house.stored(ticket)
      expect(status).toBe('won')
      if (second === 'won') expect(payout).toBe(potentialWin)
      expect(await house.balance(ticket.userId)).toBe(payout)
      expect((await house.deps.wallet.checkLedger()).differences).toEqual([])
    },
  )
})

describe('a ticket that is opened while the result of one of its legs is being corrected', () => {
  it('[SETL-02] [SETL-44] is not paid on the result that was wrong, and settled once that is put right', async () => {
    const [first, other] = [await house.game(), await house.game()]
    const ticket = await house.place(await house.player(25_000), {
      selections: await house.picks([first.id], [other.id]),
    })
    await house.finish(first.id, 1, 0)
    await house.settlement.settleNow()
    house.clock.forward(7_200_000)
    const right = { kind: 'result', score: { home: 0, away: 1 } } as const
    expect(await house.settlement.decideResult(first.id, right, words)).toMatchObject({ ok: true })
    await house.finish(other.id, 1, 0)
    expect((await house.open(ticket)).status).toBe('pending')
    expect(await house.balance(ticket.userId)).toBe(0)
    await house.settlement.settleNow()
    expect((await house.open(ticket)).status).toBe('lost')
    const entries = await house.deps.wallet.entriesOf(ticket.id)
    expect(entries.map(({ kind }) => kind)).toEqual(['bet'])
  })
})

describe('a result that is corrected while a pass is under way which has not read it', () => {
  it.each([
    [{ home: 0, away: 1 }, 'lost', ['bet']],
    [{ home: 2, away: 0 }, 'won', ['bet', 'win']],
  ] as const)('[SETL-44] ends no ticket on what counts no more: %o', async (score, status, kinds) => {
    const [first, other] = [await house.game(), await house.game()]
    const selections = await house.picks([first.id], [other.id])
    const ticket = await house.place(await house.player(25_000), { selections })
    await house.finish(first.id, 1, 0)
    await house.settlement.settleNow()
    house.clock.forward(7_200_000)
    await house.finish(other.id, 1, 0)
    const { betting } = house.deps
    let corrected = false
    const openClaims: typeof betting.openClaims = async (...asked) => {
      if (!corrected) await house.settlement.decideResult(first.id, { kind: 'result', score }, words)
      corrected = true
      return betting.openClaims(...asked)
    }
    await settleGames(house.kernel, { ...house.deps, betting: { ...betting, openClaims } })
    await house.settlement.settleNow()
    expect((await house.stored(ticket)).status).toBe(status)
    const entries = await house.deps.wallet.entriesOf(ticket.id)
    expect(entries.map(({ kind }) => kind)).toEqual(kinds)
    expect(await house.deps.catalogue.toSettle(100)).toEqual([])
  })
})
