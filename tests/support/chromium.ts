import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Timeout of a mirror that does not respond. A started installation is never interrupted. */
const APT_TIMEOUTS = ['Acquire::Retries=0', 'Acquire::http::Timeout=20', 'Acquire::https::Timeout=20'].flatMap(
  (each) => ['-o', each],
)

/** `CHROME_PATH`, or an installed browser, or one installed now if allowed. Throws with instructions otherwise. */
export function chromiumPath(): string {
  const given = process.env['CHROME_PATH']
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH is ${given}, and there is no such file.`)
    return given
  }
  const found = fullBrowser() ?? installChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-roboto) or set CHROME_PATH.',
  )
}

/** The headless shell, which is faster (decision 0004), if installed; otherwise the same as `chromiumPath`. */
export function headlessPath(): string {
  if (process.env['CHROME_PATH']) return chromiumPath()
  return installed([SHELL]) ?? chromiumPath()
}

/** Runs before the tests, so that no two of them install at once. Throws with instructions if there is no browser. */
export function prepareBrowsers(): void {
  if (process.env['CHROME_PATH']) return void chromiumPath()
  const full = fullBrowser() ?? installChromium()
  if (installed([SHELL]) === undefined && isOffered(SHELL)) install(SHELL)
  if (full === undefined) headlessPath()
}

/** Launches Chromium with `flags` in addition to the common flags. */
export function launchChromium(executablePath = chromiumPath(), flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  })
}

const fullBrowser = (): string | undefined => installed(names) ?? applications.find((path) => existsSync(path))

function installed(programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const mayInstall = (): boolean => process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error

/** Whether the local package lists contain the package. */
const isOffered = (name: string): boolean => mayInstall() && spawnSync('apt-cache', ['show', name]).status === 0

function installChromium(): string | undefined {
  if (!mayInstall() || !succeeds('apt-get', ['update', '-qq'])) return undefined
  return install('chromium')
}

function install(name: string): string | undefined {
  console.log(`Installing ${name} (apt-get) …`)
  succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-roboto'])
  return installed([name])
}

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, [...APT_TIMEOUTS, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
