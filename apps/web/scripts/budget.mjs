// Fails the build when the home page asks a phone for more than the budget allows (bytes after gzip).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET_BYTES = { js: 110_000, css: 10_000 }
const HOME_SOURCES = ['src/app/entry-client.tsx', 'src/app/boot.ts', 'src/player/home/home-screen.tsx']

const client = join(import.meta.dirname, '../dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))

const files = new Set()
function collect(key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no chunk ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const imported of chunk.imports ?? []) collect(imported)
}
HOME_SOURCES.forEach(collect)

const bytesOf = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
let over = false
for (const [kind, budget] of Object.entries(BUDGET_BYTES)) {
  const used = [...files].filter((file) => file.endsWith(`.${kind}`)).reduce((sum, file) => sum + bytesOf(file), 0)
  console.log(`home ${kind}: ${used} of ${budget} bytes gzip`)
  if (used > budget) over = true
}
if (over) {
  console.error('The home page is over its budget.')
  process.exit(1)
}
