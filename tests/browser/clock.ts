import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** What the page has sent since it was there, and how often that failed. */
    sent: { readonly operation: string; failed: boolean }[]
  }
}

/** Before a page is opened: its clock can be stopped, and it notes what it sends. */
export async function withClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(noteSent)
}

/** A page of a visit of its own, for its clock is that of the whole visit, which hears of no changes: it asks, or stays as it is. */
export async function withClockAlone(page: Page): Promise<void> {
  await withClock(page)
  await page.route('**/api/stream?*', (route) => route.abort())
}

/** What is drawn: it is drawn by timers, which stand still as well. */
export const drawn =
  <T>(page: Page, look: () => Promise<T>) =>
  async (): Promise<T> => {
    await page.clock.runFor(1)
    return look()
  }

/** The page's clock stands still; `page.clock.runFor` moves it, to the millisecond. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** Requests of this operation so far. */
export const timesSent = (page: Page, operation: string): Promise<number> =>
  page.evaluate((wanted) => window.sent.filter((each) => each.operation === wanted).length, operation)

/** Until the page itself knows that so many have failed: what it then waits for, it waits for from now on. */
export const untilFailed = (page: Page, operation: string, times: number) =>
  page.waitForFunction(
    ([wanted, many]) => window.sent.filter((each) => each.operation === wanted && each.failed).length === many,
    [operation, times] as const,
  )

/** Runs in the page before anything of it. */
function noteSent(): void {
  window.sent = []
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    const request = { operation: `${init?.method ?? 'GET'} ${pathname}`, failed: false }
    window.sent.push(request)
    try {
      return await send(input, init)
    } catch (error) {
      request.failed = true
      throw error
    }
  }
}
