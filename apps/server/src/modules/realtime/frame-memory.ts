import type { Frame, WrittenChange } from './games-topic.ts'

/**
 * The memory in which frames are put together, one after another: thousands a second, each with memory of its own, had
 * nearly half of the processor's time go into clearing them away.
 */
export type FrameMemory = {
  /** The changes with these places in the list, as one frame; good until the next one. */
  put(frame: Frame, changes: readonly WrittenChange[], places: readonly number[], count: number): Buffer
  /** Whoever was lent the last frame has kept it. */
  giveUp(): void
}

const COMMA = 0x2c
const FIRST_BYTES = 16 * 1024

export function createFrameMemory(): FrameMemory {
  let memory = Buffer.allocUnsafeSlow(FIRST_BYTES)

  return {
    put({ begin, end }, changes, places, count) {
      let length = begin.length + end.length + count - 1
      for (let each = 0; each < count; each++) length += bytesAt(changes, places[each]).length
      if (length > memory.length) memory = Buffer.allocUnsafeSlow(2 * length)
      memory.set(begin)
      let at = begin.length
      for (let each = 0; each < count; each++) {
        if (each > 0) memory[at++] = COMMA
        const bytes = bytesAt(changes, places[each])
        memory.set(bytes, at)
        at += bytes.length
      }
      memory.set(end, at)
      return memory.subarray(0, length)
    },
    giveUp: () => void (memory = Buffer.allocUnsafeSlow(memory.length)),
  }
}

function bytesAt(changes: readonly WrittenChange[], place: number | undefined): Buffer {
  const change = place === undefined ? undefined : changes[place]
  if (change === undefined) throw new Error('a frame of a change that there is not')
  return change.bytes
}
