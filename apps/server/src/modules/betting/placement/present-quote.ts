import type { quoteBet } from '@mupiira/contract/bet-quotes.ts'
import type { AnswerOf } from '@mupiira/contract/endpoint.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { oddsToNumber, totalOddsToNumber } from '@mupiira/domain/odds/odds.ts'
import type { BetGame } from './bet-game.ts'
import type { Quote } from './quote-bet.ts'

export const presentQuote = (quote: Quote): AnswerOf<typeof quoteBet> => ({
  totalOdds: totalOddsToNumber(quote.totals.totalOddsHundredths),
  jointOdds: presentJointOdds(quote.games),
  bonusPercentage: quote.totals.bonusPercent,
  bonus: ugxToNumber(quote.totals.bonusUgx),
  potentialWin: ugxToNumber(quote.totals.potentialWinUgx),
  payout: ugxToNumber(quote.totals.payoutUgx),
  minStake: ugxToNumber(quote.minStakeUgx),
  maxStake: ugxToNumber(quote.maxStakeUgx),
  maxPayout: ugxToNumber(quote.maxPayoutUgx),
  ...(!quote.hasWinBonus && { hasWinBonus: false }),
  ...(quote.delaySeconds > 0 && { delaySeconds: quote.delaySeconds }),
  selections: quote.selections.map(({ oddsHundredths, ...selection }) => ({
    ...selection,
    odds: oddsHundredths === null ? null : oddsToNumber(oddsHundredths),
  })),
})

/** The joint odds of each game with several selections. */
export const presentJointOdds = (games: readonly BetGame[]): { gameId: string; odds: number }[] =>
  games
    .filter((game) => game.legs.length > 1)
    .map((game) => ({ gameId: game.gameId, odds: oddsToNumber(game.oddsHundredths) }))
