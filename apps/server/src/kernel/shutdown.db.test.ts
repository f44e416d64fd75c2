import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { createDb } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { createLog } from './telemetry/log.ts'

let database: TestDatabase
let owner: Db
let child: ChildProcess
let output: string

beforeAll(async () => {
  database = await testDatabase()
  owner = createDb({ url: database.adminUrl, name: 'owner', maxConnections: 2, log: createLog('silent') })
  await owner.query('create table done (n int)')
})
afterEach(() => child.kill('SIGKILL'))
afterAll(async () => {
  await owner.close()
  await database.drop()
})

async function startProcess(variables: Record<string, string> = {}): Promise<string> {
  child = spawn(process.execPath, [new URL('test-slow-server.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      ...variables,
    },
  })
  output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = (): string | undefined => /"address":"([^"]+)"/.exec(output)?.[1]
  await expect.poll(address).toBeDefined()
  return address() ?? ''
}

const exitCode = async () => (child.exitCode ?? (await once(child, 'exit'))[0]) as number | null
const post = (address: string, n: number) =>
  fetch(`${address}/api/slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ n }),
  })

it('[OPS-07] on SIGTERM the server completes requests in progress, refuses new ones and exits', async () => {
  const address = await startProcess()
  const requests = Array.from({ length: 10 }, (_, n) => post(address, n))
  await expect.poll(() => output.match(/^received/gm)?.length).toBe(10)
  child.kill('SIGTERM')
  const answers = await Promise.all(requests)
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  expect(await exitCode()).toBe(0)
  expect(await owner.query('select n from done')).toHaveLength(10)
  await expect(post(address, 99)).rejects.toThrow('fetch failed')
})

it('a process started with EXIT_WITH_PARENT exits when its parent exits', async () => {
  await startProcess({ EXIT_WITH_PARENT: '1' })
  child.stdin?.end()
  expect(await exitCode()).toBe(0)
})

it('[OPS-08] a production start with an invalid configuration names the errors and exits', async () => {
  child = spawn(process.execPath, [new URL('../main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { NODE_ENV: 'production', DATABASE_URL: database.url, DEMO: '1' },
  })
  output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  expect(await exitCode()).toBe(1)
  for (const name of ['SESSION_SECRET', 'PRICE_KEY', 'RELWORX_API_KEY', 'DEMO']) expect(output).toContain(name)
})
