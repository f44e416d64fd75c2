import { type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'
import type { Sources } from './sources.ts'

/** The functions of Playwright that read a page as it is at that moment. */
const READS = new RegExp(
  `\\.(${[
    ...['count', 'isVisible', 'isHidden', 'isEnabled', 'isDisabled', 'isChecked', 'isEditable', 'title', 'url'],
    ...['textContent', 'innerText', 'innerHTML', 'inputValue', 'getAttribute', 'allTextContents', 'allInnerTexts'],
    ...['boundingBox', 'evaluate', 'evaluateAll', 'ariaSnapshot'],
  ].join('|')})\\(`,
)
/**
 * Assertions that something is absent. They may read the page once, because an earlier condition proves that the page
 * has loaded.
 */
const NOTHING = /^(not\.|toBeNull\(|toBe\((0|false|null|'')\)|toEqual\(\[\]\)|toHaveLength\(0\))/

/**
 * Assertions of browser tests that read the page only once and expect content. On a slow machine the content arrives
 * later, so such an assertion must repeat the reading (`expect.poll`).
 */
export function singleReadingViolations(sources: Sources): string[] {
  const files = [...sources].filter(([path]) => /^tests\/browser\/[^/]+\.ts$/.test(path))
  const readers = new Map(files.map(([path, text]) => [path, readersIn(path, text)]))
  return files.flatMap(([path, text]) => {
    const { program, module } = parseSync(path, text)
    const known = new Set(readers.get(path))
    for (const { moduleRequest, entries } of module.staticImports) {
      const others = readers.get(moduleRequest.value.replace('./', 'tests/browser/'))
      for (const { importName, localName } of entries)
        if (others?.has(importName.name ?? '') === true) known.add(localName.value)
    }
    const violations: string[] = []
    new Visitor({
      CallExpression({ start, end, callee }) {
        const expected = expectIn(callee)
        const [reading] = expected?.arguments ?? []
        if (expected === undefined || reading === undefined) return
        const argument = text.slice(reading.start, reading.end)
        const isReading =
          READS.test(argument) || [...argument.matchAll(/\b\w+(?=\()/g)].some(([name]) => known.has(name))
        if (isReading && !NOTHING.test(text.slice(expected.end + 1, end)))
          violations.push(`${path}:${text.slice(0, start).split('\n').length} expects what it reads once`)
      },
    }).visit(program)
    return violations
  })
}

/** The names of the functions of a file that read a page. */
function readersIn(path: string, text: string): Set<string> {
  const names = new Set<string>()
  const note = (id: Node | null, body: Node | null): void => {
    if (id?.type === 'Identifier' && body !== null && READS.test(text.slice(body.start, body.end))) names.add(id.name)
  }
  new Visitor({
    FunctionDeclaration: ({ id, body }) => note(id, body),
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ArrowFunctionExpression') note(id, init.body)
    },
  }).visit(parseSync(path, text).program)
  return names
}

/** The call `expect(…)` before a matcher, but not `expect.poll(…)`. */
function expectIn(matcher: Node): CallExpression | undefined {
  let object = matcher
  while (object.type === 'MemberExpression') object = object.object
  if (object === matcher || object.type !== 'CallExpression') return undefined
  return object.callee.type === 'Identifier' && object.callee.name === 'expect' ? object : undefined
}
