import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { type FoundImport, type ParsedFile, parseFile } from './parsed-file.ts'
import { isCode, type Sources } from './sources.ts'

export type Target =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'package'; readonly name: string }
  | { readonly type: 'builtin'; readonly name: string }
  | { readonly type: 'computed' }
  | { readonly type: 'unresolved' }

export type Edge = FoundImport & { readonly from: string; readonly target: Target }

export type ImportGraph = { readonly files: ReadonlyMap<string, ParsedFile>; readonly edges: readonly Edge[] }

type Workspace = { readonly folder: string; readonly exportsPattern: string }

/** Parses every code file and resolves its imports. */
export function importGraph(sources: Sources): ImportGraph {
  const workspaces = workspacesOf(sources)
  const files = new Map(
    [...sources].filter(([path]) => isCode(path)).map(([path, text]) => [path, parseFile(path, text)]),
  )
  const edges = [...files].flatMap(([from, { imports }]) =>
    imports.map((seen) => ({ ...seen, from, target: resolve(from, seen.specifier, sources, workspaces) })),
  )
  return { files, edges }
}

function workspacesOf(sources: Sources): ReadonlyMap<string, Workspace> {
  const rows = [...sources].flatMap(([path, text]) => {
    if (posix.basename(path) !== 'package.json' || path === 'package.json') return []
    const { name, exports } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
    return [[name, { folder: posix.dirname(path), exportsPattern: exports?.['./*'] ?? './*' }] as const]
  })
  return new Map(rows)
}

function resolve(
  from: string,
  specifier: string | undefined,
  sources: Sources,
  workspaces: ReadonlyMap<string, Workspace>,
): Target {
  if (specifier === undefined) return { type: 'computed' }
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return fileTarget(posix.join(posix.dirname(from), bare), sources)
  if (bare.startsWith('node:') || builtinModules.includes(bare)) return { type: 'builtin', name: bare }
  const parts = bare.split('/')
  const name = parts.slice(0, bare.startsWith('@') ? 2 : 1).join('/')
  const workspace = workspaces.get(name)
  if (!workspace) return { type: 'package', name }
  const inside = workspace.exportsPattern.replace('*', parts.slice(2).join('/'))
  return fileTarget(posix.join(workspace.folder, inside), sources)
}

function fileTarget(path: string, sources: Sources): Target {
  return sources.has(path) ? { type: 'file', path } : { type: 'unresolved' }
}

/** Groups of files that import each other in a cycle, by any kind of import. */
export function cyclesOf({ edges }: ImportGraph): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, target } of edges) {
    if (target.type !== 'file') continue
    next.set(from, (next.get(from) ?? new Set()).add(target.path))
  }
  return stronglyConnected(next).filter((group) => group.length > 1)
}

/** Tarjan's algorithm. A file that imports itself is not a group, because the compiler refuses it. */
function stronglyConnected(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const groups: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.size - 1)
    open.push(path)
    isOpen.add(path)
    for (const target of next.get(path) ?? []) {
      if (!order.has(target)) visit(target)
      else if (!isOpen.has(target)) continue
      const reached = Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0)
      lowest.set(path, reached)
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = open.splice(open.indexOf(path))
    for (const member of group) isOpen.delete(member)
    groups.push(group)
  }
  for (const path of next.keys()) if (!order.has(path)) visit(path)
  return groups
}

/** The files reached from the entries by imports, or by a string that is a path relative to the file or the root. */
export function reachedFrom(
  entries: readonly string[],
  { files, edges }: ImportGraph,
  sources: Sources,
): ReadonlySet<string> {
  const imported = Map.groupBy(edges, (edge) => edge.from)
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const { target } of imported.get(path) ?? []) if (target.type === 'file') waiting.push(target.path)
    for (const text of files.get(path)?.texts ?? quotedIn(sources.get(path) ?? ''))
      waiting.push(...namedFiles(path, text, sources))
  }
  return reached
}

function namedFiles(from: string, text: string, sources: Sources): string[] {
  if (!/^[\w@./-]+\.\w+$/.test(text)) return []
  const candidates = [posix.join(posix.dirname(from), text), posix.normalize(text.replace(/^\//, ''))]
  return candidates.filter((path) => sources.has(path) && isCode(path))
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/["']([^"']+)["']/g)].map((match) => match[1] ?? '')
}
