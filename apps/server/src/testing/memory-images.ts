import type { ImageStore } from '../modules/chat/ports.ts'

export function createMemoryImages(): ImageStore {
  const images = new Map<string, Buffer>()
  return {
    async put(name, bytes) {
      if (images.has(name)) throw new Error(`${name} is taken`)
      images.set(name, bytes)
    },
    read: async (name) => images.get(name) ?? null,
    remove: async (name) => void images.delete(name),
  }
}
