import { expect } from 'vitest'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { readCsv } from './season/csv.ts'
import { startFootballFeed, type FootballFeed, type FootballFeedOptions } from './start.ts'
import { manualClock, NOON, recordedRows, SEED } from './test-feed.ts'

export type Row = Record<string, string> & { goalscorer: Record<string, string>[]; lineup: unknown }

const open: FootballFeed[] = []
/** Call after each test. */
export async function closeFeeds(): Promise<void> {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
}

/** A feed with a test clock, requested over HTTP. */
export const startFeed = async (options: FootballFeedOptions = {}) => {
  const clock = manualClock(NOON)
  const feed = await startFootballFeed({ clock, seed: SEED, ...options })
  open.push(feed)
  const reply = (query: Record<string, string>) =>
    fetch(`${feed.url}/?${new URLSearchParams({ APIkey: feed.apiKey, timezone: 'UTC', ...query }).toString()}`)
  const request = async (query: Record<string, string>): Promise<unknown> => {
    const response = await reply(query)
    expect(response.status).toBe(200)
    return response.json()
  }
  const rows = async (query: Record<string, string>) => (await request(query)) as Row[]
  const order = async (body: unknown) => {
    const response = await fetch(`${feed.url}/control`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const event = async (id: string): Promise<Row> => {
    const [row] = await rows({ action: 'get_events', match_id: id })
    if (row === undefined) throw new Error(`no match ${id}`)
    return row
  }
  const season = async (query = '') => readCsv(await (await fetch(`${feed.url}/season.csv${query}`)).text())
  return { feed, clock, reply, request, rows, order, event, season }
}

/** Like `startFeed`, with five recorded matches that are each played within a minute. */
export const startLoaded = async () => {
  const running = await startFeed({ empty: true })
  const { body } = await running.order({
    action: 'load',
    matches: recordedRows().slice(0, 5),
    kickoffInSeconds: 60,
    speed: 60,
  })
  const loaded = body['matches'] as { match_id: string; kickoff: string; home: string }[]
  const first = loaded[1]?.match_id ?? ''
  const atMinute = (elapsed: number) =>
    running.clock.set(Date.parse(loaded[1]?.kickoff ?? '') + Math.round((elapsed * MINUTE_MS) / 60))
  return { ...running, loaded, id: first, atMinute }
}
