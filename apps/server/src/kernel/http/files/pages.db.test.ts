import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../../tests/support/database.ts'
import type { RunningKernel } from '../../create-kernel.ts'
import { testClock, testKernel } from '../../test-kernel.ts'
import { serveRoutes } from '../server.ts'

let database: TestDatabase
let running: RunningKernel
let app: FastifyInstance
let loads = 0
const SHELL = '<!doctype html><!--head--><div id="root"></div>'

const rendered: string[] = []
Object.assign(globalThis, { rendered })
const ENTRY = `export const pageAddress = (address) => {
  const { pathname, searchParams } = new URL(address, 'http://page')
  return pathname + (searchParams.has('tab') ? '?tab=' + searchParams.get('tab') : '')
}
export const render = (url, data, { template }) =>
  globalThis.rendered.push(url) < 0 ? null :
  url === '/old' ? { html: '', status: 200, location: '/' } :
  url === '/bad' ? (() => { throw new Error('no') })() :
  { html: template.replace('<!--head-->', '<title>' + url + '</title>') + '<main>' + JSON.stringify(data) + 'x'.repeat(2000) + '</main>', status: url === '/lost' ? 404 : 200 }`

beforeAll(async () => {
  database = await testDatabase()
  const dist = await mkdtemp(join(tmpdir(), 'web-'))
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(dist, path)), { recursive: true })
    await writeFile(join(dist, path), content)
  }
  await put('server/entry-server.js', ENTRY)
  await put('server/package.json', '{"type":"module"}')
  await put('client/assets/app-abc123.js', 'console.log(1)')
  await put('client/assets/app-abc123.js.gz', gzipSync('console.log(1)'))
  await put('client/service-worker.js', '// worker')
  await put('client/assets/offer-abc123.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await put('client/index.html', SHELL)
  await put('client/.vite/manifest.json', '{}')
  running = testKernel(database.url, { clock: testClock(), variables: { WEB_DIST: dist } })
  app = await serveRoutes(running.kernel, {
    routes: [],
    sessions: { find: async () => null },
    pageLoaders: {
      '/': async () => ({ settings: { loaded: ++loads } as never }),
      '/fails': async () => {
        throw new Error('the database is away')
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await running.stop()
  await database.drop()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

it('a page is rendered once for concurrent requests, and returns 304 if the client has the current version', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => get('/')))
  expect(new Set(responses.map((page) => page.body)).size).toBe(1)
  expect(loads).toBe(1)
  const page = await get('/')
  expect(page.body).toMatch(/^<!doctype html><title>\/<\/title><div id="root"><\/div><main>/)
  expect(page.body).toContain('{"now":"2026-11-21T12:00:00.000Z","settings":{"loaded":1}}')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await get('/', { 'if-none-match': String(page.headers['etag']) })).statusCode).toBe(304)
  expect((await get('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
})

it.each([
  ['/fails', 200, '{"now":'],
  ['/my-bets?tab=open', 200, '<title>/my-bets?tab=open</title>'],
  ['/lost', 404, '<main>'],
  ['//', 200, '<title>/</title>'],
  ['//[', 200, '<title>/[</title>'],
  ['//elsewhere.example/sports', 200, '<title>/elsewhere.example/sports</title>'],
  ['/bad', 500, '"code":"INTERNAL"'],
  ['/api/lost', 404, '"code":"NOT_FOUND"'],
  ['/missing.js', 404, '"code":"NOT_FOUND"'],
  ['/.vite/manifest.json', 404, '"code":"NOT_FOUND"'],
  ['/..%2fserver/entry-server.js', 404, '"code":"NOT_FOUND"'],
])('a request for the page %s returns HTTP %i', async (url, status, text) => {
  const page = await get(url)
  expect(page.statusCode).toBe(status)
  expect(page.body).toContain(text)
})

it('[APP-17] page URLs that differ only in unused query parameters share one cached rendering', async () => {
  rendered.length = 0
  const pages = await Promise.all(Array.from({ length: 100 }, (_, at) => get(`/my-bets?tab=own&x=${at}`)))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  expect(rendered).toEqual(['/my-bets?tab=own'])
})

it('[APP-17] when the render queue is full, the server sends the app shell instead of a rendered page', async () => {
  rendered.length = 0
  const pages = await Promise.all(Array.from({ length: 100 }, (_, at) => get(`/at-once-${at}`)))
  const shells = pages.filter(({ body }) => body === SHELL)
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(shells.length).toBeGreaterThan(30)
  expect(rendered).toHaveLength(100 - shells.length)
  expect((await get('/at-once-99')).body).toContain('<title>/at-once-99</title>')
})

it('[APP-17] a network above its rendering limit receives cached pages or the app shell', async () => {
  const from = (remoteAddress: string, url: string) => app.inject({ method: 'GET', url, remoteAddress })
  for (let count = 0; count < 600; count++)
    expect((await from('192.0.2.7', `/often-${count}`)).body).toContain(`<title>/often-${count}</title>`)
  rendered.length = 0
  expect((await from('192.0.2.7', '/often-600')).body).toBe(SHELL)
  expect(rendered).toEqual([])
  expect((await from('192.0.2.8', '/often-600')).body).toContain('<title>/often-600</title>')
  expect((await from('192.0.2.7', '/often-600')).body).toContain('<title>/often-600</title>')
})

it.each([
  ['/login', '/login'],
  ['/register?from=x', '/register'],
  ['//elsewhere.example/login', '/elsewhere.example/login'],
])(
  '[AUTH-01] a form posted to %s before scripts load returns the page without the entered values',
  async (url, location) => {
    const page = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'phoneNumber=772000200&password=secret',
    })
    expect([page.statusCode, page.headers['location']]).toEqual([303, location])
  },
)

it('a page render can return a redirect', async () => {
  const page = await get('/old')
  expect([page.statusCode, page.headers['location']]).toEqual([302, '/'])
})

it('static files with a hash in the name are immutable, others are revalidated, and both are sent compressed', async () => {
  const file = await get('/assets/app-abc123.js', { 'accept-encoding': 'gzip' })
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['content-encoding']).toBe('gzip')
  expect((await get('/assets/app-abc123.js')).body).toBe('console.log(1)')
  expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache')
})

it('pages and service workers have the document content security policy, also with status 304; other responses have a policy that allows no loading', async () => {
  const policyOf = async (url: string, headers?: Record<string, string>) =>
    (await get(url, headers)).headers['content-security-policy']
  const page = await get('/')
  const unchanged = { 'if-none-match': String(page.headers['etag']) }
  for (const policy of [
    page.headers['content-security-policy'],
    await policyOf('/', unchanged),
    await policyOf('/index.html'),
    await policyOf('/service-worker.js'),
    // This address names no file, so it is an app screen.
    await policyOf('/assets/nothing'),
  ])
    expect(policy).toContain("script-src 'self';")
  expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' })
  for (const url of ['/assets/offer-abc123.svg', '/missing.js', '/api/lost'])
    expect([url, await policyOf(url)]).toEqual([url, "default-src 'none';frame-ancestors 'none'"])
})

it('[APP-17] an immutable file has no headers for revalidation', async () => {
  const names = Object.keys((await get('/assets/app-abc123.js')).headers)
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-security-policy', 'x-request-id'])
    expect(names).not.toContain(name)
  expect(names).toContain('x-content-type-options')
})
