import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import type { Settings } from '../settings/types.ts'
import { cashoutCheckMs, liveDelayIn, liveWaitMs } from './live-wait.ts'

const CUP = { league: 'Cup', country: 'Uganda' }
const OTHER = { league: 'Cup', country: 'Kenya' }
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  bet_delay_seconds: 8,
  cashout_delay: 10,
  in_play_leagues: { 'Uganda/Cup': { delaySeconds: 12 } },
}
const NONE = { extraDelaySeconds: 0, isExcluded: false }

describe('the wait of live bets and cashouts', () => {
  it('[INP-05] [INP-10] [INP-12] is the longest delay of the live games with the seconds that staff has added, or the delay of the feed', () => {
    expect(liveDelayIn([], 5, SETTINGS)).toBe(0)
    expect(liveDelayIn([OTHER], 5, SETTINGS)).toBe(13)
    expect(liveDelayIn([OTHER, CUP], 0, SETTINGS)).toBe(12)
    expect(liveWaitMs(8, 5_000)).toBe(8_000)
    expect(liveWaitMs(8, 9_500)).toBe(9_500)
  })

  it.each([
    [0, NONE],
    [5_000, NONE],
    [20_000, NONE],
    [5_000, { extraDelaySeconds: 7, isExcluded: false }],
  ])(
    '[COUT-03] [INP-12] a live cashout is checked as long as a live bet waits: feed delay %d ms, %j',
    (feedMs, restriction) => {
      const settings = { ...SETTINGS, in_play_betting: 'on' } as const
      for (const live of [[OTHER], [CUP, OTHER]])
        expect(cashoutCheckMs(live, feedMs, restriction, settings)).toBe(
          liveWaitMs(liveDelayIn(live, restriction.extraDelaySeconds, settings), feedMs),
        )
    },
  )

  it('[INP-12] [COUT-05] the longest delay checks the live cashouts of a player who is excluded from live bets', () => {
    const excluded = { extraDelaySeconds: 4, isExcluded: true }
    expect(cashoutCheckMs([CUP], 5_000, excluded, { ...SETTINGS, in_play_betting: 'on' })).toBe(19_000)
    expect(cashoutCheckMs([CUP], 5_000, excluded, { ...SETTINGS, in_play_betting: 'off' })).toBe(24_000)
    expect(cashoutCheckMs([], 0, excluded, { ...SETTINGS, in_play_betting: 'on' })).toBe(0)
  })

  it('[TICK-48] with live betting off, the check is the delay of cashouts and that of the feed', () => {
    const settings = { ...SETTINGS, in_play_betting: 'off' } as const
    expect(cashoutCheckMs([CUP], 5_000, NONE, settings)).toBe(15_000)
    expect(cashoutCheckMs([CUP], 5_000, { extraDelaySeconds: 3, isExcluded: false }, settings)).toBe(18_000)
    expect(cashoutCheckMs([CUP], 0, NONE, { ...settings, cashout_delay: 0 })).toBe(0)
    expect(cashoutCheckMs([], 0, NONE, settings)).toBe(0)
  })
})
