import { describe, expect, it } from 'vitest'
import * as text from './selection-text.ts'

const TEAMS = { homeTeam: 'Vipers', awayTeam: ' KCCA FC ' }

type Texts = { readonly [text: string]: string | null }

/** Each reader with texts as players and other bookmakers write them; null for a text that it must not accept. */
const READERS: { readonly [name: string]: { readonly read: text.TextReader; readonly texts: Texts } } = {
  'a winner': {
    read: text.readWinner,
    texts: {
      ...{ 1: '1', Home: '1', VIPERS: '1', 'Vipers to win': '1', 'home win': '1', 'vipers wins': '1' },
      ...{ x: 'X', Draw: 'X', TIE: 'X', 2: '2', away: '2', 'kcca fc': '2', 'KCCA FC To Win': '2' },
      ...{ 'KCCA wins FC': null, 11: null, 'at home': null, homes: null, 22: null, 'far away': null, aways: null },
      ...{ 'a draw': null, drawn: null, Chelsea: null, '': null },
    },
  },
  'one of two teams': { read: text.readSide, texts: { 1: '1', 'KCCA FC': '2', Draw: null, X: null, Chelsea: null } },
  'a double chance': {
    read: text.readDoubleChance,
    texts: {
      ...{ '1X': '1X', x1: '1X', 12: '12', 21: '12', x2: 'X2', '2X': 'X2' },
      ...{ 'Home or draw': '1X', 'Draw or Vipers': '1X', 'away OR home': '12', 'Vipers or KCCA FC': '12' },
      ...{ 'draw or KCCA FC': 'X2', '1/X': null, 'X/2': null, '1X2': null, Home: null, 'Home or': null },
      ...{
        'Home or draw or away': null,
        'Home or Chelsea or draw': null,
        'Home or home': null,
        'Home or Chelsea': null,
        'Chelsea or Home': null,
      },
    },
  },
  'a total': {
    read: text.readOverUnder,
    texts: {
      ...{ Over: 'over_2.5', under: 'under_2.5', 'Over goals': 'over_2.5', 'Over 1.5': 'over_1.5' },
      ...{ over_3: 'over_3', 'UNDER2.75': 'under_2.75', 'Over 10.5 goals': 'over_10.5', 'under 1 goal': 'under_1' },
      ...{ 'just over 2.5': null, 'over 2.5 points': null, 'over 100': null, 'over 2.555': null, 'over -1': null },
      ...{ 'over 2.': null, 'overx2.5': null, '2.5': null },
    },
  },
  'an answer': {
    read: text.readYesOrNo,
    texts: {
      ...{
        Yes: 'yes',
        gg: 'yes',
        NO: 'no',
        ng: 'no',
        BTTS: 'yes',
        'btts: no': 'no',
        'GG/NG - yes': 'yes',
        bttsno: 'no',
      },
      ...{ 'Both Teams To Score': 'yes', 'both teams to score: NG': 'no', 'my btts yes': null, 'oh yes': null },
      ...{ 'yes!': null, piano: null, nope: null, perhaps: null, '': null },
    },
  },
  'a half-time and a full-time result': {
    read: text.readHalfTimeFullTime,
    texts: {
      ...{ '1/2': '1/2', 'X / X': 'X/X', 'Home - Draw': '1/X', 'draw-KCCA FC': 'X/2', '2/Vipers': '2/1' },
      ...{ '1/X/2': null, 1: null, '1/Chelsea': null, 'Chelsea/1': null, '1:2': null },
    },
  },
  'a score': {
    read: text.readScore,
    texts: {
      ...{ '2:1': '2-1', '0-0': '0-0', '3 : 1': '3-1', '10-12': '10-12', '2:1:0': null, '2-1-0': null, '2/1': null },
      ...{ '123-1': null, '1-123': null, 'now 2-1': null, '2-1 now': null },
    },
  },
  'a band of goals': {
    read: text.readBand,
    texts: {
      ...{ '2-3': '2-3', '4 - 6': '4-6', '7+': '7+', '10-12': '10-12', '12+': '12+', '2-3 goals': '2-3' },
      ...{ 'Total Goals: 7+': '7+', 'total goals 0-1': '0-1', 7: null, '123-4': null, '4-123': null },
      ...{ 'about 2-3': null, '2-3 points': null, 'my total goals: 7+': null },
    },
  },
  'a number of goals': {
    read: text.readCount,
    texts: {
      ...{ 3: '3', '6+': '6+', 10: '10', '1 goal': '1', '3 Goals': '3', 'exactly 3': '3', 'Exactly 6+ goals': '6+' },
      ...{ 'Total Goals: 3': '3', 'total goals 4': '4', 123: null, 'about 3': null, '3 points': null, exactly: null },
      ...{ 'not exactly 3': null },
    },
  },
  'odd or even': {
    read: text.readOddEven,
    texts: { Odd: 'odd', EVEN: 'even', odds: null, 'not odd': null, evens: null, 'not even': null },
  },
  'the first team to score': {
    read: text.readFirstToScore,
    texts: {
      ...{ none: 'none', 'No goal': 'none', 'no goals': 'none', NEITHER: 'none', Home: 'home', 'KCCA FC': 'away' },
      ...{ Draw: null, Chelsea: null, 'no goals yet': null, 'almost none': null },
    },
  },
  'a goalscorer': { read: text.readPlayer, texts: { 'J. Okello': 'J. Okello', '': null } },
  'a handicap': {
    read: text.readHandicap,
    texts: {
      ...{ 'Home -1.5': 'home_-1.5', 'Vipers +1': 'home_+1', 'away_-2.5': 'away_-2.5', 'KCCA FC(+0.75)': 'away_+0.75' },
      ...{ 'Handicap: Vipers (+2.5)': 'home_+2.5', 'handicap KCCA FC -10': 'away_-10', 'home-1': 'home_-1' },
      ...{ 'Asian Handicap: 1 -1': 'home_-1', 'asian handicap 2 +1.25': 'away_+1.25' },
      ...{ 'Draw -1': null, 'Home 1.5': null, 'Home -1.555': null, 'Home -100': null, 'Home -1.5 now': null },
      ...{ '-1.5': null, 'Chelsea -1': null, 'Home -1.': null },
    },
  },
  'a winner and a total': {
    read: text.readCombination(text.readWinner, text.readOverUnder),
    texts: {
      ...{ '1&over_2.5': '1&over_2.5', 'Vipers & Under 1.5': '1&under_1.5', 'draw and over': 'X&over_2.5' },
      ...{ 1: null, '1 & over & under': null, '1 & yes': null, 'Chelsea & over': null, '1 & 2': null },
    },
  },
  'a team and an answer': {
    read: text.readSideYesOrNo,
    texts: {
      ...{
        Home: 'home_yes',
        'KCCA FC': 'away_yes',
        'Vipers: Yes': 'home_yes',
        'away - NO': 'away_no',
        '2 no': 'away_no',
      },
      ...{ 'Draw: yes': null, 'Home: perhaps': null, Chelsea: null, 'Home: yes!': null },
    },
  },
  'a winning margin': {
    read: text.readMargin,
    texts: {
      ...{ Draw: 'draw', 'Vipers by 2': 'home_2', 'KCCA FC to win by 3+': 'away_3+', home_1: 'home_1' },
      ...{ 'home by 10': 'home_10', '2 by3': 'away_3', 'away by 1 goal': 'away_1', 'Home By 2 Goals': 'home_2' },
      ...{ 'Draw by 1': null, 'Home by 100': null, 'Home 2': null, 'Home by 2 points': null, 'by 2': null },
      ...{ 'Chelsea by 2': null },
    },
  },
  'a half': {
    read: text.readHalf,
    texts: {
      ...{ '1st': 'first', first: 'first', '1st half': 'first', 'First Half': 'first', '2nd': 'second' },
      ...{
        SECOND: 'second',
        '2nd half': 'second',
        'second half': 'second',
        Equal: 'equal',
        tie: 'equal',
        draw: 'equal',
      },
      ...{ 'my first': null, 'first halves': null, 'my second': null, 'second halves': null, equals: null },
      ...{ 'a draw': null, half: null },
    },
  },
}

describe.each(Object.entries(READERS))('a text of %s', (_, { read, texts }) => {
  it.each(Object.entries(texts))('[SLIP-07] %j is read as %j', (typed, selection) => {
    expect(read(typed, TEAMS)).toBe(selection)
  })
})

it('[SLIP-07] an empty text is no team, even if a team has no name', () => {
  expect(text.readWinner('', { homeTeam: '', awayTeam: '' })).toBeNull()
})

it.each([
  ['  Over   2.5 ', 'Over 2.5'],
  ['Home \u22121.5', 'Home -1.5'],
  ['2\u20133\u00a0goals', '2-3 goals'],
])('[SLIP-07] dashes and white space of %j are normalised', (typed, normal) => {
  expect(text.normalised(typed)).toBe(normal)
})
