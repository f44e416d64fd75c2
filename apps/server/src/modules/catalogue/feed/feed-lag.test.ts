import { expect, it } from 'vitest'
import { feedMatch } from '../testing/feed-fixture.ts'
import { lagMeter } from './feed-lag.ts'

const playing = (home: number) =>
  feedMatch('1', { status: { kind: 'live', minute: 30, halfTime: false }, score: { home, away: 0 } })

type Event = readonly [kind: 'push' | 'answer', seconds: number, home: number]

it.each<readonly [string, readonly Event[], readonly number[]]>([
  [
    'included in the next response',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 12, 1],
    ],
    [0],
  ],
  [
    'missing once',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 14, 0],
      ['answer', 44, 1],
    ],
    [4],
  ],
  [
    'missing twice',
    [
      ['push', 0, 0],
      ['push', 10, 1],
      ['answer', 14, 0],
      ['answer', 19, 0],
      ['answer', 24, 1],
    ],
    [9],
  ],
  [
    'missing in a response that was requested before the goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 8, 0],
      ['answer', 11, 1],
    ],
    [0],
  ],
  [
    'known from an earlier response',
    [
      ['answer', 0, 1],
      ['push', 10, 1],
      ['answer', 12, 1],
    ],
    [],
  ],
  [
    'of a match that is pushed for the first time',
    [
      ['push', 10, 1],
      ['answer', 12, 1],
    ],
    [],
  ],
  [
    'cancelled before a response includes the goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['push', 20, 0],
      ['answer', 22, 0],
    ],
    [0],
  ],
  [
    'included, then missing once',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 12, 1],
      ['answer', 16, 0],
      ['answer', 20, 1],
      ['answer', 24, 1],
    ],
    [0, 6],
  ],
  [
    'cancelled without a push after a response included the goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 12, 1],
      ['answer', 40, 0],
      ['answer', 100, 0],
      ['answer', 140, 0],
      ['answer', 170, 0],
    ],
    [0],
  ],
  [
    'cancelled by a push after a response lacked the goal again',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 12, 1],
      ['answer', 16, 0],
      ['push', 18, 0],
      ['answer', 20, 0],
    ],
    [0, 0],
  ],
  [
    'never included, or cancelled without a push',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 70, 0],
      ['answer', 130, 0],
      ['answer', 160, 0],
    ],
    [120],
  ],
  [
    'whose response already has a newer goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 15, 2],
    ],
    [0],
  ],
  [
    'whose response lacks this goal and the previous goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['push', 12, 2],
      ['answer', 15, 0],
      ['answer', 18, 2],
    ],
    [3],
  ],
  [
    'that follows another goal',
    [
      ['answer', 0, 0],
      ['push', 10, 1],
      ['answer', 15, 1],
      ['push', 20, 2],
      ['answer', 23, 1],
      ['answer', 25, 2],
    ],
    [0, 3],
  ],
])('[TICK-48] the feed lag measured for a pushed goal $0 is, in seconds, $2', (_, events, lags) => {
  const meter = lagMeter()
  const measured = events.flatMap(([kind, seconds, home]) => {
    if (kind === 'answer') return meter.answered([playing(home)], seconds * 1000)
    meter.pushed([playing(home)], seconds * 1000)
    return []
  })
  expect(measured.map((ms) => ms / 1000)).toEqual(lags)
})
