import { posix } from 'node:path'
import { ROLE_NAMES } from '@mupiira/domain/access/capabilities.ts'
import { dataTables } from '../../architecture.mjs'
import { parseFile } from './parsed-file.ts'
import { isCode, isTest, type Sources } from './sources.ts'

const longestFile = 400
const longestTest = 600

/** Names without meaning. */
const emptyNames = new Set([
  'manager',
  'helper',
  'helpers',
  'util',
  'utils',
  'common',
  'data',
  'info',
  'handle',
  'process',
])

/** Marks of unfinished work, bypassed checks and waits, written so that this file does not contain them. */
const marks: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['unfinished work', /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/],
  ['a test that does not run', /\b(it|test|describe)\.(on[l]y|sk[i]p|to[d]o)\b/],
  ['a wait for a duration', /\bwaitForTimeou[t]\b/],
  ['a silenced check', /@ts-(igno[r]e|nochec[k]|expect-erro[r])|(es|ox)lint-disabl[e](?!-next-line exhaustive-deps)/],
]

/** A spread of an object literal puts several fields on one line. */
const packed: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['packed fields: write each on its own line', /\.{3}\{(?!\})/],
]

/** A path on a developer's machine, a package host, or the trace of a merge. */
const foreignText: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a path of one machine', /(?<![\w.])([/](work|Users|home)[/]\w|[/]tmp[/]brie[f])/],
  ['an unresolved conflict', /^([<]{7} |[>]{7} )/],
  ['a package registry', /\bregistry[.](npm|yarn)|artifactor[y]|[/]-[/]\S+[.]tgz/],
]

/** `role === 'admin'`, `'admin' !== actor.kind`, `p.role in ('admin')`, `.where('role', '=', 'admin')`. */
const aRole = `\\(?\\[?['"](${ROLE_NAMES.join('|')})['"]`
const equals = `([!=]==?|<>|=|\\bin\\b|,\\s*'(=|<>|!=|in)'\\s*,)`
const roleComparisons: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a comparison with a role', new RegExp(`\\b(role|kind)['"]?\\)?\\s*${equals}\\s*${aRole}`)],
  ['a comparison with a role', new RegExp(`${aRole}\\s*[!=]==?\\s*[\\w.?]*\\b(role|kind)\\b`)],
]
const rolesTable = 'packages/domain/src/access/capabilities.ts'
const mayCompareRoles = (path: string): boolean =>
  path === rolesTable || isTest(path) || !/^(apps|packages|scripts)\//.test(path)

/** Forbidden content of the repository's text: file size, names, marks. One message for each violation. */
export function sourceViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => [
    ...tooLong(path, text),
    ...emptyName(path),
    ...defaultExport(path, text),
    ...(isCode(path) ? linesWith(path, text, marks) : []),
    ...(isCode(path) ? linesWith(path, text, packed) : []),
    ...(isCode(path) && !mayCompareRoles(path) ? linesWith(path, text, roleComparisons) : []),
    ...linesWith(path, text, path === 'package-lock.json' ? foreignText.slice(0, 1) : foreignText),
  ])
}

function tooLong(path: string, text: string): string[] {
  if (dataTables.includes(path) || !(isCode(path) || /\.(sql|css)$/.test(path))) return []
  const lines = text.split('\n').length - 1
  const limit = isTest(path) ? longestTest : longestFile
  return lines > limit ? [`${path} has ${lines} lines, and ${limit} is the limit`] : []
}

function emptyName(path: string): string[] {
  if (path.endsWith('.md')) return []
  const names = path.split('/').map((name) => name.split('.')[0] ?? '')
  const bad = names.find((name) => name.split('-').some((word) => emptyNames.has(word)))
  return bad ? [`${path} has a name without meaning: ${bad}`] : []
}

function defaultExport(path: string, text: string): string[] {
  if (!isCode(path) || /\.config\.(ts|mts|mjs)$/.test(path)) return []
  // Only a file with such a text is parsed.
  if (!/\b(export|as)\s+default\b/.test(text)) return []
  return parseFile(path, text).hasDefaultExport ? [`${path} has a default export`] : []
}

function linesWith(path: string, text: string, rules: readonly (readonly [string, RegExp])[]): string[] {
  return rules.flatMap(([what, pattern]) => {
    if (!pattern.test(text)) return []
    const line = text.split('\n').findIndex((each) => pattern.test(each)) + 1
    return [`${path}:${line} has ${what}`]
  })
}

/** Folders and files must be in kebab-case, except where other programs prescribe names. */
export function caseViolations(paths: Iterable<string>): string[] {
  const conventions = /^(README|LICENSE|CHANGELOG|CONTRIBUTING|SECURITY|pull_request_template)\.md$/
  return [...paths].filter((path) => {
    const name = posix.basename(path)
    return !conventions.test(name) && !/^[.]?[a-z0-9]+([-.][a-z0-9]+)*$/.test(name)
  })
}
