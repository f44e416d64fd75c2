import type { Kernel } from '../../kernel/kernel.ts'
import { placeAt, writePlace } from './place.ts'

export type Sending = ReturnType<typeof createSending>

export const idAt = (position: number): string => writePlace(placeAt(position))

/** The one order in which frames leave, that of their causes, and how far they have come. */
export function createSending({ outbox, log }: Pick<Kernel, 'log' | 'outbox'>) {
  /** Everything up to here was sent; a frame never carries an id beyond it. null: nothing has happened yet. */
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
