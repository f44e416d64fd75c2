import type { MatchState } from '../feed.ts'
import { hasLineUps } from '../play/squad.ts'
import type { Quotes } from './match.ts'
import { hashOf } from './random.ts'
import { handicapColumn } from './score-model.ts'
import { scorerPrices } from './scorer-odds.ts'

const BOOKMAKERS = ['Nile Odds', 'Equator Book', 'Savanna Price', 'Lakeside Bets', 'Rift Valley Sports']
/**
 * How far each bookmaker's odds differ from the match's odds. They are symmetric, so that the median equals those odds.
 */
const BOOKMAKER_BIASES = [-0.024, -0.012, 0, 0.012, 0.024]

const HALF_STEPS = Array.from({ length: 19 }, (_, at) => at / 2 - 4.5)
const GOAL_LINES = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]

/** apifootball's columns of all priced outcomes, in its order. */
export const ODDS_COLUMNS: readonly string[] = [
  'odd_1',
  'odd_x',
  'odd_2',
  'odd_1x',
  'odd_12',
  'odd_x2',
  ...HALF_STEPS.flatMap((line) => [`${handicapColumn(line)}_1`, `${handicapColumn(line)}_2`]),
  ...GOAL_LINES.flatMap((line) => [`o+${line}`, `u+${line}`]),
  'bts_yes',
  'bts_no',
]

const CONFIRMED_EVERY_MS = 10 * 60_000

/** Bookmakers confirm their prices every ten minutes until the kick-off. */
export const quotedAtMs = ({ match, overrides }: MatchState, nowMs: number): number => {
  const confirmedMs = Math.min(nowMs - (nowMs % CONFIRMED_EVERY_MS), match.kickoffMs)
  return Math.max(overrides.quotedMs ?? 0, confirmedMs)
}

/**
 * The bookmakers of a match with their prices by column, and their goalscorer odds once the line-ups are published.
 * Empty for a match without odds.
 */
export const bookmakersOf = ({ match, overrides }: MatchState, nowMs: number) => {
  const quotes = overrides.quotes === undefined ? match.quotes : overrides.quotes
  if (quotes === null || Object.keys(quotes).length === 0) return []
  const turn = hashOf(match.id) % BOOKMAKER_BIASES.length
  const scorers = hasLineUps(match, nowMs) ? scorerPrices(match, quotes) : []
  return BOOKMAKERS.map((name, at) => {
    const bias = BOOKMAKER_BIASES[(at + turn) % BOOKMAKER_BIASES.length] ?? 0
    return {
      name,
      prices: pricesOf(quotes, bias),
      scorers: scorers.map(({ player, odds }) => ({ player, odds: priced(odds, bias) })),
    }
  })
}

const pricesOf = (quotes: Quotes, bias: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(quotes).map(([column, odds]) => [column, priced(odds, bias)]))

const priced = (odds: number, bias: number): string => Math.max(1.01, odds * (1 + bias)).toFixed(2)
