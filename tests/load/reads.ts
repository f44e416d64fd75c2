import { execFileSync, spawn, type ChildProcess, type ExecFileSyncOptions } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOperator } from '../support/operator.ts'
import { until } from '../support/player.ts'
import { listedMatches } from '../support/listed-matches.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'

/**
 * `npm run bench -- reads [seconds]`: the list of games and the home page while prices change, against a bare route of
 * the same framework and nginx with one worker, which send the same bytes from memory. The three servers are measured
 * alternately. The measured server uses one processor, and the client uses the other.
 */
const seconds = Number(process.argv[2] ?? 5)
const TURNS = 3
const CONNECTIONS = 64
const GAMES = 30
const PRICE_EVERY_MS = 250
const SERVER_CPU = '1'
const CLIENT_CPU = '0'
const ENCODING = 'br'
const root = join(import.meta.dirname, '../..')

const GAMES_PATH = `/api/games?limit=${GAMES}`
const HOME_PATH = '/'

if (cpus().length < 2) throw new Error('two processors are needed: one for the server, one for the client')
for (const program of ['nginx', 'wrk']) ensure(program)

// On tmpfs where available, so nginx reads no disk.
const memory = mkdtempSync(join(tmpFolder(), 'mupiira-reads-'))
const started: ChildProcess[] = []
const product = await startProduct({
  matches: listedMatches(GAMES),
  kickoffInSeconds: 7_200,
  spreadSeconds: 20_000,
  env: { WEB_DIST: join(root, 'apps/web/dist'), TRUST_PROXY: '0' },
})
const operator = startOperator(product)
try {
  const client = product.client(1)
  const priced = await until('the games are listed', async () => {
    const { items } = await client.must('GET /api/games', { query: { limit: 100 } })
    const games = items.filter((game) => game.priced)
    return games.length >= GAMES ? games : null
  })
  const gameId = priced?.[0]?.id
  if (gameId === undefined) throw new Error('there is no game')

  const served = [await take('games', GAMES_PATH), await take('home', HOME_PATH)]
  const bare = await startBare(served)
  const nginx = await startNginx(served)
  pin(product.pid(), SERVER_CPU)

  let moving = true
  const prices = (async () => {
    for (let step = 0; moving; step++) {
      const homeOdds = 180 + (step % 40)
      await operator.order('change-game', { gameId, change: { homeOdds } }).catch(() => undefined)
      await sleep(PRICE_EVERY_MS)
    }
  })()
  const rates = new Map<string, number[]>()
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { name, path } of served) {
      for (const [who, url] of [
        ['ours', `${product.url}${path}`],
        ['bare', `${bare}/${name}`],
        ['nginx', `${nginx}/${name}`],
      ] as const) {
        const rate = measureRate(url)
        rates.set(`${who} ${name}`, [...(rates.get(`${who} ${name}`) ?? []), rate])
        console.log(`turn ${turn + 1}: ${name} by ${who}: ${rate.toFixed(0)}/s`)
      }
    }
  }
  moving = false
  await prices

  const middle = (name: string): number => rates.get(name)?.sort((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0
  const ratio = (name: string, baseline: string): number => middle(`ours ${name}`) / middle(`${baseline} ${name}`)
  const games = ratio('games', 'bare')
  const home = ratio('home', 'bare')
  const web = Math.min(ratio('games', 'nginx'), ratio('home', 'nginx'))
  console.log(
    `RESULT reads games_ratio=${games.toFixed(3)} home_ratio=${home.toFixed(3)} nginx_ratio=${web.toFixed(3)} games_per_second=${middle('ours games').toFixed(0)} home_per_second=${middle('ours home').toFixed(0)}`,
  )
} finally {
  for (const child of started) child.kill('SIGTERM')
  await operator.close()
  await product.close()
  rmSync(memory, { recursive: true, force: true })
}

type Served = { readonly name: string; readonly path: string; readonly file: string; readonly type: string }

/** The bytes of one response on the wire. */
async function take(name: string, path: string): Promise<Served> {
  // The file stores the compressed bytes, because the benchmark compares bytes on the wire.
  const file = join(memory, name)
  execFileSync('curl', ['-s', '-H', `accept-encoding: ${ENCODING}`, '-o', file, product.url + path])
  chmodSync(file, 0o644)
  return { name, path, file, type: name === 'home' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8' }
}

async function startBare(files: readonly Served[]): Promise<string> {
  const port = await freePort()
  const entry = join(import.meta.dirname, 'reads/bare-server.ts')
  const args = files.flatMap(({ name, file, type }) => [name, file, type])
  return follow(spawn(process.execPath, [entry, String(port), ENCODING, ...args], { stdio: 'inherit' }), port)
}

async function startNginx(files: readonly Served[]): Promise<string> {
  const port = await freePort()
  mkdirSync(join(memory, 'run'))
  const places = files.map(
    ({ name, type }) =>
      `location = /${name} { default_type "${type}"; types {} add_header content-encoding ${ENCODING}; add_header cache-control no-cache; }`,
  )
  const config = join(memory, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; worker_processes 1; pid ${memory}/run/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  open_file_cache max=100 inactive=60s; open_file_cache_valid 60s;
  client_body_temp_path ${memory}/run; proxy_temp_path ${memory}/run; fastcgi_temp_path ${memory}/run;
  uwsgi_temp_path ${memory}/run; scgi_temp_path ${memory}/run;
  server { listen 127.0.0.1:${port}; root ${memory}; ${places.join(' ')} }
}`,
  )
  return follow(spawn('nginx', ['-c', config, '-p', memory], { stdio: ['ignore', 'ignore', 'inherit'] }), port)
}

async function follow(child: ChildProcess, port: number): Promise<string> {
  started.push(child)
  const url = `http://127.0.0.1:${port}`
  await until('the other server responds', async () => (await fetch(`${url}/games`).catch(() => null))?.ok === true)
  if (child.pid === undefined) throw new Error('the other server did not start')
  pin(child.pid, SERVER_CPU)
  return url
}

/** Responses per second over keep-alive connections without pauses. */
function measureRate(url: string): number {
  const wrk = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', `accept-encoding: ${ENCODING}`, url]
  const output = execFileSync('taskset', ['-c', CLIENT_CPU, ...wrk], { encoding: 'utf8' })
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: not every response was successful\n${output}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? Number.NaN)
}

function pin(pid: number, cpu: string): void {
  execFileSync('taskset', ['-acp', cpu, String(pid)], { stdio: 'ignore' })
}

function tmpFolder(): string {
  try {
    execFileSync('test', ['-w', '/dev/shm'])
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

function ensure(program: string): void {
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] }
  try {
    execFileSync('which', [program], options)
  } catch {
    if (process.getuid?.() !== 0)
      throw new Error(`${program} is missing: install it (Debian: apt-get install ${program}).`)
    console.log(`Installing ${program} (apt-get) …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { ...options, env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', program], { ...options, env })
  }
}
