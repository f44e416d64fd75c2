/** A storage of the browser's. Where it is full or forbidden, what is written lives as long as the page. */
function storageOf(place: () => Storage) {
  const fallback: Record<string, string> = {}
  return {
    read(key: string): string | null {
      try {
        return fallback[key] ?? place().getItem(key)
      } catch {
        return null
      }
    },
    write(key: string, value: string): void {
      try {
        fallback[key] = value
        place().setItem(key, value)
        delete fallback[key]
      } catch {
        // It has its place already.
      }
    },
    remove(key: string): void {
      delete fallback[key]
      try {
        place().removeItem(key)
      } catch {
        // Nothing was kept, so nothing needs to go.
      }
    },
  }
}

export const deviceStorage = storageOf(() => localStorage)
/** Storage of this tab; it ends with the tab. */
export const tabStorage = storageOf(() => sessionStorage)
