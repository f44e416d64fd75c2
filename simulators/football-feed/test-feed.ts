import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { createFeed, type Feed, type MatchState } from './feed.ts'
import { readCsv, type CsvRow } from './season/csv.ts'
import { generateSeason } from './season/generated-season.ts'
import type { SeasonSource } from './season/match.ts'

/** A clock that a test controls. */
export const manualClock = (startMs: number) => {
  let nowMs = startMs
  return {
    now: () => nowMs,
    set: (ms: number) => void (nowMs = ms),
    pass: (ms: number) => void (nowMs += ms),
  }
}

export const SEED = 'test-season'
export const NOON = Date.UTC(2026, 10, 21, 12, 2, 30)

export const feedAt = (nowMs: number, source: SeasonSource = generateSeason(SEED), speed = 10): Feed =>
  createFeed({ clock: { now: () => nowMs }, speed, source })

export const listedAround = (feed: Feed): MatchState[] =>
  feed.list({ fromMs: feed.now() - 8 * DAY_MS, toMs: feed.now() + 8 * DAY_MS })

/** Invented lines in the format of a recorded season. */
export const recordedRows = (): CsvRow[] =>
  readCsv(
    [
      'Date,country,league,Season,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,home_close,home_open,draw_close,draw_open,away_close,away_open,over_2.5_close,over_2.5_open,under_2.5_close,under_2.5_open,bts_yes_close,bts_yes_open,bts_no_close,bts_no_open',
      '2021-08-13 21:00:00,england,premier-league,2021-2022,Alder,Birch,2,0,1,0,3.88,3.95,3.27,3.74,2.1,1.86,2.35,1.74,1.61,2.13,2.0,1.64,1.8,2.21',
      '2021-08-14 13:30:00,england,premier-league,2021-2022,Cedar,Elm,5,1,1,0,1.64,1.59,4.2,4.14,5.23,5.12,1.66,1.54,2.25,2.47,1.68,1.59,2.17,2.31',
      '2021-08-14 16:00:00,england,premier-league,2021-2022,Fir,Hazel,3,3,3,1,1.06,1.07,13.5,12,29,31,,,,,1.95,1.9,1.83,1.85',
      '2021-08-15 15:00:00,spain,laliga,2021-2022,Larch,Maple,0,0,0,0,2.42,2.6,2.99,3.14,3.33,2.81,2.68,2.31,1.47,1.6,2.19,1.97,1.66,1.81',
      '2021-08-20 15:00:00,spain,laliga,2021-2022,Maple,Oak,1,2,,,2.65,3.13,3.06,3.46,2.95,2.22,2.37,1.82,1.59,1.97,1.97,1.66,1.82,2.18',
      '2021-08-21 15:00:00,spain,laliga,2021-2022,Pine,Larch,,,,,2.65,3.13,3.06,3.46,2.95,2.22,2.37,1.82,1.59,1.97,1.97,1.66,1.82,2.18',
    ].join('\n'),
  )
