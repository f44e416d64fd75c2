// Lists the files of the client build that the home page needs, online and offline.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const clientFolder = join(import.meta.dirname, '../dist/client')

type Chunk = {
  readonly file: string
  readonly name: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

/** The chunks of the home page, as named in vite.config.ts. `deferred` is loaded after hydration. */
const CHUNKS = ['index', 'deferred']

/** The files as paths inside `dist/client`, including indirect imports. */
export function firstVisitFiles(): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set(['index.html', 'boot.js'])
  function collect(chunk: Chunk | undefined): void {
    if (chunk === undefined) throw new Error('The client build lacks a chunk of the first visit.')
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const source of chunk.imports ?? []) collect(manifest[source])
  }
  for (const wanted of CHUNKS) collect(Object.values(manifest).find(({ name }) => name === wanted))
  return files
}
