import type { BetInput } from '@mupiira/contract/bets.ts'
import { ugxToNumber, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { odds, type OddsHundredths, totalOdds } from '@mupiira/domain/odds/odds.ts'
import { bonusRule, slipTotals, stakePerSelection, type SlipTotals } from '@mupiira/domain/ticket/totals.ts'
import type { Answer } from '../../shared/api/client.ts'
import { money } from '../../shared/format/amounts.ts'
import type { SlipItem } from '../../state/slip-rules.ts'

export type Quote = Answer<'POST /api/bets/quote'>

export type SlipLine = {
  readonly item: SlipItem
  /** What the player saw or accepted. */
  readonly seen: OddsHundredths
  /** What counts now: the server's odds, else those seen. */
  readonly odds: OddsHundredths
  readonly change: 'same' | 'better' | 'worse'
  /** Why this selection cannot be bet on, else null. */
  readonly problem: string | null
  /** The joint odds of its game where that has several selections (D27). */
  readonly joint: OddsHundredths | null
  readonly sameGame: boolean
}

const PROBLEMS = {
  GAME_MISSING: 'Game is missing a valid ID. Please refresh or contact support.',
  GAME_CLOSED: 'This game has started or is closed for betting.',
  MARKET_UNAVAILABLE: 'This selection is not available at the moment.',
} as const

const hundredths = (text: string): OddsHundredths => odds(Math.round(Number(text) * 100))

/** The selections with what the server last said about each; `quote` missing: as they were added. */
export function slipLines(items: readonly SlipItem[], quote: Quote | undefined): readonly SlipLine[] {
  const perGame = new Map<string, number>()
  for (const { gameId } of items) perGame.set(gameId, (perGame.get(gameId) ?? 0) + 1)
  return items.map((item) => {
    const said = quote?.selections.find(
      ({ gameId, market, selection }) =>
        gameId === item.gameId && market === item.market && selection === item.selection,
    )
    const seen = hundredths(item.odds)
    const now = said?.odds == null ? seen : odds(Math.round(said.odds * 100))
    const joint = quote?.jointOdds.find(({ gameId }) => gameId === item.gameId)
    const sameGame = (perGame.get(item.gameId) ?? 0) > 1
    return {
      item,
      seen,
      odds: now,
      change: now === seen ? 'same' : now > seen ? 'better' : 'worse',
      problem: said?.problem == null ? null : PROBLEMS[said.problem],
      joint: sameGame && joint !== undefined ? odds(Math.round(joint.odds * 100)) : null,
      sameGame,
    }
  })
}

/**
 * The odds of each game: of its selection, or the joint odds of several. Null while the joint odds of a game are not
 * known: their product would promise too much.
 */
export function oddsPerGame(lines: readonly SlipLine[], which: 'seen' | 'odds'): readonly OddsHundredths[] | null {
  const games = new Map<string, OddsHundredths | null>()
  for (const line of lines) games.set(line.item.gameId, line.sameGame ? line.joint : line[which])
  const perGame = [...games.values()]
  return perGame.every((value): value is OddsHundredths => value !== null) ? perGame : null
}

type Terms = { readonly bonusMinOdds: number; readonly maxPayout: number }

/** Total odds, potential win, bonus and payout, by the rules that the server uses (SLIP-24 to SLIP-29, SLIP-70). */
export function figuresOf(lines: readonly SlipLine[], stakeUgx: Ugx, terms: Terms): SlipTotals | null {
  const perGame = oddsPerGame(lines, 'odds')
  if (perGame === null) return null
  return slipTotals(stakeUgx, perGame, bonusRule(terms.bonusMinOdds), money(terms.maxPayout))
}

/** The request that places the slip: with the odds that the player saw, of each selection and in total (D17, SLIP-43). */
export function betBody(
  lines: readonly SlipLine[],
  stakeUgx: Ugx,
  acceptOddsChanges: boolean,
  bonusPercentage: number,
): BetInput {
  const perGame = oddsPerGame(lines, 'seen')
  const stake = ugxToNumber(stakePerSelection(stakeUgx, Math.max(1, lines.length)))
  return {
    stake: ugxToNumber(stakeUgx),
    ...(perGame === null ? {} : { totalOdds: Number(totalOdds(perGame)) / 100 }),
    bonusPercentage,
    acceptOddsChanges,
    selections: lines.map(({ item, seen }) => ({
      gameId: item.gameId,
      market: item.market,
      selection: item.selection,
      odds: seen / 100,
      stake,
      match: item.match,
    })),
  }
}
