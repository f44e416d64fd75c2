import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createInterface } from 'node:readline'
import { chooseFile } from './running/choose-file.ts'
import { root } from './running/folders.ts'
import { onStop } from './running/signals.ts'
import { buildWebIfStale } from './running/web-build.ts'

/**
 * `npm run bench -- NAME [ARGUMENT …] [--seconds N]`: runs `tests/load/NAME.ts`, whose last line is
 * `RESULT NAME key=value …`. A benchmark that alternates between its variants makes as many rounds as end within N
 * seconds.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seconds: { type: 'string' } } })
const [name, ...args] = positionals
if (values.seconds !== undefined && !(Number(values.seconds) > 0)) {
  console.error('--seconds must be a number above 0')
  process.exit(1)
}
/** A benchmark that has printed nothing for this long is reported as still running. */
const QUIET_MS = 30_000
const file = chooseFile('tests/load', '.ts', name, 'bench')

// Some benchmarks start the product, which needs a built web app.
if (buildWebIfStale().isBuilt) console.log('Built the web app.')

const child = spawn(process.execPath, [join(root, file), ...args], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: values.seconds === undefined ? process.env : { ...process.env, BENCH_SECONDS: values.seconds },
})
onStop(() => child.kill('SIGTERM'))
let lastLine = ''
let quietSince = performance.now()
const progress = setInterval(() => {
  if (performance.now() - quietSince < QUIET_MS) return
  console.error(`… still running after ${Math.round(performance.now() / 1_000)} s`)
  quietSince = performance.now()
}, 1_000)
createInterface({ input: child.stdout }).on('line', (line) => {
  console.log(line)
  quietSince = performance.now()
  if (line.trim() !== '') lastLine = line
})
child.on('close', (code) => {
  clearInterval(progress)
  const isAnswered = lastLine.startsWith(`RESULT ${name} `)
  if (code === 0 && !isAnswered) console.error(`The benchmark ended without its line "RESULT ${name} …".`)
  process.exit(code === 0 && isAnswered ? 0 : 1)
})
