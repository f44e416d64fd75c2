import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import { feedPoller } from './follow-feed.ts'
import { isOpen } from '../games/game-change.ts'
import type { FootballFeed } from '../ports.ts'
import { at, BEFORE, feedMatch, type FeedFixture, feedFixture, ODDS, quoting } from '../testing/feed-fixture.ts'

let app: FeedFixture
beforeAll(async () => {
  app = await feedFixture()
  app.clock.set(BEFORE)
})
afterAll(() => app.close())

/** A node that starts to follow a feed with these matches; each poll returns an odds response. */
function following(matchIds: readonly string[], reach: Date | null = null) {
  let quoted = matchIds
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: 0,
    games: async () => ({ ok: true, value: matchIds.map((matchId) => feedMatch(matchId)) }),
    liveGames: async () => ({ ok: true, value: [] }),
    matches: async () => ({ ok: true, value: [] }),
    odds: async (_from, to) => quoting(reach ?? to, ...quoted),
  }
  const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
  return async (...ids: readonly string[]): Promise<void> => {
    quoted = ids
    await poller.poll()
  }
}
const open = async (...matchIds: readonly string[]): Promise<boolean[]> => {
  const games = await Promise.all(matchIds.map(app.stored))
  return games.map((game) => isOpen(game, BEFORE))
}

it('[MKT-40] [MKT-42] a match missing from one odds response stays open, and is closed after two such responses in a row', async () => {
  const answers = following(['left out', 'quoted'])
  await answers('left out', 'quoted')
  await answers('quoted')
  expect(await open('left out', 'quoted')).toEqual([true, true])
  await answers('left out', 'quoted')
  await answers('quoted')
  expect(await open('left out', 'quoted')).toEqual([true, true])
  await answers('quoted')
  expect(await open('left out', 'quoted')).toEqual([false, true])
  await answers('left out', 'quoted')
  expect(await open('left out')).toEqual([true])
})

it('[LIVE-09] [MKT-40] a manual score update joins a running update, so responses stay in order and an omission counts once', async () => {
  await following(['slip', 'moving'])('slip', 'moving')
  const answers: PromiseWithResolvers<number>[] = []
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: 0,
    games: async () => ({ ok: true, value: [feedMatch('moving')] }),
    liveGames: async () => ({ ok: true, value: [] }),
    matches: async () => ({ ok: true, value: [] }),
    async odds(_from, until) {
      const answer = Promise.withResolvers<number>()
      answers.push(answer)
      return {
        ok: true,
        value: { quotes: new Map([['moving', { ...ODDS, home: await answer.promise }]]), until },
      }
    },
  }
  const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
  const atOnce = [poller.poll(), poller.poll()]
  answers[1]?.resolve(2.3)
  await sleep(100)
  answers[0]?.resolve(2.2)
  await Promise.all(atOnce)
  expect(answers).toHaveLength(1)
  expect(await open('slip', 'moving')).toEqual([true, true])
  const next = poller.poll()
  answers[1]?.resolve(2.3)
  await next
  expect(await app.stored('moving')).toMatchObject({ homeOdds: 230 })
})

it('[MKT-40] odds that the feed withdrew while no node was running are removed when a node starts', async () => {
  await following(['before'])('before')
  expect(await open('before')).toEqual([true])
  const answers = following(['before', 'since'])
  await answers('since')
  await answers('since')
  expect(await open('before', 'since')).toEqual([false, true])
})

it('[MKT-40] a response that does not cover a match does not withdraw its odds', async () => {
  await following(['far'])('far')
  const answers = following(['far'], at(-1))
  await answers()
  await answers()
  expect(await open('far')).toEqual([true])
})

it('[MKT-42] a node that becomes leader again with no odds in memory keeps odds that another node has stored', async () => {
  let isReported = true
  const feed: FootballFeed = {
    idPrefix: '',
    weekPollMs: 0,
    games: async () => ({ ok: true, value: [feedMatch('renewed')] }),
    liveGames: async () => ({ ok: true, value: [] }),
    matches: async () => ({ ok: true, value: [] }),
    odds: async (_from, to) => (isReported ? quoting(to, 'renewed') : { ok: false, error: 'UNREACHABLE' }),
  }
  const poller = feedPoller({ ...app.kernel, metrics: createMetrics() }, feed, null, app.sink)
  await poller.poll()
  expect(await app.stored('renewed')).toMatchObject({ homeOdds: 185 })
  const newer = new Map([['renewed', { home: 2.05, draw: 3.4, away: 3.6 }]])
  await app.catalogue.feed.ingest([feedMatch('renewed')], newer, BEFORE)
  isReported = false
  await poller.poll()
  expect(await app.stored('renewed')).toMatchObject({ homeOdds: 205 })
})
