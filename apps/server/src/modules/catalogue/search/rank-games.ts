import type { GameRow } from '../games/game-row.ts'
import { normalisedTeam } from '../games/same-match.ts'

/** A club or a league with the other names that people use. */
export type SearchName = {
  readonly kind: 'team' | 'league'
  readonly name: string
  /** Only for leagues; empty if the name applies to any country. */
  readonly country: string
  readonly aliases: readonly string[]
  /** The rank of a league, 0 to 100. */
  readonly importance: number
}

/** A name that is spelled like a part of the search, with the similarity from 0 to 1. */
export type SimilarName = Pick<SearchName, 'kind' | 'name'> & { readonly similarity: number }

/** The names by their spelling, each spelling with the clubs and leagues that use it. */
export type NameIndex = {
  readonly bySpelling: ReadonlyMap<string, readonly SearchName[]>
  /** The searched texts of names that games have, filled while searching. */
  readonly fields: Map<string, Field>
}

export function indexNames(names: readonly SearchName[]): NameIndex {
  const bySpelling = new Map<string, SearchName[]>()
  for (const name of names)
    for (const each of new Set([name.name, ...name.aliases].map(compact)))
      bySpelling.set(each, [...(bySpelling.get(each) ?? []), name])
  return { bySpelling, fields: new Map() }
}

/** `foldText('Atlético-Madrid')` → "atletico madrid" */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** `compact('Man. Utd')` → "manutd" */
const compact = (text: string): string => foldText(text).replaceAll(' ', '')

/** How well a text matches the name of a club or league. Larger is better. 0: no match. Below 1: a similar spelling. */
const EXACT = 6
const BEGINNING = 4
const WORDS = 3
const LEAGUE_NAME = 2.5
const PART = 2
const LEAGUE_PART = 1.5
/** Added to the quality if both sides are given in the order of the game. */
const IN_ORDER = 0.5

/**
 * `no`: the index among the cached fields; greater for a field that is not cached. `padded`: the text with a space
 * before it, so that every word follows a space.
 */
type Field = {
  readonly no: number
  readonly text: string
  readonly padded: string
  readonly spelled: string
  readonly names: ReadonlySet<SearchName>
}
type Fields = {
  readonly home: Field
  readonly away: Field
  readonly league: Field
  /** The text of all searched names, including the country and the sport. */
  readonly everything: string
  readonly importance: number
  /** Whether a club or the league has other names. */
  readonly isKnown: boolean
}

/** The search of one request: the parts of "A v B", or one part. */
export type Search = { readonly parts: readonly string[] }

const SIDES = /^(.*\S)\s+(?:v|vs|versus|x|[-–—])\.?\s+(\S.*)$/i
const UNFINISHED = /\s+(?:v|vs|versus|[-–—])\.?$/i

/** `readSearch('Man Utd v Spurs')` → parts "man utd" and "spurs" */
export function readSearch(typed: string): Search {
  const text = typed.trim().replace(UNFINISHED, '')
  const sides = SIDES.exec(text)
  const parts = (sides === null ? [text] : [sides[1] ?? '', sides[2] ?? '']).map(foldText)
  return { parts: parts.filter((part) => part !== '') }
}

export type RankedGame = { readonly game: GameRow; readonly quality: number; readonly importance: number }

/** Games in the order of a search: best match, most important league, live games, then kick-off. */
export function rankGames(
  games: readonly GameRow[],
  { parts }: Search,
  index: NameIndex,
  similar: ReadonlyMap<string, readonly SimilarName[]> = new Map(),
): readonly GameRow[] {
  const matchers = parts.map((part) => {
    const names = similar.get(part)
    return names === undefined ? partMatcher(part, index) : similarMatcher(names, index)
  })
  const found: RankedGame[] = []
  for (const game of games) {
    const fields = fieldsOf(game, index)
    const quality = qualityOf(fields, matchers)
    if (quality > 0) found.push({ game, quality, importance: fields.importance })
  }
  return found.toSorted(byRank).map(({ game }) => game)
}

/** The parts of a failed search that match no game on their own. They may be misspelled. */
export function unknownParts(games: readonly GameRow[], { parts }: Search, index: NameIndex): readonly string[] {
  if (parts.length < 2) return parts
  return parts.filter((part) => {
    const matcher = partMatcher(part, index)
    return !games.some((game) => qualityOf(fieldsOf(game, index), [matcher]) > 0)
  })
}

