import type { Locator, Page } from 'playwright-core'
import { open } from './browser-fixture.ts'

export type Count = { readonly clicks: number; readonly screens: number }

/** The work of one member of staff on one task, which starts on the dashboard. */
export type CountedWork = {
  readonly page: Page
  /** Presses a button, link or option. */
  readonly press: (target: Locator) => Promise<void>
  /** Presses a key that opens or confirms something. */
  readonly key: (name: 'Enter' | 'Control+k') => Promise<void>
  /**
   * Enters text. A field costs a click unless the focus is in it or in its form or dialog, where Tab reaches it.
   */
  readonly type: (field: Locator, text: string) => Promise<void>
  readonly count: () => Count
}

/**
 * Counts the clicks (also keys that confirm) and the screens that a task opens. A screen is a path, or the details that
 * an address opens over a list (`?view=`).
 */
export async function startWork(page: Page): Promise<CountedWork> {
  await open(page, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()
  let clicks = 0
  let screens = 0
  let current = screenOf(page.url())
  page.on('framenavigated', (frame) => {
    const next = screenOf(page.url())
    if (frame !== page.mainFrame() || next === current) return
    current = next
    screens += 1
  })
  return {
    page,
    async press(target) {
      clicks += 1
      await target.click()
    },
    async key(name) {
      clicks += 1
      await page.keyboard.press(name)
    },
    async type(field, text) {
      await field.waitFor()
      if (!(await field.evaluate(isReachedByTab))) {
        clicks += 1
        await field.click()
      }
      await field.fill(text)
    },
    count: () => ({ clicks, screens }),
  }
}

function screenOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  return `${pathname} ${searchParams.get('view') ?? ''}`
}

/** Runs in the page. */
function isReachedByTab(field: Element): boolean {
  const { activeElement } = document
  if (activeElement === field) return true
  const part = field.closest('form') ?? field.closest('dialog')
  const isInDialog = field.closest('dialog')?.contains(activeElement) ?? false
  return isInDialog || (part?.contains(activeElement) ?? false)
}
