import { settingPartName } from '@mupiira/domain/settings/texts.ts'
import { decimalOf } from '../kit/typed-odds.ts'

/** One value of a setting with several values. */
export type Cell = {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly initial: string
  /** False for a list of words. */
  readonly isNumber: boolean
}

const readTable = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json) as Record<string, unknown>
const cellText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

/** The values of a setting in their default order. */
export function cellsOf(settingKey: string, value: string, initial: string): readonly Cell[] {
  const [now, first] = [readTable(value), readTable(initial)]
  return Object.keys(first).map((id) => ({
    id,
    name: settingPartName(settingKey, id),
    text: cellText(now[id]),
    initial: cellText(first[id]) || 'none',
    isNumber: typeof first[id] === 'number',
  }))
}

/** Replaces one typed value. It stays text while the user types, because "5." can become 5.5. */
export function withCell(value: string, { id, isNumber }: Pick<Cell, 'id' | 'isNumber'>, typed: string): string {
  const words = typed === '' ? [] : typed.split(',').map((word) => word.trimStart())
  return JSON.stringify({ ...readTable(value), [id]: isNumber ? typed : words })
}

/** Merges typed values into the current table, so that changes by others are kept. */
export function mergeTyped(
  now: string,
  { value, savedValue }: { readonly value: string; readonly savedValue: string },
): string {
  if (now === savedValue) return value
  const before = readTable(savedValue)
  const typed = Object.entries(readTable(value)).filter(
    ([id, cell]) => JSON.stringify(cell) !== JSON.stringify(before[id]),
  )
  return JSON.stringify({ ...readTable(now), ...Object.fromEntries(typed) })
}

/** The table to send, with numbers where possible. The server rejects other texts with a message. */
export function tableToSend(value: string, initial: string): string {
  const first = readTable(initial)
  const cells = Object.entries(readTable(value)).map(([id, cell]) => {
    if (Array.isArray(cell)) return [id, cell.map((word) => String(word).trim()).filter((word) => word !== '')]
    if (typeof first[id] !== 'number' || typeof cell !== 'string') return [id, cell]
    return [id, decimalOf(cell) ?? cell]
  })
  return JSON.stringify(Object.fromEntries(cells))
}
