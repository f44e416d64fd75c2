import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** `CHROME_PATH`, else an installed browser, else one installed now where we may; throws with what to do otherwise. */
export function chromiumPath(): string {
  const given = process.env['CHROME_PATH']
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH is ${given}, and there is no such file.`)
    return given
  }
  const found = installedChromium() ?? installChromium()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-roboto) or set CHROME_PATH.',
  )
}

/** `flags` are added to the ones that every test wants. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
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

function installedChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications]
  return paths.find((path) => existsSync(path))
}

function installChromium(): string | undefined {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).error) return undefined
  console.log('Installing Chromium (apt-get) …')
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-roboto'], options)
  } catch {
    return undefined
  }
  return installedChromium()
}
