// Writes a .br and a .gz beside every text file of the client build, so that the server sends ready bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const client = join(import.meta.dirname, '../dist/client')
const TEXT = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.html', '.txt'])

for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isFile() || !TEXT.has(extname(entry.name)) || path.includes('/.vite/')) continue
  const bytes = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
