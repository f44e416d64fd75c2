import type { AnswerOf, BodyOf } from '@mupiira/contract/endpoint.ts'
import type { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import type { placeBet } from '@mupiira/contract/bets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Game, Market } from '@mupiira/contract/games.ts'
import type { Player } from '../support/player.ts'
import type { Draws } from '../support/seeded.ts'
import { DECIDABLE_MARKETS, isWon, type OracleGame, type RecordedLine } from './match-oracle.ts'
import { asPlaced } from '../support/place-bet.ts'

/** A game that is open for bets, with the recorded line that it will follow. */
export type OfferedGame = { readonly game: Game; readonly line: RecordedLine; readonly markets: readonly Market[] }

/** An accepted ticket with the data that the oracle needs. */
export type PlacedTicket = { readonly ticket: Ticket; readonly games: readonly OracleGame[] }

type Slip = BodyOf<typeof placeBet>
type Leg = { readonly offered: OfferedGame; readonly market: Market; readonly selection: string }

export type SlipStyle = {
  readonly legs: number
  /** Every leg wins. */
  readonly picksWinners: boolean
  /** The number of legs on one game. Two or more have joint odds. */
  readonly ofOneGame: number
  readonly picksHighestOdds: boolean
}

/** Generates slips that use all markets in turn, so that each market gets about the same number of bets. */
export function slipGenerator(offered: readonly OfferedGame[], draws: Draws) {
  let turn = 0

  /** The next market in turn with a fitting selection in the game, outside the given categories. */
  function nextLeg(on: OfferedGame, style: SlipStyle, taken: ReadonlySet<string>): Leg | null {
    for (let tried = 0; tried < DECIDABLE_MARKETS.length; tried++) {
      const id = DECIDABLE_MARKETS[(turn + tried) % DECIDABLE_MARKETS.length]
      const market = on.markets.find((each) => each.id === id)
      if (market === undefined || taken.has(market.category)) continue
      const fitting = market.selections.filter(({ id: selection, odds }) => {
        const outcome = odds === null ? null : isWon(on.line, market.id, selection)
        return outcome !== null && (outcome || !style.picksWinners)
      })
      if (fitting.length === 0) continue
      turn += tried + 1
      const best = fitting.toSorted((a, b) => (b.odds ?? 0) - (a.odds ?? 0))[0] ?? fitting[0]
      const chosen = style.picksHighestOdds ? best : draws.one(fitting)
      if (chosen !== undefined) return { offered: on, market, selection: chosen.id }
    }
    return null
  }

  /** Returns fewer legs than requested if the drawn games do not offer enough. */
  function write(style: SlipStyle): Leg[] {
    const games = draws.some(offered, style.legs - style.ofOneGame + 1)
    return games.flatMap((on, at) => {
      const taken = new Set<string>()
      const legs: Leg[] = []
      for (let count = at === 0 ? style.ofOneGame : 1; count > 0; count--) {
        const leg = nextLeg(on, style, taken)
        if (leg === null) break
        taken.add(leg.market.category)
        legs.push(leg)
      }
      return legs
    })
  }

  return { write }
}

const MAX_TRIES = 20

/** Quotes the slip and places it at the quoted odds. If the odds change before placement, quotes again. */
export async function placeSlip(
  player: Player,
  legs: readonly Leg[],
  stake: number,
): Promise<PlacedTicket | 'IMPOSSIBLE_COMBINATION' | 'MARKET_UNAVAILABLE' | 'SAME_MATCH'> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const quote = await player.client.call('POST /api/bets/quote', { body: slipOf(legs, stake, () => 1) })
    if (!quote.ok) {
      const { code } = quote.problem
      if (code === 'IMPOSSIBLE_COMBINATION' || code === 'MARKET_UNAVAILABLE') return code
      throw new Error(`a slip was not priced: ${quote.response.text}`)
    }
    const { selections, totalOdds } = quote.body
    if (selections.some((selection) => selection.problem !== null)) return 'MARKET_UNAVAILABLE'
    const body = { ...slipOf(legs, stake, (at) => selections[at]?.odds ?? 1), totalOdds }
    const reply = await player.client.call('POST /api/bets', { body })
    if (reply.ok) {
      const { ticket } = asPlaced(reply.body)
      if (ticket.totalOdds < totalOdds) throw new Error(`${ticket.totalOdds} was accepted instead of ${totalOdds}`)
      checkJointOdds(ticket, quote.body)
      return { ticket, games: oracleGames(ticket) }
    }
    const { code } = reply.problem
    // Clubs with similar names, such as FC Minden and SC Minden, count as one team.
    if (code === 'MARKET_UNAVAILABLE' || code === 'SAME_MATCH') return code
    if (code !== 'ODDS_CHANGED') throw new Error(`a bet was refused: ${reply.response.text}`)
  }
  throw new Error('the prices never stopped changing')
}

/** The odds of two steps differ by at most this factor, because each is within 3 % of the base price. */
const MOST_MOVEMENT = 1.03 / 0.97

/** The joint odds are those of the quote, unless single odds of the same game have moved since. */
function checkJointOdds(
  { selections, jointOdds }: Pick<Ticket, 'selections' | 'jointOdds'>,
  quote: Pick<AnswerOf<typeof quoteBet>, 'selections' | 'jointOdds'>,
): void {
  for (const { gameId, odds } of jointOdds) {
    const quoted = quote.jointOdds.find((jointOdd) => jointOdd.gameId === gameId)?.odds
    if (quoted === undefined) throw new Error(`the quote has no joint odds for game ${gameId}`)
    const hasMoved = selections.some(
      (leg) =>
        leg.gameId === gameId &&
        !quote.selections.some(
          (selection) =>
            selection.gameId === gameId &&
            selection.market === leg.market &&
            selection.selection === leg.selection &&
            selection.odds === leg.odds,
        ),
    )
    const isOffered = hasMoved ? Math.max(odds / quoted, quoted / odds) <= MOST_MOVEMENT : odds === quoted
    if (!isOffered) throw new Error(`joint odds of ${odds} were accepted instead of ${quoted} for game ${gameId}`)
  }
}

export function slipOf(legs: readonly Leg[], stake: number, oddsAt: (at: number) => number): Slip {
  return {
    stake,
    selections: legs.map(({ offered, market, selection }, at) => ({
      gameId: offered.game.id,
      market: market.id,
      selection,
      odds: oddsAt(at),
      match: offered.game.name,
    })),
  }
}

/** The games of a ticket with their accepted odds, which may be better than those of the quote (D17a). */
function oracleGames(ticket: Ticket): OracleGame[] {
  const joint = new Map(ticket.jointOdds.map(({ gameId, odds }) => [gameId, odds]))
  return [...Map.groupBy(ticket.selections, (each) => each.gameId)].map(([gameId, legs]) => {
    const odds = legs.length > 1 ? joint.get(gameId) : legs[0]?.odds
    if (odds === undefined) throw new Error(`the ticket has no joint odds for game ${gameId}`)
    return { gameId, odds, legs: legs.map(({ market, selection }) => ({ market, selection })) }
  })
}
