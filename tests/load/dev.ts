import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/player.ts'

/**
 * `npm run bench -- dev`: runs `npm run dev` with separate data, edits a component and a server file, and measures the
 * time until each edit is visible. The component must keep its state. Both files are restored.
 *
 *     npm run bench -- dev [runs]
 */
const runs = Number(process.argv[2] ?? 3)
const root = join(import.meta.dirname, '../..')
const COMPONENT = join(root, 'apps/web/src/player/auth/login-screen.tsx')
const SERVER = join(root, 'apps/server/src/kernel/http/health.ts')
const ERROR = 'Please enter both phone number and password'
const READY_WITHIN_MS = 120_000
const PAUSE_MS = 5_000
const limits = { component_ms: 500, server_ms: 3_000 }

const originals = new Map([COMPONENT, SERVER].map((file) => [file, readFileSync(file, 'utf8')]))
const data = mkdtempSync(join(tmpdir(), 'mupiira-dev-'))
const port = await freePort()
const url = `http://localhost:${port}`
const dev = spawn(process.execPath, ['scripts/dev.ts'], {
  cwd: root,
  env: { ...process.env, PORT: String(port), MUPIIRA_DATA: data },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await launchChromium()
try {
  await until('npm run dev is ready', async () => (await fetch(url).catch(() => null))?.ok === true, READY_WITHIN_MS)
  const page = await browser.newPage()
  const component = median(await componentEdits(page))
  const server = median(await serverEdits())
  for (const [name, value] of [
    ['component_ms', component],
    ['server_ms', server],
  ] as const)
    if (value > limits[name]) console.log(`${name}: ${value}, expected at most ${limits[name]}`)
  console.log(`RESULT dev component_ms=${component} server_ms=${server}`)
} finally {
  for (const [file, text] of originals) writeFileSync(file, text)
  await browser.close()
  await ended(dev)
  rmSync(data, { recursive: true, force: true })
}

async function componentEdits(page: Page): Promise<number[]> {
  await page.goto(`${url}/login`)
  const logIn = page.locator('main button[type=submit]')
  // The first visit compiles the app, and Vite reloads the page when it finds more dependencies.
  await until(
    'the form answers',
    async () => {
      await logIn.click({ timeout: 1_000 }).catch(() => undefined)
      return page.getByText(ERROR).isVisible()
    },
    READY_WITHIN_MS,
  )
  await page.evaluate('window.isSamePage = true')
  return measured(async (run) => {
    const text = `Edit ${run}`
    edit(COMPONENT, '</Form>', `<p>${text}</p></Form>`)
    await page.waitForFunction(`document.body.innerText.includes('${text}')`, null, { polling: 'raf' })
    if (!(await page.getByText(ERROR).isVisible()) || !(await page.evaluate('window.isSamePage')))
      throw new Error('the component lost its state')
  })
}

async function serverEdits(): Promise<number[]> {
  return measured(async (run) => {
    edit(SERVER, "'ok'", `'edit ${run}'`)
    await until('the edit is served', async () => {
      const answer = await fetch(`${url}/healthz`).catch(() => null)
      return answer?.ok === true && (await answer.text()).includes(`edit ${run}`)
    })
  })
}

function edit(file: string, from: string, to: string): void {
  const original = originals.get(file) ?? ''
  if (!original.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, original.replace(from, to))
}

async function measured(run: (at: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < runs; at++) {
    const began = performance.now()
    await run(at)
    times.push(Math.round(performance.now() - began))
    // A server that has just started finishes its first jobs before it stops.
    await sleep(PAUSE_MS)
  }
  console.log(times.join(' ms, ') + ' ms')
  return times
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
