import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chooseFile } from './running/choose-file.ts'
import { root } from './running/folders.ts'
import { onStop } from './running/signals.ts'
import { buildWebIfStale } from './running/web-build.ts'

/** `npm run bench -- NAME`: runs `tests/load/NAME.ts`, whose last line is `RESULT NAME key=value …`. */
const [name, ...args] = process.argv.slice(2)
const file = chooseFile('tests/load', '.ts', name, 'bench')

// Some benchmarks start the product, which serves its pages.
if (buildWebIfStale().isBuilt) console.log('Built the web app.')

const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
onStop(() => child.kill('SIGTERM'))
let lastLine = ''
createInterface({ input: child.stdout }).on('line', (line) => {
  console.log(line)
  if (line.trim() !== '') lastLine = line
})
child.on('close', (code) => {
  const isAnswered = lastLine.startsWith(`RESULT ${name} `)
  if (code === 0 && !isAnswered) console.error(`The benchmark ended without its line "RESULT ${name} …".`)
  process.exit(code === 0 && isAnswered ? 0 : 1)
})
