import { DependencyUnavailable } from '../../kernel/dependency-unavailable.ts'

/** Stores images under names that this module chooses; each name is used once. */
export type ImageStore = {
  /** Throws if the name is taken (CHAT-22). */
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Null if the image does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Does nothing if the image does not exist. */
  remove(name: string): Promise<void>
}

export const storeUnavailable = (cause: unknown): never => {
  throw new DependencyUnavailable('the image store is unavailable', { cause })
}
