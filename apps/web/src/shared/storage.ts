/** The device's own storage, where it is allowed; reading never fails, and writing may quietly not happen. */
export const deviceStorage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Full or forbidden: the value lives as long as the page.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was kept, so nothing needs to go.
    }
  },
}
