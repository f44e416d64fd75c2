// Fails the build when the files of a first visit exceed their budget. `npm run bench -- page` measures the whole
// visit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { clientFolder, firstVisitFiles } from './first-visit.ts'

const BUDGET_BYTES = 133_000

const files = [...firstVisitFiles(), 'service-worker.js']
const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(clientFolder, file))).length, 0)
console.log(`First visit: ${files.length} files, ${bytes} of ${BUDGET_BYTES} bytes compressed.`)
if (bytes > BUDGET_BYTES) {
  console.error('The first visit exceeds its budget. Move code into lazy chunks or into the screens that use it.')
  process.exit(1)
}
