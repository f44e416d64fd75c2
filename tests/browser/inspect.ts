import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Locator, Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Finding = {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}
type Axe = { readonly run: (options: object) => Promise<{ readonly violations: readonly Finding[] }> }

/** Before the pages of a browser that are all looked at: to hand it to each of them takes five times as long. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: axeSource })

/** Looks at the whole page, or at its colours alone; a line for each element that breaks a rule. */
export async function violations(page: Page, what: 'everything' | 'colours'): Promise<string[]> {
  // Evaluated by the debugger, not by the page: its content security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const runOnly = what === 'colours' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG }
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { readonly axe: Axe }
      return (await axe.run(options)).violations
    },
    // No rule of these asks for the style sheets, which it would fetch and read first.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)} (${failureSummary ?? ''})`),
  )
}

/** How much the page moved by itself since it was opened, with what moved. */
export const layoutShift = (page: Page): Promise<{ readonly sum: number; readonly sources: readonly string[] }> =>
  page.evaluate(() => ({
    sum: window.layoutShifts.reduce((sum, { value }) => sum + value, 0),
    sources: window.layoutShifts.flatMap(({ value, sources }) => `${value.toFixed(4)} ${sources.join(' | ')}`),
  }))

/** The reading order of a part of the page, line by line: roles, names and texts of the accessibility tree. */
export async function readingOrder(part: Locator): Promise<string[]> {
  const lines = (await part.ariaSnapshot()).split('\n').map((line) => line.trim().replace(/^- /, ''))
  // Where a link leads is no word of it.
  return lines.filter((line) => line !== '' && !/^\/\w+:/.test(line)).map((line) => line.replace(/:$/, ''))
}

/** The first expected line that does not follow the previous ones, with the actual lines; null when all do. */
export function unsaid(lines: readonly string[], expected: readonly RegExp[]): string | null {
  let from = 0
  for (const line of expected) {
    const at = lines.findIndex((entered, place) => place >= from && line.test(entered))
    if (at === -1) return `${line.source} is not behind line ${from} of:\n${lines.join('\n')}`
    from = at + 1
  }
  return null
}
