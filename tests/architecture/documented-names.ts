import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { zones } from '../../architecture.mjs'
import { isCode, root, type Sources } from './sources.ts'

/** The abbreviations of docs/architecture.md. */
const ABBREVIATIONS = [
  ['web/', 'apps/web/src/'],
  ['server/', 'apps/server/src/'],
  ['domain/', 'packages/domain/src/'],
] as const

/** Files that a recipe asks the reader to create. */
const EXAMPLES = new Set([
  'apps/server/src/modules/betting/history/league-figures.repository.ts',
  'apps/web/src/admin/refunds',
  'list-games.ts',
  'mupiira.d.ts',
  'refund-queries.ts',
])

/** Paths outside version control, and names of packages. */
const OUTSIDE = /^(@|\.data\/|\.cache\/|node_modules\/|apps\/web\/dist)/
const FILE = /\.(ts|tsx|mts|mjs|sql|css|md|json|yml|html)$/
const PLACEHOLDER = /<[^>]*>|…|\bN[A-Z]{3}\b/
const parts = new Set(zones.flatMap(({ folder, parts: own }) => [folder.split('/')[0] ?? '', ...own]))

type Names = {
  readonly paths: readonly string[]
  readonly operations: ReadonlySet<string>
  readonly scripts: ReadonlySet<string>
  /** `prove coherence` */
  readonly programs: ReadonlySet<string>
}

function namesOf(sources: Sources): Names {
  const files = [...sources.keys()]
  const { scripts } = JSON.parse(sources.get('package.json') ?? '{"scripts":{}}') as { scripts: object }
  return {
    paths: [...new Set([...files, ...files.flatMap(foldersOf)])],
    operations: new Set(OPERATIONS.map(({ method, path }) => withoutParameters(`${method} ${path}`))),
    // `build` is the script of apps/web.
    scripts: new Set([...Object.keys(scripts), 'build']),
    programs: new Set([
      ...files.flatMap(programOf),
      ...['browser', 'pure', 'midnights'].map((name) => `prove ${name}`),
    ]),
  }
}

/** `/api/bets/{id}` → `/api/bets/{}`. Documents also write `N` for a number. */
const withoutParameters = (operation: string): string => operation.replace(/\{\w+\}|\bN\b/g, '{}')

/** What `npm run prove`, `chaos` and `bench` can run. */
function programOf(path: string): string[] {
  const [, folder = '', name] = /^tests\/(prove|chaos|load)\/([\w-]+)(?:\.test)?\.ts$/.exec(path) ?? []
  return name === undefined ? [] : [`${folder === 'load' ? 'bench' : folder} ${name}`]
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/**
 * Names in documents and comments that do not exist: files, folders, operations of the API, `npm run` commands, and
 * links. A file may be named by the end of its path (`games/run-clock.ts`).
 */
export function unknownNames(sources: Sources, all: Sources = sources): string[] {
  const names = namesOf(all)
  return [...sources].flatMap(([path, text]) => {
    const wrong = path.endsWith('.md')
      ? [
          ...codeSpansOf(text).flatMap((span) => wrongInSpan(span, names)),
          ...wrongCommands(text, names),
          ...wrongLinks(path, text, all),
        ]
      : isCode(path) || /\.(sql|css)$/.test(path)
        ? commentsOf(path, text).flatMap((comment) => wrongInComment(comment, names))
        : []
    return [...new Set(wrong)].map((name) => `${path} names ${name}, which does not exist`)
  })
}

const codeSpansOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

function wrongInSpan(span: string, names: Names): string[] {
  const operation = /^(GET|POST|PUT|DELETE|PATCH) (\/api\/[^?\s]*)/.exec(span)
  if (operation !== null) {
    const named = withoutParameters(`${operation[1]} ${operation[2]}`)
    return names.operations.has(named) ? [] : [span]
  }
  return span.split(/[\s=]+/).filter((word) => isUnknownPath(word, names))
}

function wrongInComment(comment: string, names: Names): string[] {
  const words = comment.match(/(?<![\w./@:<>-])[\w*-]+(?:\/[\w*.-]+)*\.(?:ts|tsx|mjs|sql|css|md)\b/g) ?? []
  return [...wrongCommands(comment, names), ...words.filter((word) => isUnknownPath(word, names))]
}

function wrongCommands(text: string, { scripts, programs }: Names): string[] {
  return [...text.matchAll(/npm run ([a-z][a-z:-]*)(?: -- ([a-z][\w-]*))?/g)]
    .filter(([, script = '', program]) => !scripts.has(script) || isUnknownProgram(script, program))
    .map(([command]) => command)

  function isUnknownProgram(script: string, program: string | undefined): boolean {
    return program !== undefined && /^(prove|chaos|bench)$/.test(script) && !programs.has(`${script} ${program}`)
  }
}

function isUnknownPath(word: string, { paths }: Names): boolean {
  const isFile = /^[\w.*<>…-]+(\/[\w.*<>…-]+)*$/.test(word) && FILE.test(word)
  const isFolder = /^[a-z.]+(\/[\w.*<>…-]+)+\/?$/.test(word) && parts.has(word.split('/')[0] ?? '')
  if (!(isFile || isFolder) || OUTSIDE.test(word) || EXAMPLES.has(word)) return false
  const [short, long] = ABBREVIATIONS.find(([each]) => word.startsWith(each)) ?? ['', '']
  // Only the folder before a placeholder can be compared.
  const known = `${long}${word.slice(short.length)}`.replace(/\/$/, '').split('/')
  const placeholder = known.findIndex((part) => PLACEHOLDER.test(part))
  const compared = (placeholder === -1 ? known : known.slice(0, placeholder)).join('/')
  if (compared === '') return false
  const pattern = new RegExp(`(^|/)${compared.replace(/\./g, '\\.').replace(/\*/g, '[^/]*')}$`)
  return !paths.some((path) => pattern.test(path))
}

/** Links to files that do not exist, and to headings that the linked document does not have. */
function wrongLinks(path: string, text: string, all: Sources): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((target) => !/^(https?:|mailto:)/.test(target) && !existsTarget(path, text, target, all))
}

function existsTarget(path: string, text: string, target: string, all: Sources): boolean {
  const [file = '', anchor] = target.split('#')
  const linked = posix.join(posix.dirname(path), file)
  if (file !== '' && !existsSync(join(root, linked))) return false
  if (anchor === undefined) return true
  const headings = [...(file === '' ? text : (all.get(linked) ?? '')).matchAll(/^#+ (.*)$/gm)]
  return headings.some(([, heading = '']) => anchorOf(heading) === anchor)
}

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')

function commentsOf(path: string, text: string): string[] {
  const comment = path.endsWith('.sql') ? /(?:^|\s)--(.*)/ : /^\s*(?:\/\*|\*|\/\/)(.*)|\s(?:\/\/|\/\*\*) (.*)$/
  return text.split('\n').flatMap((line) => {
    const [, whole, atEnd] = comment.exec(line) ?? []
    return whole ?? atEnd ?? []
  })
}
