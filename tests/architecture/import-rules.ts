import { matchesGlob, posix } from 'node:path'
import { computedImports, containerFolders, moduleLevels, type Zone, zones } from '../../architecture.mjs'
import type { Edge, ImportGraph } from './import-graph.ts'
import { isTest, matchesAny, type Sources } from './sources.ts'

const modulesFolder = 'apps/server/src/modules'
const httpFolder = 'apps/server/src/kernel/http'
/**
 * The files of a module that may import `kernel/http`: routes, presenters and exported files. Commands and repositories
 * return domain refusals, which the routes map to HTTP errors. An `index.ts` imports only the type of its routes.
 */
const httpFiles = ['**/routes.ts', '**/*-routes.ts', '**/present-*.ts', '**/*-csv.ts', '**/export-list.ts']

/** Every import that architecture.mjs does not allow, as a sentence. */
export function importViolations({ edges }: ImportGraph, sources: Sources): string[] {
  const declared = declaredPackages(sources)
  return edges.flatMap((edge) => {
    const reason = refusalOf(edge, declared)
    return reason ? [`${edge.from}:${edge.line} imports ${edge.specifier ?? '(computed)'}: ${reason}`] : []
  })
}

/** Every folder and file that architecture.mjs does not list. */
export function folderViolations(sources: Sources): string[] {
  const found = new Set<string>()
  for (const path of sources.keys()) {
    const folders = path.split('/').slice(0, -1)
    folders.forEach((name, depth) => {
      const parent = folders.slice(0, depth).join('/')
      const parts = containerFolders[parent] ?? zones.find((zone) => zone.folder === parent)?.parts
      if (parts && !parts.includes(name)) found.add(`${parent}/${name} is not listed in architecture.mjs`)
    })
    const files = zones.find((zone) => zone.folder === folders.join('/'))?.files
    if (files && !isTest(path) && !files.includes(posix.basename(path)))
      found.add(`${path} is not listed in architecture.mjs`)
  }
  return [...found]
}

function refusalOf(edge: Edge, declared: (path: string) => ReadonlySet<string>): string | undefined {
  const { from, target } = edge
  const zone = zoneOf(from)
  switch (target.type) {
    case 'unresolved':
      return 'there is no such file'
    case 'computed':
      return matchesAny(from, computedImports) ? undefined : 'the name is computed'
    case 'builtin':
      return zone.hasBuiltins || isTest(from) ? undefined : `${zone.name} may not use Node`
    case 'package': {
      if ((isTest(from) || zone.packages === 'root') && declared('package.json').has(target.name)) return undefined
      if (!declared(from).has(target.name)) return 'its package.json does not list that package'
      const isAllowed = typeof zone.packages === 'string' || zone.packages.includes(target.name)
      return isAllowed ? undefined : `${zone.name} may not use that package`
    }
    case 'file':
      if (zone.name === 'module' && target.path.startsWith(`${httpFolder}/`) && !mayKnowHttp(edge))
        return 'only routes and presenters of a module know HTTP'
      return mayImport(edge, zone, target.path) ? undefined : `${zone.name} may not import ${describe(target.path)}`
  }
}

function mayImport({ from, kind }: Edge, zone: Zone, to: string): boolean {
  const target = zoneOf(to)
  if (zone === target && zone.arePartsClosed && partOf(zone, from) === partOf(zone, to)) return true
  const allowed = isTest(from) ? [...zone.imports, ...zone.besideTests] : zone.imports
  if (allowed.some((entry) => allows(entry, kind, target, to))) return true
  return zone.name === 'module' && target === zone && isLowerApi(from, to)
}

function mayKnowHttp({ from, kind, specifier }: Edge): boolean {
  if (isTest(from) || matchesAny(from, httpFiles)) return true
  return posix.basename(from) === 'index.ts' && kind === 'type' && specifier?.endsWith('/http/route.ts') === true
}

/** Returns whether an entry such as `type module:*\/ports.ts` allows the import; see architecture.mjs. */
function allows(entry: string, kind: Edge['kind'], target: Zone, to: string): boolean {
  const [, importKind, name, pattern] = /^(?:(type|dynamic) )?([\w-]+)(?::(.+))?$/.exec(entry) ?? []
  if (name !== target.name || (importKind !== undefined && importKind !== kind)) return false
  return pattern === undefined || matchesGlob(posix.relative(target.folder, to), pattern)
}

function isLowerApi(from: string, to: string): boolean {
  const levelOf = (path: string): number =>
    moduleLevels[posix.relative(modulesFolder, path).split('/')[0] ?? ''] ?? Infinity
  return matchesGlob(to, `${modulesFolder}/*/index.ts`) && levelOf(to) < levelOf(from)
}

export function zoneOf(path: string): Zone {
  const holding = zones.filter((zone) => zone.folder === '' || path.startsWith(`${zone.folder}/`))
  const deepest = holding.sort((one, other) => other.folder.length - one.folder.length)[0]
  if (!deepest) throw new Error(`No zone holds ${path}.`)
  return deepest
}

function partOf(zone: Zone, path: string): string {
  return posix.relative(zone.folder, path).split('/')[0] ?? ''
}

function describe(path: string): string {
  return `${zoneOf(path).name} (${path})`
}

function declaredPackages(sources: Sources): (path: string) => ReadonlySet<string> {
  const read = (path: string): ReadonlySet<string> => {
    const manifest = JSON.parse(sources.get(path) ?? '{}') as Record<string, Record<string, string> | undefined>
    return new Set(
      Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'], ...manifest['optionalDependencies'] }),
    )
  }
  const manifests = [...sources.keys()].filter((path) => posix.basename(path) === 'package.json')
  const lists = new Map(manifests.map((path) => [posix.dirname(path), read(path)]))
  return (path) => {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const list = lists.get(folder)
      if (list) return list
      if (folder === '.') return new Set()
    }
  }
}
