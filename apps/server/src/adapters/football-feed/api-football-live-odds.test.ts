import { expect, it } from 'vitest'
import type { FeedAnswer, FeedGame } from '../../modules/catalogue/ports.ts'
import type { Page } from './api-football-call.ts'
import { readFixture } from './api-football-fixture.ts'
import { createLiveStops } from './api-football-live-odds.ts'
import type { FeedRow } from './feed-row.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

/** A match with two decided reviews. */
const MATCH = readFixture({
  fixture: { id: 7, timestamp: NOW.getTime() / 1_000, status: { short: '1H', elapsed: 20 } },
  teams: { home: { id: 1, name: 'Vipers SC' }, away: { id: 2, name: 'KCCA FC' } },
  events: [{ type: 'Var' }, { type: 'Var' }],
}) as FeedGame

const liveRow = (changes: FeedRow = {}): FeedRow => ({
  fixture: { id: 7 },
  status: { stopped: false, blocked: false, finished: false },
  update: NOW.toISOString(),
  odds: [{ id: 59, values: [{ value: 'Home', odd: '1.80', suspended: false }] }],
  ...changes,
})

/** What the responses report of the match, one after the other. */
async function reported(...responses: readonly (readonly FeedRow[])[]) {
  const left = [...responses]
  const stops = createLiveStops(async () => ({ ok: true, value: { rows: left.shift() ?? [], pages: 1 } }), {
    now: () => NOW,
  })
  const known = []
  for (const _response of responses) {
    await stops.request()
    known.push(shownBy(stops))
  }
  return known
}

/** What a poll that began this long after `NOW` knows of the match. */
function shownBy(stops: ReturnType<typeof createLiveStops>, afterMs = 0) {
  const { incidents, alerts, isStopped, ageMs } = stops.at(NOW.getTime() + afterMs)(MATCH)
  return { incidents, alerts, isStopped, ageMs }
}

const OPEN = { incidents: 2, alerts: 0, isStopped: false, ageMs: 0 }
const UNKNOWN = { incidents: null, alerts: undefined, isStopped: undefined, ageMs: undefined }

it.each([
  ['an updated row', liveRow(), OPEN],
  ['a row that was updated 15 seconds ago', liveRow({ update: '2026-11-21T11:59:45Z' }), { ...OPEN, ageMs: 15_000 }],
  ['a row that was updated 16 seconds ago', liveRow({ update: '2026-11-21T11:59:44Z' }), UNKNOWN],
  ['a row without the time of its update', liveRow({ update: null }), UNKNOWN],
  ['a row without odds', liveRow({ odds: [] }), UNKNOWN],
  ['a row of a finished match', liveRow({ status: { finished: true } }), UNKNOWN],
  ['no row of the match', liveRow({ fixture: { id: 8 } }), UNKNOWN],
] as const)('[INP-08] live odds of API-Football: %s', async (_title, row, expected) => {
  expect(await reported([row])).toEqual([expected])
})

it.each([
  ['the referee', { status: { stopped: true, blocked: false, finished: false } }],
  ['the bookmaker', { status: { stopped: false, blocked: true, finished: false } }],
  ['all values', { odds: [{ id: 59, values: [{ value: 'Home', odd: '1.80', suspended: true }] }] }],
])(
  '[INP-08] a stop by %s counts once, lasts until its end, and outlasts a response without the match',
  async (_title, stop) => {
    const stopped = { ...OPEN, alerts: 1, isStopped: true }
    expect(await reported([liveRow(stop)], [liveRow(stop)], [], [liveRow(stop)], [liveRow()], [liveRow(stop)])).toEqual(
      [stopped, stopped, UNKNOWN, stopped, { ...OPEN, alerts: 1 }, { ...stopped, alerts: 2 }],
    )
  },
)

it.each([
  ['equal', { home: 1, away: 0 }, undefined],
  ['different', { home: 2, away: 0 }, true],
  ['unknown', { home: null, away: null }, undefined],
])('[INP-08] a row of live odds with %s goals disputes the score of the match: $2', async (_title, goals, expected) => {
  const row = liveRow({ teams: { home: { goals: goals.home }, away: { goals: goals.away } } })
  const stops = createLiveStops(async () => ({ ok: true, value: { rows: [row], pages: 1 } }), { now: () => NOW })
  const live = { ...MATCH, score: { home: 1, away: 0 } }
  await stops.request()
  expect(stops.at(NOW.getTime())(live).isScoreDisputed).toBe(expected)
})

