import { describe, expect, it } from 'vitest'
import { singleReadingViolations } from './page-readings.ts'
import { repositorySources } from './sources.ts'

const READER = `export const shown = async () => (await page.locator('li').allTextContents()).length`
const violationsOf = (assertion: string): string[] =>
  singleReadingViolations(
    new Map([
      ['tests/browser/list.ts', READER],
      ['tests/browser/example.browser.test.ts', `import { shown } from './list.ts'\n${assertion}`],
    ]),
  )

describe('an assertion of a browser test', () => {
  it('every assertion of a browser test that expects content repeats its reading of the page', () => {
    expect(singleReadingViolations(repositorySources())).toEqual([])
  })

  it.each([
    `expect(await tabs.filter({ hasText: name }).count()).toBe(1)`,
    `expect(await tabs.count(), 'tabs').toBeGreaterThan(0)`,
    `expect([await odds(), await cell.textContent()]).toEqual(['1.25', '2'])`,
    `expect((await cells.allTextContents()).slice(1)).toHaveLength(2)`,
    `expect(new URL(page.url()).pathname).toBe('/help')`,
    `expect(await shown()).toBe(2)`,
  ])('an assertion that reads the page only once is reported: %s', (assertion) => {
    expect(violationsOf(assertion)).toEqual(['tests/browser/example.browser.test.ts:2 expects what it reads once'])
  })

  it.each([
    `await expect.poll(() => tabs.count()).toBe(1)`,
    `expect(await tabs.count()).toBe(0)`,
    `expect(await tabs.count(), 'tabs').toBe(0)`,
    `expect(await dialog.isHidden()).toBe(false)`,
    `expect(await shown()).not.toBe(2)`,
    `expect(await player.client.must('GET /api/push', {})).toMatchObject({ kinds: null })`,
  ])('an assertion is accepted: %s', (assertion) => {
    expect(violationsOf(assertion)).toEqual([])
  })
})
