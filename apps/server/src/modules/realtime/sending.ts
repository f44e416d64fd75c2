import type { Kernel } from '../../kernel/kernel.ts'
import { cursorAt, writeCursor } from './cursor.ts'

export type Sending = ReturnType<typeof createSending>

export const idAt = (position: number): string => writeCursor(cursorAt(position))

/** Sends frames in the order of their causes and tracks the position that was sent. */
export function createSending({ outbox, log }: Pick<Kernel, 'log' | 'outbox'>) {
  /** Every event up to this position was sent; no frame has a later id. Null before the first event. */
  let sentUpTo: number | null = null
  let last: Promise<void> = Promise.resolve()
  const warn = (error: unknown): void => log.warn({ err: error }, 'live updates were not sent')

  return {
    warn,
    here: (): number => sentUpTo ?? outbox.position(),
    beginAt: (position: number): void => void (sentUpTo ??= position),
    reached: (position: number): void => void (sentUpTo = position),
    inOrder(work: () => Promise<void>): Promise<void> {
      last = last.then(work).catch(warn)
      return last
    },
  }
}