it('[INP-08] a row of live odds from the future does not show that nothing is happening', async () => {
  const later = (seconds: number) => liveRow({ update: new Date(NOW.getTime() + seconds * 1_000).toISOString() })
  expect(await reported([later(1)], [later(3)])).toEqual([OPEN, UNKNOWN])
})

it('[INP-06] [INP-08] the last response applies with its age while responses are missing, for at most 15 seconds', async () => {
  const answers: FeedAnswer<Page>[] = [{ ok: true, value: { rows: [liveRow()], pages: 1 } }]
  const stops = createLiveStops(async () => answers.shift() ?? { ok: false, error: 'REFUSED' }, { now: () => NOW })
  expect(shownBy(stops)).toEqual(UNKNOWN)
  await stops.request()
  expect(stops.outcomes(NOW.getTime())).toEqual(['RECEIVED'])
  expect(shownBy(stops)).toEqual(OPEN)
  await stops.request()
  expect(stops.outcomes(NOW.getTime())).toEqual(['REFUSED'])
  expect(shownBy(stops, 15_000)).toEqual({ ...OPEN, ageMs: 15_000 })
  expect(shownBy(stops, 15_001)).toEqual(UNKNOWN)
})

it('[INP-08] a response that arrives after that of a later request is ignored', async () => {
  let nowMs = NOW.getTime()
  const first = Promise.withResolvers<readonly FeedRow[]>()
  const second = [liveRow({ status: { stopped: true, blocked: false, finished: false } })]
  const responses = [first.promise, Promise.resolve(second)]
  const stops = createLiveStops(
    async () => ({ ok: true, value: { rows: (await responses.shift()) ?? [], pages: 1 } }),
    { now: () => new Date(nowMs) },
  )
  const late = stops.request()
  nowMs += 5_000
  await stops.request()
  first.resolve([liveRow()])
  await late
  expect(shownBy(stops)).toEqual({ ...OPEN, alerts: 1, isStopped: true })
})

/** Polls every five seconds. Each response arrives after its own poll, and before the next one. */
async function pollWithLateResponses(responses: readonly FeedAnswer<Page>[]) {
  let nowMs = NOW.getTime()
  const left = responses.map(() => Promise.withResolvers<FeedAnswer<Page>>())
  const requests = left.values()
  const stops = createLiveStops(async () => requests.next().value?.promise ?? { ok: false, error: 'QUOTA' }, {
    now: () => new Date(nowMs),
  })
  const polls = []
  for (const [at, response] of responses.entries()) {
    const requested = stops.request()
    polls.push({ outcomes: stops.outcomes(nowMs), ageMs: stops.at(nowMs)(MATCH).ageMs })
    left[at]?.resolve(response)
    await requested
    nowMs += 5_000
  }
  return polls
}

it('[INP-08] live odds that always arrive after their poll are received, and are late only before the first response', async () => {
  const received = [0, 5, 10].map((seconds): FeedAnswer<Page> => {
    const update = new Date(NOW.getTime() + seconds * 1_000).toISOString()
    return { ok: true, value: { rows: [liveRow({ update })], pages: 1 } }
  })
  expect(await pollWithLateResponses([...received, { ok: false, error: 'REFUSED' }, ...received.slice(0, 1)])).toEqual([
    { outcomes: ['LATE'], ageMs: undefined },
    { outcomes: ['RECEIVED'], ageMs: 5_000 },
    { outcomes: ['RECEIVED'], ageMs: 5_000 },
    { outcomes: ['RECEIVED'], ageMs: 5_000 },
    { outcomes: ['REFUSED'], ageMs: 10_000 },
  ])
})

it('[INP-08] a request without a response is late once the last live odds are older than 15 seconds', async () => {
  const responses = [Promise.resolve<FeedAnswer<Page>>({ ok: true, value: { rows: [liveRow()], pages: 1 } })]
  const silence = new Promise<FeedAnswer<Page>>(() => {})
  const stops = createLiveStops(() => responses.shift() ?? silence, { now: () => NOW })
  await stops.request()
  void stops.request()
  const afterSeconds = (seconds: number) => stops.outcomes(NOW.getTime() + seconds * 1_000)
  expect([afterSeconds(5), afterSeconds(15), afterSeconds(16)]).toEqual([['RECEIVED'], [], ['LATE']])
})
