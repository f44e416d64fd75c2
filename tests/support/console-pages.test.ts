import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS } from '@mupiira/contract/operations.ts'
import { expect, it } from 'vitest'
import { type ConsolePage, pagesOf, requestsOf } from './console-pages.ts'

const CONSOLE = join(import.meta.dirname, '../../apps/web/src/admin')
/** Operations that forms call while the user types, downloads, and saved filters; no page waits for them. */
const WITHOUT_PAGE = [
  '/api/admin/adjustments/foreseen',
  '/api/admin/audit/export',
  '/api/admin/bets/export',
  '/api/admin/offer',
  '/api/admin/saved-filters',
  '/api/admin/transactions/export',
  '/api/admin/users/export',
  '/api/admin/users/{id}/ledger/export',
]

const some = ['01990000-0000-7000-8000-000000000001']
const pages = pagesOf(
  {
    users: some,
    phones: some,
    staff: some,
    tickets: some,
    codes: some,
    payments: some,
    references: some,
    shortReferences: some,
    games: some,
    names: some,
    conversations: some,
  },
  new Date('2026-11-21T12:00:00Z'),
)

/** The operation of an address; if two match, the more specific one. */
function operationOf(address: string): string {
  const [path = ''] = address.split('?')
  const fits = OPERATIONS.filter(
    (each) => each.method === 'GET' && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const [found] = fits.map((fit) => fit.path).toSorted((a, b) => a.split('{').length - b.split('{').length)
  if (found === undefined) throw new Error(`nothing answers ${address}`)
  return found
}
const measured = (which: (page: ConsolePage) => boolean): Set<string> =>
  new Set(pages.filter(which).flatMap((page) => page.paths.flatMap((path) => requestsOf(page, path)).map(operationOf)))

/** The operations that the console's screens read. */
const read = new Set(
  readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(CONSOLE, name), 'utf8').matchAll(/'GET (\/api\/admin\/[^']+)'/g)])
    .map(([, path = '']) => path),
)

it('every operation that a console screen reads belongs to a page measured by the console proof', () => {
  const all = measured(() => true)
  expect([...read].filter((path) => !all.has(path)).toSorted()).toEqual(WITHOUT_PAGE)
})

it('every operation of a page measured by the console proof is read by a screen', () => {
  expect(
    [...measured(({ isForOtherPrograms }) => isForOtherPrograms !== true)].filter((path) => !read.has(path)),
  ).toEqual([])
})
