import type { BrowserContext, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { pictureOfFailure } from './browser-fixture.ts'

/** Per browser the tabs that are free for reuse. */
const left = new WeakMap<BrowserContext, Set<Page>>()
/** The initial state of each tab. Tabs that a test opens itself are not included and are closed. */
const looks = new WeakMap<Page, string>()

/**
 * A tab in which nothing is open and nothing is in the way: to open and to close one costs as much as the screen that
 * is shown in it. `prepare` is done once for each tab, and stays.
 */
export async function openTab(context: BrowserContext, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  for (const known of left.get(context) ?? []) {
    left.get(context)?.delete(known)
    if (!known.isClosed()) return known
  }
  const page = await context.newPage()
  looks.set(page, await lookOf(page))
  await prepare?.(page)
  return page
}

/** Releases a tab for reuse, or closes it if its state has changed. */
export async function leaveTab(page: Page | undefined): Promise<void> {
  if (page === undefined || page.isClosed()) return
  const unused = left.get(page.context()) ?? new Set()
  if (unused.has(page)) return
  if (!(await isAsNew(page).catch(() => false))) return page.close()
  left.set(page.context(), unused.add(page))
}

/** Prepares a tab in which nothing is remembered from one page to the next. A blank one has no storage. */
export const remembersNothing = (tab: Page): Promise<unknown> =>
  tab.addInitScript(() => {
    if (self.origin !== 'null') localStorage.clear()
  })

/** Ends what the tab shows and what was put in its way; size and media a test may have set for good. */
async function isAsNew(page: Page): Promise<boolean> {
  const looked = looks.get(page)
  if (looked === undefined) return false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  return looked === (await lookOf(page))
}

const lookOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [innerWidth, innerHeight, '(prefers-color-scheme: dark)', '(forced-colors: active)']
      .map((each) => (typeof each === 'number' ? each : matchMedia(each).matches))
      .join(' '),
  )

/** For tests that each have a tab: it is left to the next one, or, where its test has failed, kept as a picture and closed. */
export function tabOfEachTest(pageNow: () => Page | undefined): void {
  // The last registered runs first.
  afterEach(({ task }) => (task.result?.state === 'fail' ? pageNow()?.close() : leaveTab(pageNow())))
  afterEach(pictureOfFailure(pageNow))
}
