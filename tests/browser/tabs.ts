import type { BrowserContext, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { screenshotOfFailure } from './browser-fixture.ts'

const freeTabs = new WeakMap<BrowserContext, Set<Page>>()
/** The initial state of each tab. Tabs that a test opens itself are not included and are closed. */
const initialStates = new WeakMap<Page, string>()

/**
 * A clean tab, because opening and closing one costs as much as the screen shown in it. `prepare` runs once per
 * tab and stays in effect.
 */
export async function openTab(context: BrowserContext, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  for (const known of freeTabs.get(context) ?? []) {
    freeTabs.get(context)?.delete(known)
    if (!known.isClosed()) return known
  }
  const page = await context.newPage()
  initialStates.set(page, await stateOf(page))
  await prepare?.(page)
  return page
}

/** Releases a tab for reuse, or closes it if its state has changed. */
export async function leaveTab(page: Page | undefined): Promise<void> {
  if (page === undefined || page.isClosed()) return
  const unused = freeTabs.get(page.context()) ?? new Set()
  if (unused.has(page)) return
  if (!(await isClean(page).catch(() => false))) return page.close()
  freeTabs.set(page.context(), unused.add(page))
}

/** Prepares a tab that stores nothing between pages. A blank page has no storage. */
export const clearStorageOnLoad = (tab: Page): Promise<unknown> =>
  tab.addInitScript(() => {
    if (self.origin !== 'null') localStorage.clear()
  })

/** Clears the tab and its intercepted requests. Returns false when a test has changed its size or media. */
async function isClean(page: Page): Promise<boolean> {
  const initial = initialStates.get(page)
  if (initial === undefined) return false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  return initial === (await stateOf(page))
}

const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [innerWidth, innerHeight, '(prefers-color-scheme: dark)', '(forced-colors: active)']
      .map((each) => (typeof each === 'number' ? each : matchMedia(each).matches))
      .join(' '),
  )

/**
 * For tests that each need a tab: it is released to the next one, or, after a failed test, stored as a
 * screenshot and closed.
 */
export function tabOfEachTest(pageNow: () => Page | undefined): void {
  // afterEach hooks run in reverse order.
  afterEach(async ({ task }) => {
    const page = pageNow()
    if (task.result?.state !== 'fail') return leaveTab(page)
    // A failed test may have left its browser offline, which others share.
    await page?.context().setOffline(false)
    await page?.close()
  })
  afterEach(screenshotOfFailure(pageNow))
}
