import { parseSync, Visitor } from 'oxc-parser'
import { isCode, isTest, type Sources } from './sources.ts'

export const VOCABULARY = 'docs/copy.md'

/** Files with texts that players or staff read. Simulators repeat the texts of the services that they replace. */
const INTERFACE =
  /^(apps\/web\/src|apps\/server\/src\/modules|packages\/domain\/src|simulators\/(beacon|messages|push|mobile-money\/pages))\/|^packages\/contract\/src\/errors\.ts$|^apps\/server\/src\/demo\/staff-work\.ts$/
/** Test data, names of columns, frames of streams, and SMS in the words of a network. */
const OUTSIDE = /\/(testing|test-[^/]*|realtime)(\/|$)|\.repository\.ts$|\/handset-view\.ts$/
const OPERATION = /^(GET|POST|PUT|DELETE) \//

export type Vocabulary = {
  readonly discarded: readonly string[]
  /** Texts that a requirement prescribes with another term. */
  readonly prescribed: readonly { readonly text: string; readonly requirements: readonly string[] }[]
}

/** Reads both tables of docs/copy.md: the terms in backticks of the column "Not", and the prescribed texts. */
export function readVocabulary(sources: Sources): Vocabulary {
  const rows = (sources.get(VOCABULARY) ?? '').split('\n').map((line) => line.split('|').slice(1, -1))
  const after = (heading: string): string[][] => {
    const start = rows.findIndex((cells) => cells.map((cell) => cell.trim()).join('|') === heading)
    const table = rows.slice(start + 2)
    return start < 0
      ? []
      : table.slice(
          0,
          table.findIndex((cells) => cells.length === 0),
        )
  }
  return {
    discarded: after('Use|For|Not').flatMap(([, , not = '']) =>
      [...not.matchAll(/`([^`]+)`/g)].map(([, term = '']) => term),
    ),
    prescribed: after('Text|Requirement').map(([text = '', ids = '']) => ({
      text: text.trim(),
      requirements: ids.match(/[A-Z]+-\d+/g) ?? [],
    })),
  }
}

/** Interface texts that contain a discarded term. One message for each. */
export function discardedTerms(sources: Sources, { discarded, prescribed }: Vocabulary): string[] {
  const kept = prescribed.map(({ text }) => comparable(text)).toSorted((a, b) => b.length - a.length)
  const terms = discarded.map((term) => comparable(term))
  const pattern = new RegExp(`\\b(${terms.join('|')})s?\\b`)
  const anywhere = new RegExp(terms.map((term) => term.replace('1', '[\\d}]')).join('|'), 'i')
  return [...sources].flatMap(([path, source]) => {
    if (!INTERFACE.test(path) || OUTSIDE.test(path) || isTest(path) || !isCode(path)) return []
    // Only a file with a discarded term is parsed.
    if (!anywhere.test(source.replaceAll(/\s+/g, ' '))) return []
    return textsOf(path, source).flatMap(({ text, start }) => {
      const own = kept.reduce((rest, each) => rest.replaceAll(each, ''), comparable(text))
      const [found] = pattern.exec(own) ?? []
      return found === undefined ? [] : [`${path}:${source.slice(0, start).split('\n').length} has "${found}": ${text}`]
    })
  })
}

/** Lower case, with every amount and every placeholder as 1. */
const comparable = (text: string): string =>
  text
    .replaceAll(/\{[^}]*\}|\d[\d,.]*\d|\d/g, '1')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

type Text = { readonly text: string; readonly start: number }

/** The texts of JSX, and the string literals that are sentences or labels. */
function textsOf(path: string, source: string): Text[] {
  const { program } = parseSync(path, source)
  const texts: Text[] = []
  const internal: (readonly [start: number, end: number])[] = []
  const skip = ({ start, end }: { start: number; end: number }): void => void internal.push([start, end])
  const add = (text: string, start: number): void => {
    const isInternal = internal.some(([from, to]) => from <= start && start < to)
    if (!isInternal && !OPERATION.test(text) && (/\S\s+\S/.test(text) || /^[A-Z]/.test(text)))
      texts.push({ text: text.trim(), start })
  }
  new Visitor({
    ImportDeclaration: skip,
    TaggedTemplateExpression: skip,
    NewExpression: (node) => node.callee.type === 'Identifier' && node.callee.name.endsWith('Error') && skip(node),
    JSXAttribute: (node) => node.name.name === 'className' && skip(node),
    JSXText: ({ value, start }) => add(value, start),
    Literal: ({ value, start }) => typeof value === 'string' && add(value, start),
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? '').join('{}'), start),
  }).visit(program)
  return texts
}
