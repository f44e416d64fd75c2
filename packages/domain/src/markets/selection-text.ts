import type { MarketId } from './types.ts'

export interface TeamNames {
  readonly homeTeam: string
  readonly awayTeam: string
}

/**
 * Reads a selection's text as an id of the given market; null when it says nothing there. The id is not yet checked
 * against the market's rule.
 */
export function selectionFromText(market: MarketId, text: string, teams: TeamNames): string | null {
  const plain = text.trim().replace(/[−–]/g, '-').replace(/\s+/g, ' ')
  switch (market) {
    case '1x2':
    case 'half_time_result':
      return letterOf(plain, teams)
    case 'draw_no_bet':
    case 'to_qualify':
      return withoutDraw(letterOf(plain, teams))
    case 'double_chance':
      return doubleChance(plain, teams)
    case 'over_under':
    case 'first_half_over_under':
      return overUnder(plain)
    case 'btts':
      return yesOrNo(plain)
    case 'ht_ft':
      return pair(plain, /\s?[/-]\s?/, '/', (part) => letterOf(part, teams))
    case 'correct_score':
      return matched(/^(\d{1,2})\s?[:-]\s?(\d{1,2})$/, plain, ([, home, away]) => `${home}-${away}`)
    case 'asian_handicap':
      return handicap(plain, teams)
    case 'total_goals':
      return matched(/^(?:total goals:? )?(\d{1,2}(?:\s?-\s?\d{1,2}|\+))(?: goals)?$/i, plain, ([, band]) =>
        (band ?? '').replace(/\s/g, ''),
      )
    case 'exact_goals':
    case 'home_total':
    case 'away_total':
      return matched(/^(?:total goals:? |exactly )?(\d{1,2}\+?)(?: goals?)?$/i, plain, ([, count]) => count ?? '')
    case 'odd_even':
      return matched(/^(odd|even)$/i, plain, ([word]) => word.toLowerCase())
    case 'first_to_score':
      return /^(none|no goals?|neither)$/i.test(plain) ? 'none' : sideOf(plain, teams)
    case 'anytime_scorer':
      return plain === '' ? null : plain
    case '1x2_over_under':
      return combination(plain, (part) => letterOf(part, teams), overUnder)
    case '1x2_btts':
      return combination(plain, (part) => letterOf(part, teams), yesOrNo)
    case 'double_chance_over_under':
      return combination(plain, (part) => doubleChance(part, teams), overUnder)
    case 'clean_sheet':
    case 'win_to_nil':
      return sideWithAnswer(plain, teams)
    case 'winning_margin':
      return margin(plain, teams)
    case 'highest_scoring_half':
      return half(plain)
  }
}

function matched(pattern: RegExp, text: string, read: (groups: RegExpExecArray) => string): string | null {
  const groups = pattern.exec(text)
  return groups === null ? null : read(groups)
}

const same = (a: string, b: string): boolean => b !== '' && a.toLowerCase() === b.trim().toLowerCase()

function letterOf(text: string, teams: TeamNames): '1' | 'X' | '2' | null {
  const name = text.replace(/ (to win|wins?)$/i, '')
  if (same(name, teams.homeTeam) || /^(1|home)$/i.test(name)) return '1'
  if (same(name, teams.awayTeam) || /^(2|away)$/i.test(name)) return '2'
  return /^(x|draw|tie)$/i.test(name) ? 'X' : null
}

const withoutDraw = (letter: '1' | 'X' | '2' | null): string | null => (letter === 'X' ? null : letter)

function sideOf(text: string, teams: TeamNames): 'home' | 'away' | null {
  const letter = letterOf(text, teams)
  if (letter === null || letter === 'X') return null
  return letter === '1' ? 'home' : 'away'
}

const DOUBLE_CHANCE: Readonly<Record<string, string>> = {
  '1X': '1X',
  X1: '1X',
  '12': '12',
  '21': '12',
  X2: 'X2',
  '2X': 'X2',
}

function doubleChance(text: string, teams: TeamNames): string | null {
  const short = DOUBLE_CHANCE[text.toUpperCase().replace('/', '')]
  if (short !== undefined) return text.includes('/') ? null : short
  const parts = text.split(/ or /i)
  if (parts.length !== 2) return null
  const letters = parts.map((part) => letterOf(part.trim(), teams) ?? '').join('')
  return DOUBLE_CHANCE[letters] ?? null
}

/** Without a line the line is 2.5 (SETL-16). */
const overUnder = (text: string): string | null =>
  matched(
    /^(over|under)(?:[ _]?(\d{1,2}(?:\.\d{1,2})?))?(?: goals?)?$/i,
    text,
    ([, side = '', line = '2.5']) => `${side.toLowerCase()}_${line}`,
  )

function yesOrNo(text: string): string | null {
  const answer = text.replace(/^(btts|both teams to score|gg\/ng)\W*/i, '')
  if (answer === '' || /^(yes|gg)$/i.test(answer)) return text === '' ? null : 'yes'
  return /^(no|ng)$/i.test(answer) ? 'no' : null
}

function pair(text: string, separator: RegExp, joint: string, read: (part: string) => string | null): string | null {
  const parts = text.split(separator).map(read)
  return parts.length === 2 && parts.every((part) => part !== null) ? parts.join(joint) : null
}

function handicap(text: string, teams: TeamNames): string | null {
  const groups = /^(?:asian handicap:? |handicap:? )?(.+?)[ _]?\(?([+-]\d{1,2}(?:\.\d{1,2})?)\)?$/i.exec(text)
  const side = groups === null ? null : sideOf((groups[1] ?? '').trim(), teams)
  return groups === null || side === null ? null : `${side}_${groups[2]}`
}

function combination(
  text: string,
  left: (part: string) => string | null,
  right: (part: string) => string | null,
): string | null {
  const [first, second, ...more] = text.split(/\s?&\s?| and /i)
  if (first === undefined || second === undefined || more.length > 0) return null
  const ids = [left(first.trim()), right(second.trim())]
  return ids.every((id) => id !== null) ? ids.join('&') : null
}

function sideWithAnswer(text: string, teams: TeamNames): string | null {
  const groups = /^(.+?)(?:\W+(yes|no))?$/i.exec(text)
  const side = groups === null ? null : sideOf((groups[1] ?? '').trim(), teams)
  return side === null ? null : `${side}_${(groups?.[2] ?? 'yes').toLowerCase()}`
}

function margin(text: string, teams: TeamNames): string | null {
  if (letterOf(text, teams) === 'X') return 'draw'
  const groups = /^(.+?)(?: (?:to win )?by|_) ?(\d{1,2}\+?)(?: goals?)?$/i.exec(text)
  const side = groups === null ? null : sideOf((groups[1] ?? '').trim(), teams)
  return groups === null || side === null ? null : `${side}_${groups[2]}`
}

function half(text: string): string | null {
  if (/^(1st|first)( half)?$/i.test(text)) return 'first'
  if (/^(2nd|second)( half)?$/i.test(text)) return 'second'
  return /^(equal|tie|draw)$/i.test(text) ? 'equal' : null
}
