import { createHmac } from 'node:crypto'
import type { Clock } from '../shared/clock.ts'

export interface Block {
  readonly height: number
  /** 64 hexadecimal digits. */
  readonly hash: string
  readonly at: string
}

export interface BeaconOptions {
  readonly clock: Clock
  /** Time between two blocks. */
  readonly blockMs: number
  readonly seed: string
}

/** Blocks computed from the clock and the seed, so that existing blocks are the same after a restart. */
export const createBlocks = ({ clock, blockMs, seed }: BeaconOptions) => {
  const tipHeight = (): number => Math.floor(clock.now() / blockMs)
  const block = (height: number): Block | undefined =>
    Number.isSafeInteger(height) && height >= 0 && height <= tipHeight()
      ? {
          height,
          hash: createHmac('sha256', seed).update(`block ${height}`).digest('hex'),
          at: new Date(height * blockMs).toISOString(),
        }
      : undefined
  return {
    block,
    tip: (): Block => block(tipHeight()) as Block,
    latest: (count: number): readonly Block[] =>
      Array.from({ length: count }, (_, at) => block(tipHeight() - at)).filter((each) => each !== undefined),
  }
}
