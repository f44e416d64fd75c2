import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Locator, Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Finding = {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string; readonly target: string[] }[]
}
type Axe = {
  readonly run: (context: Node, options: object) => Promise<{ readonly violations: readonly Finding[] }>
}

/** Loads axe into a context once, because injecting it into each page takes longer. */
export const injectAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: axeSource })

/** Checks the whole page, or only its colours. Returns a line for each element that violates a rule. */
export async function violations(page: Page, what: 'everything' | 'colours'): Promise<string[]> {
  // Evaluated by the debugger, so the page's content security policy is unchanged.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const runOnly = what === 'colours' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG }
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { readonly axe: Axe }
      const { violations } = await axe.run(document, options)
      // A bar at the edge of the screen covers a part of the content at any position. A covered element counts only if
      // it is too small in the middle of the screen as well.
      const isTooSmall = async ({ target }: Finding['nodes'][number]): Promise<boolean> => {
        const element = document.querySelector(target.join(' '))
        if (element === null) return true
        const { scrollX, scrollY } = window
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const again = await axe.run(element, { runOnly: { type: 'rule', values: ['target-size'] } })
        window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
        return again.violations.length > 0
      }
      const found: Finding[] = []
      for (const violation of violations) {
        const nodes: Finding['nodes'][number][] = []
        for (const node of violation.nodes) {
          const isCovered = violation.id === 'target-size' && /partially obscured/.test(node.failureSummary ?? '')
          if (!isCovered || (await isTooSmall(node))) nodes.push(node)
        }
        if (nodes.length > 0) found.push({ ...violation, nodes })
      }
      return found
    },
    // None of these rules needs the style sheets, so axe must not fetch them.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)} (${failureSummary ?? ''})`),
  )
}

/** The size of layout shifts without user input since the page opened, with the elements that moved. */
export const layoutShift = (page: Page): Promise<{ readonly sum: number; readonly sources: readonly string[] }> =>
  page.evaluate(() => ({
    sum: window.layoutShifts.reduce((sum, { value }) => sum + value, 0),
    sources: window.layoutShifts.flatMap(({ value, sources }) => `${value.toFixed(4)} ${sources.join(' | ')}`),
  }))

/**
 * The console's enabled destructive buttons that look harmless: not in the colour `down`, without an icon, or before a
 * harmless button of the same group.
 */
export const unmarkedDestructiveButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words =
      /^(Suspend|Block|Deduct|Delete|Hide|Withdraw|Decline|Postpone|Abandon|Take over|It failed|Cancel & Refund|Cancel the game|Log out everywhere)\b/
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--down)'
    const { color: down } = getComputedStyle(probe)
    probe.remove()
    const isDanger = (element: Element | null): boolean =>
      element?.tagName === 'BUTTON' && words.test(element.textContent?.trim() ?? '')
    return [...document.querySelectorAll(':is(main, dialog) button:enabled')].filter(isDanger).flatMap((button) => {
      const { color, backgroundColor } = getComputedStyle(button)
      const next = button.nextElementSibling
      const faults = [
        ...(color === down || backgroundColor === down ? [] : ['looks harmless']),
        ...(button.querySelector('svg') === null ? ['has no icon'] : []),
        ...(next?.tagName === 'BUTTON' && !isDanger(next) ? ['is not the last one of its group'] : []),
      ]
      return faults.map((fault) => `${button.textContent} ${fault}`)
    })
  })

/** The reading order of a part of the page, line by line: roles, names and texts of the accessibility tree. */
export async function readingOrder(part: Locator): Promise<string[]> {
  const lines = (await part.ariaSnapshot()).split('\n').map((line) => line.trim().replace(/^- /, ''))
  // Link targets are not part of the reading order.
  return lines.filter((line) => line !== '' && !/^\/\w+:/.test(line)).map((line) => line.replace(/:$/, ''))
}

/** The first expected line that does not follow the previous ones, with the actual lines; null when all do. */
export function firstMissingLine(lines: readonly string[], expected: readonly RegExp[]): string | null {
  let from = 0
  for (const line of expected) {
    const at = lines.findIndex((actual, index) => index >= from && line.test(actual))
    if (at === -1) return `${line.source} is not behind line ${from} of:\n${lines.join('\n')}`
    from = at + 1
  }
  return null
}
