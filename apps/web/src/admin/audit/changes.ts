import { labelOf, marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { plain } from '@mupiira/domain/markets/labels.ts'
import { isMarketId, type MarketId } from '@mupiira/domain/markets/types.ts'
import { isSettingKey } from '@mupiira/domain/settings/catalogue.ts'
import { settingChanges, settingName } from '@mupiira/domain/settings/texts.ts'
import { fieldName } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'

/** A changed value in words: "no limit" before, "500,000" after. */
export type Change = { readonly path: string; readonly from: string; readonly to: string }

/** Odds always have two decimals: `isOdds('homeOdds')` → true */
const isOdds = (key: string): boolean => /^odds$|^overUnder$|Odds$/.test(key)

/** Values by their path of keys. Names would not be unique, because two selections can have the same display name. */
type Leaves = ReadonlyMap<string, { readonly name: string; readonly text: string; readonly absent: string }>

/** The differences between two states at any depth. `changesOf({a: {b: 1, c: 2}}, {a: {b: 1, c: 3}})` → A › C: 2 → 3 */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const ofSettings = settingChangesOf(before, after)
  const [otherBefore, otherAfter] = [withoutSettings(before), withoutSettings(after)]
  return [...ofSettings, ...fieldChangesOf(otherBefore, otherAfter)]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Settings are stored as texts. They are shown with their names and units. */
function settingChangesOf(before: unknown, after: unknown): readonly Change[] {
  if (!isRecord(before) || !isRecord(after)) return []
  return Object.keys(after).flatMap((key) => {
    const [from, to] = [before[key], after[key]]
    if (!isSettingKey(key) || typeof from !== 'string' || typeof to !== 'string') return []
    return settingChanges(key, from, to).map(({ part, ...change }) => ({
      path: part === null ? settingName(key) : `${settingName(key)} › ${part}`,
      ...change,
    }))
  })
}

const withoutSettings = (state: unknown): unknown =>
  isRecord(state) ? Object.fromEntries(Object.entries(state).filter(([key]) => !isSettingKey(key))) : state

function fieldChangesOf(before: unknown, after: unknown): readonly Change[] {
  const market = marketIn(after) ?? marketIn(before)
  const [leavesBefore, leavesAfter] = [leavesOf(before, market), leavesOf(after, market)]
  return [...new Map([...leavesBefore, ...leavesAfter])]
    .map(([key, { name, absent }]) => ({
      path: name,
      from: leavesBefore.get(key)?.text ?? absent,
      to: leavesAfter.get(key)?.text ?? absent,
    }))
    .filter(({ from, to }) => from !== to)
}

/** The market whose odds, stakes or state an entry changes. */
function marketIn(state: unknown): MarketId | null {
  const id = typeof state === 'object' && state !== null && 'market' in state ? String(state.market) : ''
  return isMarketId(id) ? id : null
}

function leavesOf(value: unknown, market: MarketId | null): Leaves {
  const leaves = new Map<string, { readonly name: string; readonly text: string; readonly absent: string }>()
  const walk = (node: unknown, keys: readonly string[], names: readonly string[]) => {
    const inner = parseIfJson(node)
    const field = keys.at(-1) ?? ''
    // The title of the entry already says that the action waits for approval.
    if (inner === null || inner === undefined || field === 'waits') return
    if (isTable(inner) || (Array.isArray(inner) && field in POSITION_NAMES)) {
      for (const [key, part] of Object.entries(inner))
        walk(part, [...keys, key], [...names, nameOf(key, inner, field, market)])
    } else {
      const text = textOf(inner, keys.some(isOdds) ? 2 : 0)
      leaves.set(JSON.stringify(keys), { name: names.join(' › ') || 'Value', text, absent: absentText(keys, market) })
    }
  }
  walk(value, [], [])
  return leaves
}

/** Parses JSON in a text. Settings are stored as text, and some contain JSON. */
function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A list of words counts as one value. The records of a list are compared one by one, numbered from 1. */
function isTable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) || value.some((each) => typeof each === 'object' && each !== null)
}

function textOf(value: unknown, minimumFractionDigits: number): string {
  if (Array.isArray(value)) {
    const texts = value.map((each) => textOf(each ?? 'none', minimumFractionDigits))
    return texts.join(texts.some((text) => text.includes(',')) ? '; ' : ', ') || 'none'
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return value.toLocaleString('en-UG', { minimumFractionDigits, maximumFractionDigits: 6 })
  const text = String(value)
  return marketName(text) ?? text.replace(INSTANTS, dateTimeText)
}

const INSTANTS = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

const marketName = (id: string): string | null => (isMarketId(id) ? marketDefinition(id).name : null)

/** The fields of a market that have one value per selection. */
const BY_SELECTION: ReadonlySet<string> = new Set(['odds', 'mostStake'])

/** The names of values that are stored by position in a list. */
const POSITION_NAMES: { readonly [field: string]: readonly string[] } = {
  odds: ['Home', 'Draw', 'Away'],
  overUnder: ['Over 2.5', 'Under 2.5'],
}

/** The names of fields whose codes staff would not understand. */
const FIELDS: { readonly [field: string]: string } = {
  mostStake: 'Maximum stake',
  overUnder: 'Odds',
  minutesPassed: 'Minute',
  ending: 'Decision',
  wanted: 'Requested odds',
  flag: 'Approval',
}

/** Selections are named without teams: "Home", "Draw", "Home -1.5". */
const SIDES = { homeTeam: 'Home', awayTeam: 'Away' }

/** `nameOf('startTime')` → "Start time"; a selection → "Over 2.5"; a field of a market → "Moneyline › Odds". */
function nameOf(key: string, owner: object, field: string, market: MarketId | null): string {
  if (Array.isArray(owner)) return POSITION_NAMES[field]?.[Number(key)] ?? String(Number(key) + 1)
  if (BY_SELECTION.has(field)) return market === null ? plain(key) : labelOf(market, key, SIDES)
  const name = FIELDS[key] ?? marketName(key) ?? (/^[a-z]\w*$/i.test(key) ? fieldName(key) : key)
  return market !== null && field === '' && key in MISSING_VALUE_TEXTS
    ? `${marketDefinition(market).name} › ${name}`
    : name
}

/** The text for a missing value of a market's field. A selection without manual odds has the model's odds. */
const MISSING_VALUE_TEXTS: { readonly [field: string]: string } = {
  odds: 'model odds',
  mostStake: 'no limit',
  suspended: 'no',
}

function absentText([field = '']: readonly string[], market: MarketId | null): string {
  if (market === null) return field === 'mostStake' ? 'no limit' : 'not set'
  return MISSING_VALUE_TEXTS[field] ?? 'not set'
}
