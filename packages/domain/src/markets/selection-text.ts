export interface TeamNames {
  readonly homeTeam: string
  readonly awayTeam: string
}

/**
 * Parses a normalised text of a selection ("Over 2.5", "Home", a team's name) into a selection id; null if it does not
 * match.
 */
export type TextReader = (text: string, teams: TeamNames) => string | null

function matched(pattern: RegExp, text: string, read: (groups: RegExpExecArray) => string): string | null {
  const groups = pattern.exec(text)
  return groups === null ? null : read(groups)
}

const same = (a: string, b: string): boolean => b !== '' && a.toLowerCase() === b.trim().toLowerCase()

/** Reads 1, X or 2 from a letter, a side or a team name. Null for any other text. */
export function readWinner(text: string, teams: TeamNames): '1' | 'X' | '2' | null {
  const name = text.replace(/ (to win|wins?)$/i, '')
  if (same(name, teams.homeTeam) || /^(1|home)$/i.test(name)) return '1'
  if (same(name, teams.awayTeam) || /^(2|away)$/i.test(name)) return '2'
  return /^(x|draw|tie)$/i.test(name) ? 'X' : null
}

/** Reads 1 or 2 from a number, a side or a team name. */
export const readSide: TextReader = (text, teams) => {
  const letter = readWinner(text, teams)
  return letter === 'X' ? null : letter
}

function sideOf(text: string, teams: TeamNames): 'home' | 'away' | null {
  const letter = readWinner(text, teams)
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

/** Reads texts such as "1X" and "Home or draw". */
export const readDoubleChance: TextReader = (text, teams) => {
  const short = DOUBLE_CHANCE[text.toUpperCase()]
  if (short !== undefined) return short
  const parts = text.split(/ or /i)
  if (parts.length !== 2) return null
  const letters = parts.map((part) => readWinner(part, teams) ?? '').join('')
  return DOUBLE_CHANCE[letters] ?? null
}

/** Reads texts such as "Over 2.5". The default line is 2.5 (SETL-16). */
export const readOverUnder: TextReader = (text) =>
  matched(
    /^(over|under)(?:[ _]?(\d{1,2}(?:\.\d{1,2})?))?(?: goals?)?$/i,
    text,
    ([, side = '', line = '2.5']) => `${side.toLowerCase()}_${line}`,
  )

/** Reads texts such as "Yes", "GG" and "Both Teams To Score: No". */
export const readYesOrNo: TextReader = (text) => {
  const answer = text.replace(/^(btts|both teams to score|gg\/ng)\W*/i, '')
  if (answer === '' || /^(yes|gg)$/i.test(answer)) return text === '' ? null : 'yes'
  return /^(no|ng)$/i.test(answer) ? 'no' : null
}

/** Reads texts such as "1/2" and "Home - Draw". */
export const readHalfTimeFullTime: TextReader = (text, teams) => {
  const parts = text.split(/\s?[/-]\s?/).map((part) => readWinner(part, teams))
  return parts.length === 2 && parts.every((part) => part !== null) ? parts.join('/') : null
}

/** Reads texts such as "2:1". */
export const readScore: TextReader = (text) =>
  matched(/^(\d{1,2})\s?[:-]\s?(\d{1,2})$/, text, ([, home, away]) => `${home}-${away}`)

/** Reads texts such as "2-3" and "Total Goals: 7+". */
export const readBand: TextReader = (text) =>
  matched(/^(?:total goals:? )?(\d{1,2}(?:\s?-\s?\d{1,2}|\+))(?: goals)?$/i, text, ([, band]) =>
    (band ?? '').replace(/\s/g, ''),
  )

/** Reads texts such as "3" and "6+ goals". */
export const readCount: TextReader = (text) =>
  matched(/^(?:total goals:? |exactly )?(\d{1,2}\+?)(?: goals?)?$/i, text, ([, count]) => count ?? '')

/** Reads "Odd" or "Even". */
export const readOddEven: TextReader = (text) => matched(/^(odd|even)$/i, text, ([word]) => word.toLowerCase())

/** Reads "Home", a team's name or "No goal". */
export const readFirstToScore: TextReader = (text, teams) =>
  /^(none|no goals?|neither)$/i.test(text) ? 'none' : sideOf(text, teams)

/** Returns the text itself, because player ids are free text. */
export const readPlayer: TextReader = (text) => (text === '' ? null : text)

/** Reads texts such as "Home -1.5" and "Handicap: Vipers (+2.5)". */
export const readHandicap: TextReader = (text, teams) => {
  const groups = /^(?:asian handicap:? |handicap:? )?(.+?)[ _]?\(?([+-]\d{1,2}(?:\.\d{1,2})?)\)?$/i.exec(text)
  const side = groups === null ? null : sideOf(groups[1] ?? '', teams)
  return groups === null || side === null ? null : `${side}_${groups[2]}`
}

/** Reads two parts joined by "&" or "and". */
export const readCombination =
  (left: TextReader, right: TextReader): TextReader =>
  (text, teams) => {
    const [first, second, ...more] = text.split(/\s?&\s?| and /i)
    if (first === undefined || second === undefined || more.length > 0) return null
    const ids = [left(first, teams), right(second, teams)]
    return ids.every((id) => id !== null) ? ids.join('&') : null
  }

/** Reads texts such as "Home: Yes". The default answer is yes. */
export const readSideYesOrNo: TextReader = (text, teams) => {
  const groups = /^(.+?)(?:\W+(yes|no))?$/i.exec(text)
  const side = groups === null ? null : sideOf(groups[1] ?? '', teams)
  return side === null ? null : `${side}_${(groups?.[2] ?? 'yes').toLowerCase()}`
}

/** Reads texts such as "Vipers by 2" and "Draw". */
export const readMargin: TextReader = (text, teams) => {
  if (readWinner(text, teams) === 'X') return 'draw'
  const groups = /^(.+?)(?: (?:to win )?by|_) ?(\d{1,2}\+?)(?: goals?)?$/i.exec(text)
  const side = groups === null ? null : sideOf(groups[1] ?? '', teams)
  return groups === null || side === null ? null : `${side}_${groups[2]}`
}

/** Reads texts such as "1st half" and "Equal". */
export const readHalf: TextReader = (text) => {
  if (/^(1st|first)( half)?$/i.test(text)) return 'first'
  if (/^(2nd|second)( half)?$/i.test(text)) return 'second'
  return /^(equal|tie|draw)$/i.test(text) ? 'equal' : null
}

/** Normalises dashes and white space before parsing. */
export const normalised = (text: string): string => text.trim().replace(/[−–]/g, '-').replace(/\s+/g, ' ')
