// `node scripts/bootstrap.mjs NAME [ARGUMENTS]` installs what is missing, then runs `scripts/NAME` under Node 24. It
// must run on any Node >= 20 before anything is installed, so it uses only built-in modules and no TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const neededMajor = 24
const isProduction = process.env.NODE_ENV === 'production'

const [name = '', ...args] = process.argv.slice(2)
ensureDependencies()
run(name, args)

function run(name, args) {
  const node = findNode()
  const child = spawn(node, [join(root, 'scripts', name), ...args], {
    cwd: root,
    // The IPC channel closes when this process is killed, which lets the child exit as well.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}` },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_command) whenParentIsGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`Could not run ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Calls `leave` when npm has ended, because npm does not always forward the signal. */
function whenParentIsGone(leave) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    leave()
  }, 500)
  timer.unref()
}

function ensureDependencies() {
  if (installedAsLocked()) return
  // npm empties node_modules first. A production node could then not restart while the registry is unreachable.
  if (isProduction)
    fail('The installed dependencies differ from package-lock.json. Stop the node, then run npm ci --ignore-scripts.')
  // Printed on the error stream, because another program may read a command's output.
  console.error('Installing dependencies (npm ci) …')
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  // No dependency needs an install script, so none is run.
  const args = [...npm.slice(1), 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(npm[0], args, { cwd: root, stdio: ['inherit', 2, 'inherit'] })
  if (error) fail(`Could not run npm: ${error.message}`)
  if (status !== 0) fail('npm ci failed: the dependencies are not installed.')
}

/** Compares versions instead of file times: git and npm both touch files that have not changed. */
function installedAsLocked() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (present === undefined) return false
  const paths = Object.keys(wanted).filter((path) => path.includes('node_modules/'))
  return (
    paths.every((path) => sameOrOptional(wanted[path], present[path])) &&
    Object.keys(present).every((path) => !path.includes('node_modules/') || wanted[path] !== undefined)
  )
}

function sameOrOptional(wanted, present) {
  if (present === undefined)
    return Boolean(wanted.optional || wanted.devOptional || wanted.peer || (isProduction && wanted.dev))
  return present.version === wanted.version
}

function packagesOf(lockfile) {
  if (!existsSync(lockfile)) return undefined
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

/** @returns {string} */
function findNode() {
  const bundled = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  fail(
    `Mupiira needs Node ${neededMajor} or newer. For ${process.platform}-${process.arch} npm has no Node, ` +
      `and this is Node ${process.versions.node}. Install it from https://nodejs.org.`,
  )
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
