/** A storage of the browser's, where it is allowed; reading never fails, and writing may quietly not happen. */
const storageOf = (place: () => Storage) => ({
  read(key: string): string | null {
    try {
      return place().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      place().setItem(key, value)
    } catch {
      // Full or forbidden: the value lives as long as the page.
    }
  },
  remove(key: string): void {
    try {
      place().removeItem(key)
    } catch {
      // Nothing was kept, so nothing needs to go.
    }
  },
})

export const deviceStorage = storageOf(() => localStorage)
/** Of this tab alone, and gone with it. */
export const tabStorage = storageOf(() => sessionStorage)
