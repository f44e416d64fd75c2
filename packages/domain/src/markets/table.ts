import * as label from './labels.ts'
import * as text from './selection-text.ts'
import type { TextReader } from './selection-text.ts'
import * as goals from './settle-goals.ts'
import * as results from './settle-result.ts'
import * as specials from './settle-specials.ts'
import type { SettlerOf } from './settler.ts'
import type { GameForMarkets, MarketGroup, MarketId, MatchResult, Rulebook } from './types.ts'

/** The definition of a market. To add a market, add one entry here and its id in `MARKET_IDS`. */
export interface MarketEntry {
  readonly name: string
  readonly group: MarketGroup
  /** The category for the limit of one selection per game (SLIP-04, D57); defaults to the market's id. */
  readonly category?: string
  /** The selection ids, fixed or depending on the game. */
  readonly selections: readonly string[] | ((game: GameForMarkets) => readonly string[])
  /** The game data that the market needs. */
  readonly needs?: 'knockout' | 'scorer odds'
  /** The settlement rule. Prices, in-play values, cash-out and worked examples use it too. */
  readonly settler: SettlerOf
  /** The part of a result that decides the selections; `winner`: whether a side leads, not by how much. */
  readonly decidedBy: 'winner' | 'score' | 'halves' | 'first goal' | 'qualifier' | 'scorers'
  /** True if for every result at least one selection does not lose. */
  readonly coversEverything: boolean
  readonly read: TextReader
  readonly label?: label.Labeller
  /** Other names of the market in requests, in lower case without spaces or punctuation. */
  readonly aliases?: readonly string[]
  /** The settlement rule in words, for the rules page. */
  readonly rule: string | Readonly<Record<Rulebook, string>>
  /** The result and selections of the worked example (`workedExample`). */
  readonly example: readonly [result: MatchResult, ...selectionIds: string[]]
}

const letters = ['1', 'X', '2']
const counts = ['0', '1', '2', '3', '4', '5', '6+']
const sides = ['home', 'away']
const overUnder = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => [`over_${line}`, `under_${line}`])
const pairs = (left: readonly string[], separator: string, right: readonly string[]): readonly string[] =>
  left.flatMap((a) => right.map((b) => `${a}${separator}${b}`))

/** Away leads at half time and home wins, so that halves, goal order and final result differ. */
const HOME_COMEBACK: MatchResult = {
  sport: 'soccer',
  home: 2,
  away: 1,
  halfTime: { home: 0, away: 1 },
  firstToScore: 'away',
  scorers: ['okello'],
  participants: ['okello', 'kato'],
  qualifier: 'home',
}
const DRAW: MatchResult = { ...HOME_COMEBACK, home: 1, away: 1 }
const TO_NIL: MatchResult = { ...HOME_COMEBACK, away: 0, halfTime: { home: 0, away: 0 }, firstToScore: 'home' }

