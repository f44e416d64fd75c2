// The files of the client build that the home page needs, also when it opens without a network.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const clientFolder = join(import.meta.dirname, '../dist/client')

type BuildManifest = Readonly<
  Record<string, { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }>
>

/** `later.ts` is loaded after hydration. */
const SOURCES = ['index.html', 'src/player/home/home-screen.tsx', 'src/app/later.ts']

/** The files as paths inside `dist/client`, imports of imports included. */
export function firstVisitFiles(): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as BuildManifest
  const files = new Set(['index.html', 'boot.js'])
  function collect(source: string): void {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`The client build has no chunk for ${source}.`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(collect)
  }
  SOURCES.forEach(collect)
  return files
}
