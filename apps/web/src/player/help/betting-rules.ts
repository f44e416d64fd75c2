import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import { bonusPercentFor } from '@mupiira/domain/ticket/totals.ts'
import type { Figures } from './figures.ts'

export type BettingRule = { readonly title: string; readonly text: string }

/** SLIP-25 */
export const winBonusText = ({ bonusOdds }: Figures): string =>
  `${bonusPercentFor(3)}% of the winnings are added with 3 or 4 qualifying games, ${bonusPercentFor(5)}% with 5 or more. A game qualifies with odds of at least ${bonusOdds}. After a void the bonus is taken again from the games that remain.`

/** HELP-13: the twenty rules in short; the extended rules hold each market. */
export const bettingRules = (figures: Figures): readonly BettingRule[] => [
  {
    title: 'Who may bet',
    text: 'You must be 18+ and of the legal age where you live. Each person may have one account and must bet with their own money.',
  },
  {
    title: 'When a bet is placed',
    text: 'A bet is placed when its ticket is shown with a booking code. Selections in the slip are not a bet yet. A placed bet cannot be changed or withdrawn; it can be cashed out while an offer is shown.',
  },
  {
    title: 'Which odds count',
    text: 'The odds on your ticket count. If odds get worse before you bet, we do not take the bet until you accept the new odds. If they get better, you get the better odds.',
  },
  {
    title: 'Stakes',
    text: `The slip shows your minimum stake. The maximum stake of a bet is UGX ${figures.maximumStake}. The stake leaves your balance when the bet is placed.`,
  },
  {
    title: 'Number of selections',
    text: `A ticket holds 1 to ${MAX_SELECTIONS} selections. You can place ${figures.betsADay} tickets a day, counted from midnight East Africa Time.`,
  },
  {
    title: 'Multiple bets',
    text: 'The total odds are the product of the odds of all games, rounded down to two decimals. All selections must win; one lost selection loses the ticket at once.',
  },
  {
    title: 'Several selections of one game',
    text: 'From one game you may take one selection of each market category. Such selections depend on each other, so they have joint odds, which the slip shows. A combination that cannot happen is refused.',
  },
  {
    title: 'Win bonus',
    text: winBonusText(figures),
  },
  {
    title: 'Maximum payout',
    text: `A ticket pays at most UGX ${figures.maximumPayout}, bonus included. The slip shows this before you bet.`,
  },
  {
    title: 'Betting closes at kick-off',
    text: 'A game can be bet on until it starts. A selection that turns out to have been taken after the first whistle is void.',
  },
  {
    title: 'Regular time',
    text: 'Football bets are on 90 minutes with stoppage time. Extra time and penalty shoot-outs count for To Qualify only.',
  },
  {
    title: 'Postponed and abandoned games',
    text: 'A game that is cancelled, or is not finished within 24 hours of its scheduled start, is void. A game moved by less than 24 hours keeps its bets.',
  },
  {
    title: 'Void selections',
    text: 'A void selection counts as won with odds of 1.00. If all selections of a ticket are void, the stake is refunded.',
  },
  {
    title: 'Settlement',
    text: 'Bets are settled with the final result, as soon as it is known, and winnings are on your balance at once. Where the goals of a match and its final score disagree, nothing is settled until the result is confirmed.',
  },
  {
    title: 'Corrected results',
    text: 'If a result was wrong and is corrected, the bets on it are settled again. What was paid too much is taken back, and your balance may then be negative until deposits or winnings cover it.',
  },
  {
    title: 'Cashout',
    text: 'The offer on a ticket is the amount that you are paid. Offers end when a selection has lost, and pause after goals, cards and suspensions. Cashouts are limited on matches run by our own staff; other bets on them wait for the result. A cashed-out ticket is closed for good.',
  },
  {
    title: 'Delays',
    text: 'Live bets may be delayed up to 10 seconds. Scores, times and statistics on our pages may be late and are for information only.',
  },
  {
    title: 'Errors',
    text: 'A bet taken with an obvious error in odds, teams or start time may be cancelled and refunded by the operator before its game is decided. We notify you with the reason.',
  },
  {
    title: 'Fair play',
    text: 'Bets by people who can influence a match, and bets of several accounts that act as one, may be refused, and accounts closed. Money of yours that is not in dispute stays yours.',
  },
  {
    title: 'Disputes',
    text: 'Raise a dispute within 7 days of settlement, with the booking code. We keep the odds accepted, the rules in force and the time of every bet, and can show how it was settled.',
  },
]
