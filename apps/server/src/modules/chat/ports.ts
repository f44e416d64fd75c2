import { DependencyUnavailable } from '../../kernel/dependency-unavailable.ts'

/** Where images lie. Names are made by this module, and each is used once. */
export type ImageStore = {
  /** Keeps the bytes under a new name; throws where the name is taken (CHAT-22). */
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** null: no such image. */
  read(name: string): Promise<Buffer | null>
  /** Does nothing if the image does not exist. */
  remove(name: string): Promise<void>
}

/** For a store that could not keep or give an image. */
export const away = (cause: unknown): never => {
  throw new DependencyUnavailable('the image store is away', { cause })
}
