import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiFootballFacts } from './api-football-facts.ts'

const team = (id: number) => ({ team: { id, name: `Team ${id}` } })
const player = (name: string) => ({ player: { id: 1, name, number: 9 } })
const lineup = (id: number) => ({ ...team(id), startXI: [player(`Starter of ${id}`)], substitutes: [], coach: null })
const corners = (id: number, value: number) => ({ ...team(id), statistics: [{ type: 'Corner Kicks', value }] })

/** Responses by path; the away team is listed first. */
let responses: Record<string, object[]>
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://feed').pathname.slice(1)
  const rows = responses[path] ?? []
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ errors: [], results: rows.length, paging: { current: 1, total: 1 }, response: rows }))
})
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise((closed) => server.close(closed)))

const facts = () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createApiFootballFacts({ url, key: 'key', timeoutMs: 1_000 })
}
const fixture = { teams: { home: { id: 1 }, away: { id: 2 } }, league: { id: 3, season: 2026 } }

it('[LIVE-37] [LIVE-40] the API-Football adapter assigns statistics and line-ups by team id, not by list position', async () => {
  responses = {
    fixtures: [fixture],
    'fixtures/statistics': [corners(2, 7), corners(1, 4)],
    'fixtures/lineups': [lineup(2), lineup(1)],
  }
  expect(await facts().statistics('api-football:5')).toEqual({ ok: true, value: { corners: { home: 4, away: 7 } } })
  expect(await facts().lineups('api-football:5')).toMatchObject({
    value: { home: { starting: [{ name: 'Starter of 1' }] }, away: { starting: [{ name: 'Starter of 2' }] } },
  })
})

it('[LIVE-40] match facts from API-Football are empty for a team whose facts are not published yet', async () => {
  responses = { fixtures: [fixture], 'fixtures/statistics': [corners(2, 7)], 'fixtures/lineups': [lineup(2)] }
  expect(await facts().statistics('api-football:5')).toEqual({ ok: true, value: {} })
  expect(await facts().lineups('api-football:5')).toMatchObject({
    value: { home: null, away: { starting: [{ name: 'Starter of 2' }] } },
  })
})
