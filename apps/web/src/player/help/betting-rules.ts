import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import { bonusPercentFor } from '@mupiira/domain/ticket/totals.ts'
import type { Figures } from './figures.ts'

export type BettingRule = { readonly title: string; readonly text: string }

export const winBonusText = ({ bonusOdds }: Figures): string =>
  `${bonusPercentFor(3)}% of the winnings are added with 3 or 4 qualifying games, ${bonusPercentFor(5)}% with 5 or more. A game qualifies with odds of at least ${bonusOdds}. After a void selection, we recalculate the bonus from the remaining games.`

/** The twenty rules in short (HELP-13). The extended rules explain each market. */
export const bettingRules = (figures: Figures): readonly BettingRule[] => [
  {
    title: 'Who can bet',
    text: 'You must be 18+ and of the legal age where you live. Each person may have one account and must bet with their own money.',
  },
  {
    title: 'When a bet is placed',
    text: 'A bet is placed when its ticket is shown with a booking code. Selections in the betslip are not a bet yet. A placed bet cannot be changed or withdrawn; it can be cashed out while an offer is shown.',
  },
  {
    title: 'Which odds count',
    text: 'The odds on your ticket count. If odds get worse before you bet, we ask you to accept the new odds first. If they get better, you get the better odds.',
  },
  {
    title: 'Stakes',
    text: `The betslip shows your minimum stake. The maximum stake of a bet is UGX ${figures.maximumStake}. The stake leaves your balance when the bet is placed.`,
  },
  {
    title: 'Number of selections',
    text: `A ticket holds 1 to ${MAX_SELECTIONS} selections. You can place ${figures.betsPerDay} tickets a day, counted from midnight East Africa Time.`,
  },
  {
    title: 'Multiple bets',
    text: 'The total odds are the product of the odds of all games, rounded down to two decimals. All selections must win. If one selection loses, the ticket loses at once.',
  },
  {
    title: 'Several selections of one game',
    text: 'You can choose one selection per market category of a game. Such selections depend on each other, so the betslip shows joint odds. Combinations that cannot happen are not accepted.',
  },
  {
    title: 'Win bonus',
    text: winBonusText(figures),
  },
  {
    title: 'Maximum payout',
    text: `A ticket pays at most UGX ${figures.maximumPayout}, bonus included. The betslip shows this before you bet.`,
  },
  betweenKickOffAndResult(figures),
  {
    title: 'Regular time',
    text: 'Football bets are on 90 minutes with stoppage time. Extra time and penalty shoot-outs count for To Qualify only.',
  },
  {
    title: 'Postponed and abandoned games',
    text: 'A game that is cancelled, or is not finished within 24 hours of its scheduled start, is void. A game that is rescheduled by less than 24 hours keeps its bets. If it is rescheduled by 24 hours or more, the bets placed before are void, and you can bet on the new start.',
  },
  {
    title: 'Void selections',
    text: 'A void selection counts as won with odds of 1.00. If all selections of a ticket are void, we refund the stake.',
  },
  {
    title: 'Settlement',
    text: 'Bets are settled with the final result, as soon as it is known, and winnings are added to your balance at once. If the goals of a game and its final score disagree, nothing is settled until the result is confirmed.',
  },
  {
    title: 'Corrected results',
    text: 'If we correct a wrong result, we settle the bets on it again. We deduct amounts that were paid by mistake, and your balance can be negative until deposits or winnings cover it.',
  },
  {
    title: 'Cashout',
    text: 'The offer on a ticket is the amount that we pay you, or up to 1% less if the offer falls while we check a live cashout. Offers end when a selection has lost, and pause after goals, cards and suspensions. Cashouts are limited on games that our own staff control. Above that limit, a bet waits for its result. A partial cashout ends a part of the stake; the rest is settled as if you had bet that amount. A cashout cannot be undone, also if a result is corrected later.',
  },
  {
    title: 'Delays',
    text: `${liveBetText(figures)} Scores, times and statistics on our pages may be late and are for information only.`,
  },
  {
    title: 'Errors',
    text: 'We may cancel and refund a bet with an obvious error in odds, teams or start time before its game is settled. We will tell you the reason.',
  },
  {
    title: 'Fair play',
    text: 'We may refuse bets by people who can influence a game, or by several accounts that act together, and close the accounts. Money that is not in dispute stays yours.',
  },
  {
    title: 'Disputes',
    text: 'Raise a dispute within 7 days of settlement, with the booking code. We keep the odds accepted, the rules in force and the time of every bet, and can show how it was settled.',
  },
]

const betweenKickOffAndResult = ({ liveBetDelay }: Figures): BettingRule =>
  liveBetDelay === null
    ? {
        title: 'Betting closes at kick-off',
        text: 'You can bet on a game until it starts. A selection placed after the actual kick-off is void.',
      }
    : {
        title: 'Betting on live games',
        text: 'You can bet on a football game while it is live and shows odds. Betting stops for a while after goals, red cards, penalties and reviews. Betting on other games closes when they start. A bet that was meant to be placed before the start is void if the game had already begun.',
      }

/** The delay of live bets (HELP-08, INP-05, INP-06). */
export const liveBetText = ({ liveBetDelay }: Figures): string =>
  liveBetDelay === null
    ? 'Live bets may be delayed up to 10 seconds. We do not offer them at the moment: bets on a game close when it starts.'
    : `Live bets may be delayed up to ${Math.max(10, liveBetDelay)} seconds, so that no player can bet on what has already happened. The delay can be longer in some leagues, for some accounts, and while our live data is late. If something happens in the game during the delay, or if the odds get worse and you have not accepted worse odds, we reject the bet and return the stake.`