/** The clubs and leagues that a text names exactly, by name or alias; empty if a part of the text names none. */
export function exactNames(text: string, index: NameIndex): readonly (readonly SearchName[])[] {
  const named = termsOf(text.split(' '), index).map((term) => index.bySpelling.get(compact(term)) ?? [])
  return named.every((names) => names.length > 0) ? named : []
}

export const isOwnName = ({ name }: SearchName, text: string): boolean => compact(name) === compact(text)

/** The clubs and leagues of a game that the index contains. */
export function namesOf(game: GameRow, index: NameIndex): readonly SearchName[] {
  const { home, away, league } = fieldsOf(game, index)
  return [...home.names, ...away.names, ...league.names]
}

/** The rank of a game's league, 0 to 100. */
export const leagueRank = (game: GameRow, index: NameIndex): number => fieldsOf(game, index).importance

const byRank = (a: RankedGame, b: RankedGame): number =>
  b.quality - a.quality ||
  b.importance - a.importance ||
  Number(b.game.status === 'live') - Number(a.game.status === 'live') ||
  a.game.startTime.getTime() - b.game.startTime.getTime() ||
  (a.game.id < b.game.id ? -1 : 1)

type PartMatcher = {
  /** A cheap check that rules out most games that do not match. */
  readonly mayMatch: (fields: Fields) => boolean
  readonly team: (field: Field) => number
  readonly anywhere: (fields: Fields) => number
}

function qualityOf(fields: Fields, [first, second]: readonly PartMatcher[]): number {
  if (first?.mayMatch(fields) !== true) return 0
  if (second === undefined) return first.anywhere(fields)
  if (!second.mayMatch(fields)) return 0
  const { home, away } = fields
  const inOrder = Math.min(first.team(home), second.team(away))
  const reversed = Math.min(first.team(away), second.team(home))
  const sides = Math.max(inOrder > 0 ? inOrder + IN_ORDER : 0, reversed)
  // The parts may be "Arsenal - Premier League", or one name that contains " - ".
  return sides > 0 ? sides : Math.min(first.anywhere(fields), second.anywhere(fields), PART)
}

function partMatcher(part: string, index: NameIndex): PartMatcher {
  const whole = termMatcher(part, index)
  const words = part.split(' ')
  const split = termsOf(words, index)
  const terms = split.length < 2 ? [] : split.map((term) => termMatcher(term, index))
  const allWords = (text: string): boolean => words.every((word) => text.includes(word))
  return {
    mayMatch: ({ everything, isKnown }) => isKnown || words.some((word) => everything.includes(word)),
    team: whole.team,
    anywhere(fields) {
      const { home, away, league, everything } = fields
      const named = Math.max(whole.team(home), whole.team(away), whole.league(league))
      if (named > 0) return named
      const isPart = allWords(everything)
      let mixed = terms.length === 0 ? 0 : EXACT
      for (const term of terms) {
        if (mixed === 0) break
        mixed = Math.min(mixed, Math.max(term.team(home), term.team(away), term.league(league)))
      }
      return mixed > 0 ? mixed - 0.25 : isPart ? 1 : 0
    },
  }
}

/** Matches by similar spelling only. */
function similarMatcher(similar: readonly SimilarName[], index: NameIndex): PartMatcher {
  const [teams, leagues] = (['team', 'league'] as const).map((of) => similarOf(similar, of))
  const team = remembered(index, (field) => similarityOf(field, teams))
  const ofLeague = remembered(index, (field) => similarityOf(field, leagues))
  return {
    mayMatch: () => true,
    team,
    anywhere: ({ home, away, league }) => Math.max(team(home), team(away), ofLeague(league)),
  }
}

function similarityOf({ spelled, names }: Field, similar: ReadonlyMap<string, number> = new Map()): number {
  let most = similar.get(spelled) ?? 0
  for (const { name } of names) most = Math.max(most, similar.get(normalisedTeam(name)) ?? 0)
  return most
}

const similarOf = (similar: readonly SimilarName[], of: SearchName['kind']): ReadonlyMap<string, number> =>
  new Map(similar.flatMap(({ kind, name, similarity }) => (kind === of ? [[normalisedTeam(name), similarity]] : [])))

type TermMatcher = { readonly team: (field: Field) => number; readonly league: (field: Field) => number }

