import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { plain } from '@mupiira/domain/markets/labels.ts'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { fieldName } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'

/** A changed value. Null means no value before or after. */
export type Change = { readonly path: string; readonly from: string | null; readonly to: string | null }

/** Odds always have two decimals: `isOdds('homeOdds')` → true */
const isOdds = (key: string): boolean => /^odds$|Odds$/.test(key)

/** Values by their path of keys. Names would not be unique, because two selections can have the same display name. */
type Leaves = ReadonlyMap<string, { readonly name: string; readonly text: string }>

/** The differences between two states at any depth. `changesOf({a: {b: 1, c: 2}}, {a: {b: 1, c: 3}})` → A › C: 2 → 3 */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [leavesBefore, leavesAfter] = [leavesOf(before), leavesOf(after)]
  return [...new Map([...leavesBefore, ...leavesAfter])]
    .map(([key, { name }]) => ({
      path: name,
      from: leavesBefore.get(key)?.text ?? null,
      to: leavesAfter.get(key)?.text ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}

function leavesOf(value: unknown): Leaves {
  const leaves = new Map<string, { readonly name: string; readonly text: string }>()
  const walk = (node: unknown, keys: readonly string[], names: readonly string[]) => {
    const inner = parseIfJson(node)
    if (inner === null || inner === undefined) return
    if (isTable(inner)) {
      for (const [key, part] of Object.entries(inner)) {
        const name = Array.isArray(inner) ? String(Number(key) + 1) : nameOf(key, keys.at(-1))
        walk(part, [...keys, key], [...names, name])
      }
    } else {
      const text = textOf(inner, keys.some(isOdds) ? 2 : 0)
      leaves.set(JSON.stringify(keys), { name: names.join(' › ') || 'Value', text })
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
    return value.map((each) => textOf(each ?? '–', minimumFractionDigits)).join(', ') || 'none'
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return value.toLocaleString('en-UG', { minimumFractionDigits, maximumFractionDigits: 6 })
  const text = String(value)
  return marketName(text) ?? text.replace(INSTANTS, dateTimeText)
}

const INSTANTS = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

function marketName(id: string): string | null {
  const market = MARKET_IDS.find((each) => each === id)
  return market === undefined ? null : marketDefinition(market).name
}

/** The fields of a market that contain one value per selection. */
const BY_SELECTION = new Set(['odds', 'mostStake'])

/** `nameOf('startTime')` → "Start time", `nameOf('over_2.5', 'odds')` → "Over 2.5". */
function nameOf(key: string, table?: string): string {
  if (table !== undefined && BY_SELECTION.has(table)) return plain(key)
  return marketName(key) ?? (/^[a-z]\w*$/i.test(key) ? fieldName(key) : key)
}
