import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Order } from './order.ts'

/** The orders in a file, so that the providers still have them after a restart of the simulator. */
export type Journal = {
  /** All orders in their latest state, oldest first. */
  read(): Order[]
  /** Stores the state of an order, after it was accepted and after it has ended. */
  write(order: Order): void
  clear(): void
}

const NONE: Journal = { read: () => [], write: () => undefined, clear: () => undefined }

/** A line of JSON for each state of an order. Without a file nothing is stored. */
export function openJournal(file: string | null): Journal {
  if (file === null) return NONE
  const lineOf = (order: Order): string => `${JSON.stringify(order)}\n`
  mkdirSync(dirname(file), { recursive: true })
  return {
    read() {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      const orders = new Map(lines.flatMap(readLine).map((order) => [order.internalReference, order]))
      // Only the latest states are kept.
      writeFileSync(file, [...orders.values()].map(lineOf).join(''))
      return [...orders.values()]
    },
    write: (order) => appendFileSync(file, lineOf(order)),
    clear: () => writeFileSync(file, ''),
  }
}

/** Empty for a line that a killed process did not finish. */
function readLine(line: string): Order[] {
  try {
    return [JSON.parse(line) as Order]
  } catch {
    return []
  }
}
