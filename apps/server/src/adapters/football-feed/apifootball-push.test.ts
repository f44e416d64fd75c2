import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFootballFeed, type FootballFeed } from '@mupiira/simulators/football-feed/start.ts'
import { manualClock, NOON, recordedRows } from '@mupiira/simulators/football-feed/test-feed.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { FeedGame } from '../../modules/catalogue/ports.ts'
import { createApifootball } from './apifootball.ts'
import { createApifootballPush, gamesReported } from './apifootball-push.ts'

let clock: ReturnType<typeof manualClock>
let simulator: FootballFeed
let connection: { close(): void } | undefined
let received: FeedGame[][]
beforeEach(async () => {
  clock = manualClock(NOON)
  received = []
  simulator = await startFootballFeed({ clock, empty: true })
  simulator.control({ action: 'load', matches: recordedRows().slice(0, 2), kickoffInSeconds: 0, speed: 1 })
  clock.pass(10 * MINUTE_MS)
})
afterEach(async () => {
  connection?.close()
  await simulator.close()
})

const listen = (key = simulator.apiKey, maxSilenceMs = 60_000) =>
  void (connection = createApifootballPush({
    url: `${simulator.url.replace('http', 'ws')}/livescore`,
    key,
    firstRetryMs: 20,
    maxSilenceMs,
  }).open((games) => received.push([...games])))
const last = (home: string) => received.flat().findLast(({ homeTeam }) => homeTeam === home)
const order = (home: string, request: object) => simulator.control({ match_id: last(home)?.matchId, ...request })

describe('pushed live scores of apifootball', () => {
  it('[LIVE-09] pushed live scores start with the same matches as the live list, then report changes until full time', async () => {
    listen()
    await expect.poll(() => received[0]?.length).toBe(2)
    const listed = await createApifootball({ url: simulator.url, key: simulator.apiKey }).liveGames(new Date(NOON))
    expect(listed.ok && listed.value).toEqual(received[0])
    const before = received.length
    const goals = last('Alder')?.goals.length ?? 0
    order('Alder', { action: 'goal', side: 'home' })
    await expect.poll(() => last('Alder')?.goals.length).toBe(goals + 1)
    expect(
      received
        .slice(before)
        .flat()
        .every(({ homeTeam }) => homeTeam === 'Alder'),
    ).toBe(true)
    order('Alder', { action: 'finish' })
    await expect.poll(() => last('Alder')?.status).toEqual({ kind: 'finished' })
  })

  it.each(['html', 'error-object', 'truncated', 'silence'])(
    '[OPS-06] pushed live scores continue after an invalid message: %s',
    async (mode) => {
      simulator.control({ action: 'faults', mode, only: 'livescore' })
      listen()
      const listed = createApifootball({ url: simulator.url, key: simulator.apiKey })
      expect((await listed.liveGames(new Date(NOON))).ok).toBe(true)
      clock.pass(MINUTE_MS)
      expect(received).toEqual([])
      simulator.control({ action: 'faults' })
      await expect
        .poll(() => {
          clock.pass(MINUTE_MS)
          return received.flat().length
        })
        .toBeGreaterThan(0)
    },
  )

  it('[OPS-06] pushed live scores resume over a new connection after an interruption or a long silence', async () => {
    simulator.control({ action: 'faults', mode: 'http-500', only: 'livescore' })
    listen(simulator.apiKey, 300)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(received).toEqual([])
    simulator.control({ action: 'faults' })
    await expect.poll(() => received.length).toBeGreaterThan(0)
    // Frozen matches produce no messages, so the client reconnects and receives all matches again.
    simulator.control({ action: 'freeze' })
    const countBefore = received.length
    await expect.poll(() => received.length).toBeGreaterThan(countBefore + 1)
  })

  it('pushed live scores are not sent to a client with a wrong key', async () => {
    listen('wrong')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(received).toEqual([])
  })

  it.each(['', ' ', 'ping', '{}', '[1]', 'null', '[{"match_id":"1"'])(
    'the push message %j contains no games',
    (message) => {
      expect(gamesReported(message)).toBeNull()
    },
  )
})
