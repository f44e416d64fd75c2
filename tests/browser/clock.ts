import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** The requests since the page opened. Finished and failed requests are marked. */
    sent: { readonly operation: string; isOver: boolean; failed: boolean }[]
  }
}

/** Before a page is opened: makes its clock stoppable and records its requests. */
export async function withClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(recordRequests)
}

/** Makes the page's clock stoppable and blocks its live stream. */
export async function withClockAndNoStream(page: Page): Promise<void> {
  await withClock(page)
  await page.route('**/api/stream?*', (route) => route.abort())
}

/** Reads the page after a redraw, because a stopped clock also stops the timers that redraw the page. */
export const afterRedraw =
  <T>(page: Page, look: () => Promise<T>) =>
  async (): Promise<T> => {
    await page.clock.runFor(1)
    return look()
  }

/** Stops the page's clock; `page.clock.runFor` advances it to the millisecond. */
export async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // On a busy machine this second can pass before the call arrives. The call then stops the clock, but throws.
  await stop().catch(stop)
}

/** The number of requests of this operation since the page opened. */
export const timesSent = (page: Page, operation: string): Promise<number> =>
  page.evaluate((wanted) => window.sent.filter((each) => each.operation === wanted).length, operation)

/** Waits until the page has recorded this many failures, so that its next timer starts now. */
export const untilFailed = (page: Page, operation: string, times: number) =>
  page.waitForFunction(
    ([wanted, many]) => window.sent.filter((each) => each.operation === wanted && each.failed).length === many,
    [operation, times] as const,
  )

/**
 * Waits until every request has its response. Each response contains the server's time, so a late response would set
 * back a page's clock that was moved.
 */
export const untilAnswered = (page: Page) => page.waitForFunction(() => window.sent.every(({ isOver }) => isOver))

/** Runs in the page before its own scripts. */
function recordRequests(): void {
  window.sent = []
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    const request = { operation: `${init?.method ?? 'GET'} ${pathname}`, isOver: false, failed: false }
    window.sent.push(request)
    try {
      return await send(input, init)
    } catch (error) {
      request.failed = true
      throw error
    } finally {
      request.isOver = true
    }
  }
}
