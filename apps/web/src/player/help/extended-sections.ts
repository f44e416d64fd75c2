import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import { bonusPercentFor } from '@mupiira/domain/ticket/totals.ts'
import type { ArticleSection } from './article.tsx'
import { liveBetText } from './betting-rules.ts'
import type { Figures } from './figures.ts'

/** The sections before and after the markets in the extended rules (HELP-14). */
export function extendedSections(figures: Figures): Readonly<Record<'before' | 'after', readonly ArticleSection[]>> {
  return {
    before: [
      {
        id: 'general',
        title: 'General',
        passages: [
          'Your bet counts once you see a ticket and a booking code. The ticket shows its odds, its stake and the rules under which you placed it. They do not change afterwards.',
          [
            `A ticket pays at most UGX ${figures.maximumPayout}, bonus included.`,
            `You can place ${figures.betsPerDay} tickets a day. The maximum stake is UGX ${figures.maximumStake}.`,
            'A game that is cancelled, or without a final result 24 hours after its scheduled start, is void. A game that is rescheduled by less than 24 hours keeps its bets. If it is rescheduled by 24 hours or more, the bets placed before are void, and you can bet on the new start.',
            'A void selection counts with odds of 1.00. If all selections are void, we refund the ticket.',
            'Payouts are rounded down to UGX 0.01.',
            'Raise a dispute within 7 days of settlement.',
          ],
          figures.rulebook === 'house'
            ? 'The house rules apply. If they differ from the usual meaning of a market, its heading says so.'
            : 'The industry rules apply: a result exactly on the line is void, and both halves of Half Time/Full Time count.',
          'If these rules change, tickets that were placed before the change keep the old rules.',
        ],
      },
      {
        id: 'bet-types',
        title: 'Bet types',
        passages: [
          [
            'Single: one selection. Stake × odds is paid when it wins.',
            `Multiple: 2 to ${MAX_SELECTIONS} selections. The odds of all games are multiplied, and every selection must win.`,
            'Same game: several selections of one game, with joint odds, in a single or in a multiple.',
          ],
          `Win bonus: ${bonusPercentFor(3)}% with 3 or 4 qualifying games, ${bonusPercentFor(5)}% with 5 or more. A game qualifies once, with odds of at least ${figures.bonusOdds}.`,
          'A booking code saves the selections of a betslip. A ticket loses as soon as one selection loses. A winning ticket is paid when its last selection is settled.',
        ],
      },
      {
        id: 'live-betting',
        title: 'Live betting',
        passages: [
          liveBetText(figures),
          'While a game of your ticket is live, its cashout offer changes with the game. We check an accepted cashout first, which usually takes less than 20 seconds, and cancel it after a goal, a card or a suspension.',
          'There is no offer within 10 seconds of a goal, within 60 seconds of a red card (or of a reported penalty or review), or while we have no live data.',
        ],
      },
      {
        id: 'football',
        title: 'Football',
        passages: [
          [
            'Bets are on 90 minutes with stoppage time. Extra time and penalties count for To Qualify only.',
            'Stoppage-time goals count for the half in which they are scored.',
            'An own goal counts for the score, but not for a goalscorer.',
            'A football game that is abandoned or postponed is void after 24 hours, unless it has finished by then.',
          ],
        ],
      },
    ],
    after: [
      {
        id: 'other-sports',
        title: 'Basketball, tennis, virtual and eFootball',
        passages: [
          [
            'Basketball: the winner after overtime. There is no draw.',
            'Tennis: the player who wins. A retirement or a walk-over is void.',
            'Virtual and eFootball: the result that the organiser publishes counts. An abandoned game is void.',
          ],
          'For these sports we offer only the winner market.',
        ],
      },
      {
        id: 'common-bet-types',
        title: 'Common bet types explained',
        passages: [
          [
            '1: home team wins. X: draw. 2: away team wins.',
            '1X: home team or draw. 12: no draw. X2: draw or away team.',
            'GG (both score) and NG (not both): Both Teams To Score, yes and no.',
            'Over 2.5: three goals or more. Under 2.5: two goals or fewer.',
            'H -1.5: the home team wins by two goals or more. A +1.5: the away team wins, draws, or loses by one.',
            'HT: half time, after the stoppage time of the first half. FT: full time, after 90 minutes with stoppage time.',
          ],
        ],
      },
    ],
  }
}
