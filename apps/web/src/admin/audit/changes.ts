import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { fieldName } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'

/** A changed value. Null means no value before or after. */
export type Change = { readonly path: string; readonly from: string | null; readonly to: string | null }

type Leaves = ReadonlyMap<string, string>

/** The differences between two states at any depth. `changesOf({a: {b: 1, c: 2}}, {a: {b: 1, c: 3}})` → A › C: 2 → 3 */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, from: was.get(path) ?? null, to: is.get(path) ?? null }))
    .filter(({ from, to }) => from !== to)
}

function leavesOf(value: unknown): Leaves {
  const leaves = new Map<string, string>()
  const walk = (each: unknown, path: readonly string[]) => {
    const inner = opened(each)
    if (inner === null || inner === undefined) return
    if (isTable(inner)) {
      for (const [key, part] of Object.entries(inner)) {
        walk(part, [...path, Array.isArray(inner) ? String(Number(key) + 1) : nameOf(key)])
      }
    } else leaves.set(path.join(' › ') || 'Value', textOf(inner))
  }
  walk(value, [])
  return leaves
}

/** Settings are stored as text, and some of them contain JSON. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** A list of words is one value. A list of records is compared by position, starting at 1. */
function isTable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) || value.some((each) => typeof each === 'object' && each !== null)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => textOf(each ?? '–')).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-UG', { maximumFractionDigits: 6 })
  const text = String(value)
  return marketName(text) ?? text.replace(INSTANTS, dateTimeText)
}

const INSTANTS = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

function marketName(id: string): string | null {
  const market = MARKET_IDS.find((each) => each === id)
  return market === undefined ? null : marketDefinition(market).name
}

/** `nameOf('startTime')` → "Start time". Selections such as "1" and "X" stay. */
const nameOf = (key: string): string => marketName(key) ?? (fieldName(key) || key)
