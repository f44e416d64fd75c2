/** Browser storage. If it is full or blocked, values last as long as the page. */
function storageOf(getStorage: () => Storage) {
  const fallback: Record<string, string> = {}
  return {
    keys(): string[] {
      try {
        return [...new Set([...Object.keys(fallback), ...Object.keys(getStorage())])]
      } catch {
        return Object.keys(fallback)
      }
    },
    read(key: string): string | null {
      try {
        return fallback[key] ?? getStorage().getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string): void {
      try {
        fallback[key] = value
        getStorage().setItem(key, value)
        delete fallback[key]
      } catch {
        // The value is already in memory.
      }
    },
    remove(key: string): void {
      delete fallback[key]
      try {
        getStorage().removeItem(key)
      } catch {
        // Blocked storage has no value to remove.
      }
    },
  }
}

export const deviceStorage = storageOf(() => localStorage)
export const tabStorage = storageOf(() => sessionStorage)
