import type { SelectionInput } from '@mupiira/contract/bets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { marketDefinition, selectionIdsOf } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_IDS, type MarketId, type Rulebook } from '@mupiira/domain/markets/types.ts'
import { odds } from '@mupiira/domain/odds/odds.ts'
import { jointOdds } from '@mupiira/domain/pricing/same-game.ts'
import type { ModelParams } from '@mupiira/domain/pricing/types.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MatchFacts, ruledOutcome } from '../../../../../tests/support/market-rules.ts'
import { ruledEnd, type RuledEnd, type RuledGame } from '../../../../../tests/support/ticket-rules.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.set('max_daily_bets', 100_000)
})
afterAll(() => app.close())

type Ending = {
  readonly home: number
  readonly away: number
  readonly halfHome: number
  readonly halfAway: number
  readonly isVoid: boolean
}

type FinishedGame = { readonly model: ModelParams; readonly end: Ending }

const ending: fc.Arbitrary<Ending> = fc
  .record({ home: fc.nat(4), away: fc.nat(4), share: fc.nat(100), isVoid: fc.nat(7).map((roll) => roll === 0) })
  .map(({ home, away, share, isVoid }) => ({
    home,
    away,
    halfHome: Math.floor((home * share) / 101),
    halfAway: Math.floor((away * (100 - share)) / 101),
    isVoid,
  }))

const leg = fc.record({ game: fc.nat(5), market: fc.constantFrom(...MARKET_IDS), at: fc.nat(1_000) })
const season = fc.record({
  endings: fc.array(ending, { minLength: 6, maxLength: 6 }),
  slips: fc.array(
    fc.record({
      legs: fc.array(leg, { minLength: 1, maxLength: 6 }),
      stake: fc.integer({ min: 25_000, max: 900_000 }),
    }),
    {
      minLength: 60,
      maxLength: 60,
    },
  ),
  rulebook: fc.constantFrom<Rulebook>('house', 'industry'),
})

it('[SETL-07] [SETL-08] [SETL-10] [SETL-37] [SETL-41] [SETL-43] random tickets of all markets settle as in an independent implementation of the rules', async () => {
  await fc.assert(
    fc.asyncProperty(season, async ({ endings, slips, rulebook }) => {
      await app.set('settlement_rulebook', rulebook)
      const user = await app.player({ balanceUgx: 99_000_000 })
      const games = await Promise.all(endings.map(() => app.game({ knockOut: true })))
      const placed = await Promise.all(
        slips.map(async ({ legs, stake }) => {
          const selections = await selectionsOf(
            legs,
            games.map((game) => game.id),
          )
          return selections.length === 0 ? null : app.tryBet(user, { stake, selections })
        }),
      )
      const tickets = placed.filter((ticket) => ticket !== null)
      const before = await app.balance(user)
      for (const [at, game] of games.entries()) await finish(game.id, endings[at] as Ending)
      await app.settle()

      const results = new Map(
        games.map((game, at) => [game.id, { model: game.model as ModelParams, end: endings[at] as Ending }]),
      )
      let expectedPayouts = 0n
      for (const ticket of tickets) {
        const settled = await app.ticket(ticket)
        const expected = ruled(ticket, results, rulebook)
        expect({ status: settled.status, payout: settled.payout }).toEqual({
          status: expected.status,
          payout: expected.status === 'pending' ? null : Number(expected.payout) / 100,
        })
        expectedPayouts += expected.payout
      }
      expect(Math.round((await app.balance(user)) * 100)).toBe(Math.round(before * 100) + Number(expectedPayouts))
    }),
    { numRuns: 4 },
  )
  expect((await app.modules.wallet.ledger.check()).differences).toEqual([])
})

/** Picks one selection per game and category. Selections without a price are left out. */
async function selectionsOf(
  legs: readonly { readonly game: number; readonly market: MarketId; readonly at: number }[],
  gameIds: readonly string[],
): Promise<SelectionInput[]> {
  const byCategory = new Map<string, SelectionInput>()
  for (const { game, market, at } of legs) {
    const gameId = gameIds[game] as string
    const ids = selectionIdsOf(market, {
      sport: 'soccer',
      homeTeam: 'a',
      awayTeam: 'b',
      knockout: true,
      favourite: 'home',
      drawPossible: true,
    })
    const selection = ids[at % Math.max(1, ids.length)]
    const pick = selection === undefined ? null : await app.offeredPick(gameId, market, selection)
    if (pick !== null) byCategory.set(`${gameId} ${marketDefinition(market).category}`, pick)
  }
  return [...byCategory.values()]
}

async function finish(gameId: string, { home, away, halfHome, halfAway, isVoid }: Ending): Promise<void> {
  if (isVoid) await app.changeGame(gameId, { status: 'cancelled' })
  else
    await app.finishGame(gameId, home, away, {
      halfTimeHomeScore: halfHome,
      halfTimeAwayScore: halfAway,
      qualifier: home >= away ? 'home' : 'away',
    })
}

/** The expected end of a ticket by the rules page, from its placement response and the results of its games. */
function ruled(ticket: Ticket, results: ReadonlyMap<string, FinishedGame>, rulebook: Rulebook): RuledEnd {
  const games = [...Map.groupBy(ticket.selections, (selection) => selection.gameId)].map(
    ([gameId, legs]): RuledGame => {
      const { model, end } = results.get(gameId) as FinishedGame
      const oddsOf = (positions: readonly number[]): bigint => {
        const members = positions.map((position) => legs[position] as (typeof legs)[number])
        if (members.length === 1) return BigInt(Math.round((members[0]?.odds ?? 0) * 100))
        const named = members.map(({ market, selection, odds: own }) => ({
          market: market as MarketId,
          selectionId: selection,
          oddsHundredths: odds(Math.round(own * 100)),
        }))
        const joint = jointOdds(model, named, { rulebook, overroundPercent: 10 })
        if (!joint.ok) throw new Error(joint.error)
        return BigInt(joint.value)
      }
      const facts = factsOf(end)
      return {
        odds: oddsOf(legs.map((_, position) => position)),
        outcomes: legs.map(({ market, selection }) =>
          end.isVoid ? 'void' : ruledOutcome(facts, market, selection, rulebook),
        ),
        oddsOf,
      }
    },
  )
  const stake = BigInt(Math.round(ticket.totalStake * 100))
  return ruledEnd(games, { stake, bonusMinOdds: 120n, maxPayout: 50_000_000_000n })
}

/** The facts of a game without a list of goals. */
const factsOf = ({ home, away, halfHome, halfAway }: Ending): MatchFacts => ({
  home,
  away,
  halfTime: { home: halfHome, away: halfAway },
  firstGoal: null,
  scorers: null,
  players: null,
  goesThrough: home >= away ? 'home' : 'away',
})
