declare global {
  interface Window {
    /** When the last data of a stream arrived, on the page's clock. */
    lastDataMs: number
  }
}

/** Runs in the page before its own scripts. */
export function recordStreamData(): void {
  const record = (): void => void (window.lastDataMs = performance.now())
  window.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      this.addEventListener('heartbeat', record)
      this.addEventListener('message', record)
    }
  }
}
