import { marketDefinition } from '@mupiira/domain/markets/catalogue.ts'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'

/** One value of a setting that has several. */
export type Cell = {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly initial: string
  /** Else it is a list of words. */
  readonly isNumber: boolean
}

const readTable = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json) as Record<string, unknown>
const cellText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

function nameOf(settingKey: string, id: string): string {
  if (settingKey === 'overround') {
    if (id === 'same_game') return 'Same game together'
    const market = MARKET_IDS.find((each) => each === id)
    return market === undefined ? id : marketDefinition(market).name
  }
  return settingKey === 'payment_routes' && id === 'AIRTEL' ? 'Airtel' : id
}

/** The values of a setting, in the order of its first ones. */
export function cellsOf(settingKey: string, value: string, initial: string): readonly Cell[] {
  const [now, first] = [readTable(value), readTable(initial)]
  return Object.keys(first).map((id) => ({
    id,
    name: nameOf(settingKey, id),
    text: cellText(now[id]),
    initial: cellText(first[id]) || 'none',
    isNumber: typeof first[id] === 'number',
  }))
}

/** The setting with one value as it is typed, as text: "5." is on its way to 5.5, and a comma to the next word. */
export function withCell(value: string, { id, isNumber }: Pick<Cell, 'id' | 'isNumber'>, typed: string): string {
  const words = typed === '' ? [] : typed.split(',').map((word) => word.trimStart())
  return JSON.stringify({ ...readTable(value), [id]: isNumber ? typed : words })
}

/** A typed table, merged into the table as a colleague has changed it since: only typed values replace it. */
export function typedInto(now: string, { value, over }: { readonly value: string; readonly over: string }): string {
  if (now === over) return value
  const before = readTable(over)
  const typed = Object.entries(readTable(value)).filter(
    ([id, cell]) => JSON.stringify(cell) !== JSON.stringify(before[id]),
  )
  return JSON.stringify({ ...readTable(now), ...Object.fromEntries(typed) })
}

/** The setting as it is sent: numbers where they can be read; else the text itself, which the server refuses in words. */
export function settledTable(value: string, initial: string): string {
  const first = readTable(initial)
  const cells = Object.entries(readTable(value)).map(([id, cell]) => {
    if (Array.isArray(cell)) return [id, cell.map((word) => String(word).trim()).filter((word) => word !== '')]
    if (typeof first[id] !== 'number' || typeof cell !== 'string') return [id, cell]
    const number = Number(cell.replace(',', '.'))
    return [id, cell.trim() === '' || Number.isNaN(number) ? cell : number]
  })
  return JSON.stringify(Object.fromEntries(cells))
}
