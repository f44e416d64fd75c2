import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Finding = {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}
type Axe = { readonly run: (options: object) => Promise<{ readonly violations: readonly Finding[] }> }

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
    { runOnly, resultTypes: ['violations'] },
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
