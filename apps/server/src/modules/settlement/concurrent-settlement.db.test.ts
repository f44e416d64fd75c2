import type { Ticket } from '@mupiira/contract/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { ticketIds } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'
import { correctChunk } from './correct-chunk.ts'
import { evaluateSelections } from './evaluate-selections.ts'
import { settleChunk } from './settle-chunk.ts'
import { settleGames } from './settle-games.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inChunks } from './testing/in-chunks.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const entry = { actorId: newId(), note: 'The wrong side was reported' }

/** Evaluates all legs of a game, like the first step of a settlement pass. */
async function evaluated(gameId: string): Promise<DecidedGame> {
  const [game] = await app.modules.catalogue.results.decidedAmong([gameId])
  if (game === undefined) throw new Error('the game has no result')
  const selections = await app.modules.betting.decisions.allSelections(app.kernel.db, [gameId])
  await app.modules.betting.decisions.storeOutcomes(
    app.kernel.db,
    evaluateSelections(selections, new Map([[gameId, game]])).evaluated,
  )
  return game
}

/**
 * A ticket on two games that was lost by a wrong result of the first game. The corrected result and the end of the
 * second game are known.
 */
async function lostByMistake(second: 'won' | 'void'): Promise<{ ticket: Ticket; games: DecidedGame[] }> {
  const [first, other] = [await app.game(), await app.game()]
  const market = second === 'won' ? ('1x2' as const) : ('draw_no_bet' as const)
  await app.set('settlement_rulebook', 'industry')
  const selections = await app.picks([first.id], [other.id, market, '1'])
  const ticket = await app.placeBet(await app.player({ balanceUgx: 25_000 }), { selections })
  await app.finishGame(first.id, 0, 1)
  await app.settle()
  expect((await app.ticket(ticket)).status).toBe('lost')
  app.clock.forward(7_200_000)
  const right = { kind: 'result', score: { home: 1, away: 0 } } as const
  expect(await app.enterResult(first.id, right, entry)).toMatchObject({ ok: true })
  await app.finishGame(other.id, second === 'won' ? 1 : 0, 0)
  return { ticket, games: [await evaluated(first.id), await evaluated(other.id)] }
}

describe('two concurrent settlements of one ticket, as after a change of leader', () => {
  it.each(['won', 'void'] as const)(
    '[SETL-44] [SETL-09] a ticket that a correction reopens while its last leg is decided as %s is paid once',
    async (second) => {
      const { ticket, games } = await lostByMistake(second)
      const [first, other] = games as [DecidedGame, DecidedGame]
      const deps = { ...app.modules, outbox: app.kernel.outbox, clock: app.clock }
      await app.kernel.db.transaction(async (tx) => {
        await correctChunk(tx, deps, first, 'the first one', ticketIds(ticket.id))
        const deciding = app.kernel.db.transaction((late) => settleChunk(late, deps, [other], ticketIds(ticket.id)))
        expect(await deciding).toEqual({ ended: 0, skipped: [ticket.id] })
      })
      await app.settle()
      const { status, payout, potentialWin } = await app.ticket(ticket)
      expect(status).toBe('won')
      if (second === 'won') expect(payout).toBe(potentialWin)
      expect(await app.balance(ticket.userId)).toBe(payout)
      expect((await app.modules.wallet.ledger.check()).differences).toEqual([])
    },
  )
})

describe('opening a ticket while the result of one of its legs is being corrected', () => {
  it('[SETL-02] [SETL-44] a ticket opened while a leg’s result is being corrected settles on the corrected result only', async () => {
    const [first, other] = [await app.game(), await app.game()]
    const ticket = await app.placeBet(await app.player({ balanceUgx: 25_000 }), {
      selections: await app.picks([first.id], [other.id]),
    })
    await app.finishGame(first.id, 1, 0)
    await app.settle()
    app.clock.forward(7_200_000)
    const right = { kind: 'result', score: { home: 0, away: 1 } } as const
    expect(await app.enterResult(first.id, right, entry)).toMatchObject({ ok: true })
    await app.finishGame(other.id, 1, 0)
    expect((await app.openTicket(ticket)).status).toBe('pending')
    expect(await app.balance(ticket.userId)).toBe(0)
    await app.settle()
    expect((await app.openTicket(ticket)).status).toBe('lost')
    const entries = await app.modules.wallet.ledger.entriesOf(ticket.id)
    expect(entries.map(({ kind }) => kind)).toEqual(['bet'])
  })
})

describe('a result that is corrected during a settlement pass', () => {
  it.each([
    [{ home: 0, away: 1 }, 'lost', ['bet']],
    [{ home: 2, away: 0 }, 'won', ['bet', 'win']],
  ] as const)(
    '[SETL-44] a result corrected to %o during a settlement pass settles the ticket as %s',
    async (score, status, kinds) => {
      const [first, other] = [await app.game(), await app.game()]
      const selections = await app.picks([first.id], [other.id])
      const ticket = await app.placeBet(await app.player({ balanceUgx: 25_000 }), { selections })
      await app.finishGame(first.id, 1, 0)
      await app.settle()
      app.clock.forward(7_200_000)
      await app.finishGame(other.id, 1, 0)
      const { betting } = app.modules
      let corrected = false
      const decisions: typeof betting.decisions = {
        ...betting.decisions,
        openSelections: async (...asked) => {
          if (!corrected) await app.enterResult(first.id, { kind: 'result', score }, entry)
          corrected = true
          return betting.decisions.openSelections(...asked)
        },
      }
      await settleGames(app.kernel, { ...inChunks(app), betting: { ...betting, decisions } })
      await app.settle()
      expect((await app.ticket(ticket)).status).toBe(status)
      const entries = await app.modules.wallet.ledger.entriesOf(ticket.id)
      expect(entries.map(({ kind }) => kind)).toEqual(kinds)
      expect(await app.modules.catalogue.results.toSettle(100)).toEqual([])
    },
  )
})