export const MARKET_TABLE: Readonly<Record<MarketId, MarketEntry>> = {
  '1x2': {
    name: 'Moneyline',
    group: 'popular',
    category: 'match_winner',
    selections: letters,
    settler: results.matchWinner,
    decidedBy: 'winner',
    coversEverything: true,
    read: text.readWinner,
    label: label.winner,
    aliases: ['moneyline', 'matchwinner', 'matchresult', 'fulltimeresult', 'winner'],
    rule: 'Choose the winner after 90 minutes: 1 is the home team, X the draw, 2 the away team.',
    example: [HOME_COMEBACK, '1', 'X', '2'],
  },
  double_chance: {
    name: 'Double Chance',
    group: 'popular',
    selections: ['1X', '12', 'X2'],
    settler: results.doubleChance,
    decidedBy: 'winner',
    coversEverything: true,
    read: text.readDoubleChance,
    rule: 'Two of the three results win: 1X the home team or a draw, 12 either team, X2 the away team or a draw.',
    example: [HOME_COMEBACK, '1X', '12', 'X2'],
  },
  draw_no_bet: {
    name: 'Draw No Bet',
    group: 'popular',
    selections: ['1', '2'],
    settler: results.drawNoBet,
    decidedBy: 'winner',
    coversEverything: true,
    read: text.readSide,
    label: label.winner,
    aliases: ['dnb'],
    rule: {
      house:
        'Choose the team that does not lose. If your team wins, the selection wins. A draw counts as a win as well.',
      industry: 'Choose the winner. If the game is drawn, the selection is void and counts with odds of 1.00.',
    },
    example: [DRAW, '1', '2'],
  },
  over_under: {
    name: 'Over/Under',
    group: 'popular',
    selections: overUnder('0.5', '1.5', '2.5', '3.5'),
    settler: goals.overUnder,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readOverUnder,
    aliases: ['totals', 'overunder25', 'totalgoalsoverunder'],
    rule: {
      house: 'Over wins when the game has more goals than the line, Under when it has fewer.',
      industry:
        'Over wins when the game has more goals than the line, Under when it has fewer. A total exactly on the line is void.',
    },
    example: [HOME_COMEBACK, 'over_2.5', 'under_2.5', 'over_3.5'],
  },
  btts: {
    name: 'Both Teams To Score',
    group: 'popular',
    category: 'both_teams_to_score',
    selections: ['yes', 'no'],
    settler: goals.bothScore,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readYesOrNo,
    aliases: ['bothteamstoscore', 'ggng'],
    rule: 'Yes wins when both teams score at least one goal, No when at least one team does not.',
    example: [HOME_COMEBACK, 'yes', 'no'],
  },
  ht_ft: {
    name: 'Half Time/Full Time',
    group: 'popular',
    selections: pairs(letters, '/', letters),
    settler: results.halfTimeFullTime,
    decidedBy: 'halves',
    coversEverything: true,
    read: text.readHalfTimeFullTime,
    aliases: ['htft', 'halftimefulltime'],
    rule: {
      house:
        'The first part names the half-time result, the second the full-time result. Only the full-time part counts: the selection wins when that part is right.',
      industry:
        'The first part names the result at half time, the second at full time. Both must be right. Goals of the second half do not change the first part.',
    },
    example: [HOME_COMEBACK, '2/1', '1/1', '2/X'],
  },
  correct_score: {
    name: 'Correct Score',
    group: 'popular',
    selections: ['1-0', '2-0', '2-1', '3-0', '3-1', '0-1', '1-1', '0-2'],
    settler: goals.correctScore,
    decidedBy: 'score',
    coversEverything: false,
    read: text.readScore,
    rule: 'The final score is exactly the one you choose, home goals first.',
    example: [HOME_COMEBACK, '2-1', '1-0'],
  },
  asian_handicap: {
    name: 'Asian Handicap',
    group: 'popular',
    category: 'handicap',
    // The favourite gives the handicap.
    selections: ({ favourite }) =>
      favourite === 'home'
        ? ['home_-1.5', 'away_+1.5', 'home_-2.5', 'away_+2.5']
        : ['home_+1.5', 'away_-1.5', 'home_+2.5', 'away_-2.5'],
    settler: goals.asianHandicap,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readHandicap,
    label: label.handicap,
    aliases: ['handicap'],
    rule: {
      house:
        'The number is added to the goals of your team. If your team then has at least as many goals as the other, the selection wins.',
      industry:
        'The number is added to the goals of your team. If your team then has more goals than the other, the selection wins; if the goals are equal, it is void. A quarter line splits the stake over the two nearest lines.',
    },
    // The example includes a whole line, because half lines cannot tie and the rulebooks then agree.
    example: [HOME_COMEBACK, 'home_-1.5', 'away_+1.5', 'home_-1'],
  },
  to_qualify: {
    name: 'To Qualify',
    group: 'popular',
    selections: ['1', '2'],
    needs: 'knockout',
    settler: results.toQualify,
    decidedBy: 'qualifier',
    coversEverything: true,
    read: text.readSide,
    label: label.winner,
    rule: 'Choose the team that goes through to the next round, extra time and penalties included. The selection stays open until this is known, and is void when no team goes through. Offered in knock-out games only.',
    example: [DRAW, '1', '2'],
  },
  total_goals: {
    name: 'Total Goals',
    group: 'goals',
    selections: ['0-1', '2-3', '4-6', '7+'],
    settler: goals.totalBand,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readBand,
    rule: 'The total number of goals is in the range that you choose. 7+ is seven or more.',
    example: [HOME_COMEBACK, '2-3', '0-1'],
  },
  exact_goals: {
    name: 'Exact Total Goals',
    group: 'goals',
    selections: counts,
    settler: goals.exactTotal,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCount,
    aliases: ['exactgoals'],
    rule: 'The total number of goals is exactly the number that you choose. 6+ is six or more.',
    example: [HOME_COMEBACK, '3', '2'],
  },
  odd_even: {
    name: 'Odd/Even',
    group: 'goals',
    selections: ['odd', 'even'],
    settler: goals.oddEven,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readOddEven,
    rule: 'The total number of goals is odd or even. A game without goals counts as even.',
    example: [HOME_COMEBACK, 'odd', 'even'],
  },
  home_total: {
    name: 'Home Team Total Goals',
    group: 'goals',
    selections: counts,
    settler: goals.homeTotal,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCount,
    aliases: ['hometotalgoals'],
    rule: 'The home team scores exactly this many goals. 6+ is six or more.',
    example: [HOME_COMEBACK, '2', '1'],
  },
  away_total: {
    name: 'Away Team Total Goals',
    group: 'goals',
    selections: counts,
    settler: goals.awayTotal,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCount,
    aliases: ['awaytotalgoals'],
    rule: 'The away team scores exactly this many goals. 6+ is six or more.',
    example: [HOME_COMEBACK, '1', '0'],
  },
  first_to_score: {
    name: 'First to Score',
    group: 'goals',
    selections: ['home', 'away', 'none'],
    settler: goals.firstToScore,
    decidedBy: 'first goal',
    coversEverything: true,
    read: text.readFirstToScore,
    label: label.firstToScore,
    aliases: ['firstteamtoscore'],
    rule: 'Choose the team that scores first, or no goal. An own goal counts for the team that is awarded it.',
    example: [HOME_COMEBACK, 'away', 'home', 'none'],
  },
  anytime_scorer: {
    name: 'Goalscorer Anytime',
    group: 'goals',
    selections: ({ players }) => (players ?? []).flatMap(({ id, scoring }) => (scoring === undefined ? [] : [id])),
    needs: 'scorer odds',
    settler: goals.anytimeScorer,
    decidedBy: 'scorers',
    coversEverything: false,
    read: text.readPlayer,
    label: label.player,
    aliases: ['goalscorer', 'anytimegoalscorer'],
    rule: 'Your player scores at least one goal in 90 minutes with stoppage time. Own goals do not count. If the player does not take part, the selection is void. Offered once the lineups and odds for the players are known.',
    example: [HOME_COMEBACK, 'okello', 'kato', 'ssali'],
  },
  first_half_over_under: {
    name: 'First-Half Over/Under',
    group: 'goals',
    selections: overUnder('0.5', '1.5', '2.5'),
    settler: goals.firstHalfOverUnder,
    decidedBy: 'halves',
    coversEverything: true,
    read: text.readOverUnder,
    rule: {
      house: 'Like Over/Under, but only goals of the first half and its stoppage time count.',
      industry:
        'Like Over/Under, but only goals of the first half and its stoppage time count. A total exactly on the line is void.',
    },
    example: [HOME_COMEBACK, 'over_0.5', 'over_1.5'],
  },
  '1x2_over_under': {
    name: '1X2 & Over/Under 2.5',
    group: 'combos',
    selections: pairs(letters, '&', overUnder('2.5')),
    settler: specials.winnerAndLine,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCombination(text.readWinner, text.readOverUnder),
    aliases: ['1x2&overunder'],
    rule: 'Both parts must be right: the winner, and more or fewer than 2.5 goals.',
    example: [HOME_COMEBACK, '1&over_2.5', '1&under_2.5'],
  },
  '1x2_btts': {
    name: '1X2 & Both Teams To Score',
    group: 'combos',
    selections: pairs(letters, '&', ['yes', 'no']),
    settler: specials.winnerAndBothScore,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCombination(text.readWinner, text.readYesOrNo),
    aliases: ['1x2&btts'],
    rule: 'Both parts must be right: the winner, and whether both teams score.',
    example: [HOME_COMEBACK, '1&yes', '2&yes'],
  },
  double_chance_over_under: {
    name: 'Double Chance & Over/Under 2.5',
    group: 'combos',
    selections: pairs(['1X', '12', 'X2'], '&', overUnder('2.5')),
    settler: specials.doubleChanceAndLine,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readCombination(text.readDoubleChance, text.readOverUnder),
    aliases: ['doublechance&overunder'],
    rule: 'Both parts must be right: one of the two results, and more or fewer than 2.5 goals.',
    example: [HOME_COMEBACK, '1X&over_2.5', 'X2&over_2.5'],
  },
  clean_sheet: {
    name: 'Clean Sheet',
    group: 'specials',
    selections: pairs(sides, '_', ['yes', 'no']),
    settler: specials.cleanSheet,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readSideYesOrNo,
    label: label.sideYesOrNo,
    rule: 'Yes wins when the team you choose concedes no goal, No when it concedes one or more.',
    example: [TO_NIL, 'home_yes', 'away_yes'],
  },
  win_to_nil: {
    name: 'Win to Nil',
    group: 'specials',
    selections: pairs(sides, '_', ['yes', 'no']),
    settler: specials.winToNil,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readSideYesOrNo,
    label: label.sideYesOrNo,
    rule: 'Yes wins when the team you choose wins and concedes no goal, No in every other case.',
    example: [TO_NIL, 'home_yes', 'away_yes'],
  },
  winning_margin: {
    name: 'Winning Margin',
    group: 'specials',
    selections: ['home_1', 'home_2', 'home_3+', 'draw', 'away_1', 'away_2', 'away_3+'],
    settler: specials.winningMargin,
    decidedBy: 'score',
    coversEverything: true,
    read: text.readMargin,
    label: label.margin,
    rule: 'Your team wins by exactly this many goals; 3+ is three or more. A draw is a separate selection.',
    example: [HOME_COMEBACK, 'home_1', 'home_2', 'draw'],
  },
  half_time_result: {
    name: 'Half-Time Result',
    group: 'specials',
    selections: letters,
    settler: results.halfTimeWinner,
    decidedBy: 'halves',
    coversEverything: true,
    read: text.readWinner,
    label: label.winner,
    rule: 'The result at the end of the first half: 1, X or 2.',
    example: [HOME_COMEBACK, '2', '1'],
  },
  highest_scoring_half: {
    name: 'Highest-Scoring Half',
    group: 'specials',
    selections: ['first', 'second', 'equal'],
    settler: specials.highestScoringHalf,
    decidedBy: 'halves',
    coversEverything: true,
    read: text.readHalf,
    label: label.half,
    rule: 'Choose the half with more goals, or equal if both halves have the same number.',
    example: [HOME_COMEBACK, 'second', 'first', 'equal'],
  },
}