function termMatcher(term: string, index: NameIndex): TermMatcher {
  const joined = term.replaceAll(' ', '')
  const spelled = normalisedTeam(term)
  const words = term.split(' ')
  const known = new Set(index.bySpelling.get(joined) ?? [])
  const beginnings = new Set(joined.length < 3 ? [] : startingWith(index, joined))
  const quality = ({ text, padded, spelled: own, names }: Field): number => {
    if (text === term || (own === spelled && spelled !== '') || intersects(names, known)) return EXACT
    if (intersects(names, beginnings)) return BEGINNING
    if (words.every((word) => text.includes(word))) {
      if (text.startsWith(term)) return BEGINNING
      return words.every((word) => padded.includes(` ${word}`)) ? WORDS : PART
    }
    return 0
  }
  return {
    team: remembered(index, quality),
    // A league is less specific than a club of the same name.
    league: remembered(index, (field) => {
      const found = quality(field)
      return found >= BEGINNING ? LEAGUE_NAME : found >= PART ? LEAGUE_PART : found
    }),
  }
}

/** Caches results by field, because games share leagues and clubs. An array by number is faster than a map. */
function remembered(index: NameIndex, quality: (field: Field) => number): (field: Field) => number {
  // Use 64 bits, because rounded numbers would change the order of equal games.
  const known = new Float64Array(index.fields.size).fill(-1)
  return (field) => {
    const before = known[field.no] ?? -1
    if (before >= 0) return before
    const found = quality(field)
    known[field.no] = found
    return found
  }
}

function intersects(names: ReadonlySet<SearchName>, others: ReadonlySet<SearchName>): boolean {
  if (others.size === 0 || names.size === 0) return false
  for (const name of names) if (others.has(name)) return true
  return false
}

function startingWith(index: NameIndex, beginning: string): SearchName[] {
  const found: SearchName[] = []
  for (const [spelled, names] of index.bySpelling) if (spelled.startsWith(beginning)) found.push(...names)
  return found
}

const MAX_ALIAS_WORDS = 4

/** Splits words into the longest known names and single words: "man utd chelsea" → "man utd", "chelsea". */
function termsOf(words: readonly string[], { bySpelling }: NameIndex): readonly string[] {
  const terms: string[] = []
  for (let from = 0; from < words.length;) {
    let length = Math.min(MAX_ALIAS_WORDS, words.length - from)
    while (length > 1 && !bySpelling.has(words.slice(from, from + length).join(''))) length--
    terms.push(words.slice(from, from + length).join(' '))
    from += length
  }
  return terms
}

const cached = new WeakMap<GameRow, { readonly index: NameIndex; readonly fields: Fields }>()

/** The fields of a game, computed once per version of the game and of the names. */
function fieldsOf(game: GameRow, index: NameIndex): Fields {
  const known = cached.get(game)
  if (known?.index === index) return known.fields
  const country = foldText(game.country ?? '')
  const league = fieldOf(game.league, 'league', index, country)
  const home = fieldOf(game.homeTeam, 'team', index, country)
  const away = fieldOf(game.awayTeam, 'team', index, country)
  const fields = {
    home,
    away,
    league,
    isKnown: [home, away, league].some(({ names }) => names.size > 0),
    everything: foldText([game.homeTeam, game.awayTeam, game.league, game.name, country, game.sport].join('\n')),
    importance: Math.max(0, ...[...league.names].map(({ importance }) => importance)),
  }
  cached.set(game, { index, fields })
  return fields
}

/**
 * Maximum number of cached fields. Above it, fields are computed for each game. Cached fields stay, because games refer
 * to their numbers.
 */
export const MAX_FIELDS = 50_000

function fieldOf(name: string, kind: SearchName['kind'], index: NameIndex, country: string): Field {
  const key = `${kind} ${country} ${name}`
  const known = index.fields.get(key)
  if (known !== undefined) return known
  const candidates = [
    ...(index.bySpelling.get(compact(name)) ?? []),
    ...(index.bySpelling.get(normalisedTeam(name)) ?? []),
  ]
  const isSame = (each: SearchName): boolean =>
    each.kind === kind && (kind === 'team' || each.country === '' || foldText(each.country) === country)
  const text = foldText(name)
  const names = new Set(candidates.filter(isSame))
  const field = { no: index.fields.size, text, padded: ` ${text}`, spelled: normalisedTeam(name), names }
  if (index.fields.size < MAX_FIELDS) index.fields.set(key, field)
  return field
}
