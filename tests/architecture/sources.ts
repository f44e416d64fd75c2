import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { testFiles } from '../../architecture.mjs'

export const root = join(import.meta.dirname, '../..')

/** Paths from the clone's folder to the files' texts. */
export type Sources = ReadonlyMap<string, string>

const outside = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage'])
const texts = /\.(ts|tsx|mts|mjs|sql|css|html|json|md|sh|svg|yml|webmanifest)$/

let read: Sources | undefined

/** Every text file of the repository in its current state on disk. */
export function repositorySources(): Sources {
  read ??= new Map(walk('').map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return read
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs)$/.test(path)
}

export function isTest(path: string): boolean {
  return matchesAny(path, testFiles)
}

export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern))
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (outside.has(entry.name)) return []
    if (entry.isDirectory()) return walk(path)
    return entry.isFile() && (texts.test(path) || folder === '.ci') ? [path] : []
  })
}
