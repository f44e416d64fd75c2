import type { Sources } from './sources.ts'

const ABBREVIATIONS = { web: 'apps/web/src', server: 'apps/server/src', domain: 'packages/domain/src' }

/** A path through the code that `docs/architecture.md` describes: its files, and the names that match no file. */
export type Trail = { readonly files: readonly string[]; readonly lines: number; readonly unknown: readonly string[] }

/** Reads the section with this heading, up to the next heading or "Also involved". */
export function readTrail(document: string, heading: string, sources: Sources): Trail {
  const [, rest] = document.split(`### ${heading}\n`)
  if (rest === undefined) throw new Error(`docs/architecture.md has no heading "${heading}"`)
  const section = rest.split(/^#|^Also involved/m)[0] ?? ''
  const files = new Set<string>()
  const unknown: string[] = []
  let folders: string[] = []
  for (const [, quoted = ''] of section.matchAll(/`([\w./*-]+)`/g)) {
    const path = withoutAbbreviation(quoted)
    if (/\.tsx?$/.test(path)) {
      const file = [path, ...folders.map((folder) => `${folder}/${path}`)].find((candidate) => sources.has(candidate))
      if (file === undefined) unknown.push(quoted)
      else {
        files.add(file)
        folders = [...parents(file), ...folders]
      }
    } else if (path.startsWith('apps/')) folders = [path, ...folders]
  }
  const lines = [...files].reduce((sum, file) => sum + (sources.get(file) ?? '').trimEnd().split('\n').length, 0)
  return { files: [...files], lines, unknown }
}

function withoutAbbreviation(path: string): string {
  return path.replace(/^(web|server|domain)(?=\/)/, (name) => ABBREVIATIONS[name as keyof typeof ABBREVIATIONS])
}

/** The folder of a file and the folder above it: a short name is looked up beside the previously named file. */
function parents(file: string): string[] {
  const parts = file.split('/')
  return [parts.slice(0, -1).join('/'), parts.slice(0, -2).join('/')]
}
