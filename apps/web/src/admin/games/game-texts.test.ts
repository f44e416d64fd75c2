import { describe, expect, it } from 'vitest'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { ApiError, NetworkError } from '../../shared/api/errors.ts'
import {
  differingResultText,
  fetchFailure,
  FORM_STATUSES,
  instantOf,
  isOver,
  localOf,
  offerText,
  refreshFailure,
  saveFailure,
  scoreOf,
  startOf,
  syncFailure,
} from './game-texts.ts'
import { decimalOf } from '../kit/typed-odds.ts'

const refusal = (status: number, code: keyof typeof ERRORS, detail = 'the disk is full') =>
  new ApiError(status, { code, detail })

describe('texts about games', () => {
  it('[ADMG-05] [ADMG-13] an unchanged start is sent with its seconds, so that saving does not reschedule a live match', () => {
    const game = { startTime: '2026-11-24T08:06:41.250Z' }
    expect(startOf(localOf(game.startTime), game)).toBe(game.startTime)
    expect(startOf('2026-11-24T11:07', game)).toBe('2026-11-24T11:07:00+03:00')
    expect(startOf('2026-11-24T11:06', null)).toBe('2026-11-24T11:06:00+03:00')
  })

  it('[SETL-44] the console explains a late feed result and what staff can do', () => {
    const rest = '. Correct the result below, or enter the current result again to keep it.'
    const score = { home: 2, away: 1 }
    expect(differingResultText({ ...score, halfTime: null })).toBe(`The feed now reports another result: 2 – 1${rest}`)
    const half = { home: 1, away: 0 }
    expect(differingResultText({ ...score, halfTime: half })).toBe(
      `The feed now reports another result: 2 – 1, half time 1 – 0${rest}`,
    )
  })

  it('[ADMG-12] the console shows no score for a match that has not started, although 0 – 0 is stored', () => {
    const books = { homeScore: 0, awayScore: 0 }
    expect(scoreOf({ ...books, status: 'upcoming' })).toBe('–')
    expect(scoreOf({ ...books, status: 'live' })).toBe('0 – 0')
    expect(scoreOf({ homeScore: null, awayScore: null, status: 'finished' })).toBe('–')
  })

  it('[ADMG-05] the console offers no suspension and no price change once the game is over', () => {
    expect(isOver({ status: 'upcoming', result: null })).toBe(false)
    expect(isOver({ status: 'abandoned', result: null })).toBe(false)
    expect(isOver({ status: 'cancelled', result: null })).toBe(true)
    expect(isOver({ status: 'settled', result: null })).toBe(true)
  })

  it.each([
    [
      refusal(401, 'NOT_AUTHENTICATED', '❌ Authentication required: Please log in to manage games.'),
      /^❌ Authentication required: Please log in to manage games\.$/,
    ],
    [refusal(422, 'GAME_TEAMS_MISSING', ERRORS.GAME_TEAMS_MISSING.text), /^Home team and away team are required\.$/],
    [refusal(422, 'GAME_START_MISSING', ERRORS.GAME_START_MISSING.text), /^Start time is required\.$/],
    [refusal(403, 'NOT_ALLOWED'), /may not manage games.*server/],
    // Staff closed the confirmation of their identity.
    [refusal(403, 'CONFIRMATION_NEEDED'), /^$/],
    [
      new ApiError(400, { code: 'INVALID_FIELDS', detail: 'x', errors: [{ path: '/league', message: 'is too long' }] }),
      /^❌ Validation Error: League is too long\. Please check that all required fields are filled correctly\.$/,
    ],
    [refusal(500, 'INTERNAL'), /^❌ Database Error: the disk is full$/],
    [new Error('no paper'), /^Unexpected error: no paper$/],
  ])(
    '[ADMG-06] [ADMG-07] [ADMG-08] [ADMG-16] [ADMG-17] [ADMG-18] [ADMG-19] after a save with the result %s, the game form shows the message %s',
    (error, text) => {
      expect(saveFailure(error)).toMatch(text)
    },
  )

  it('[ADMG-21] [ADMG-22] [ADMG-23] the game list of the console shows messages while loading and refreshing', () => {
    expect(fetchFailure(refusal(500, 'INTERNAL'))).toBe(
      'Failed to fetch games: the disk is full. Please check your server connection.',
    )
    expect(fetchFailure(new NetworkError('unreachable'))).toBe(
      'Network error. Please check your internet connection and server configuration.',
    )
    expect(refreshFailure(refusal(500, 'INTERNAL'))).toBe('Refresh failed: the disk is full')
  })

  it('[ADMG-27] [ADMG-28] the console explains a score synchronisation that fails or that an older server does not support', () => {
    expect(syncFailure(refusal(500, 'INTERNAL'))).toBe('❌ Score Sync Failed: the disk is full')
    expect(syncFailure(refusal(404, 'NOT_FOUND'))).toMatch(/cannot synchronise scores/)
  })

  it.each([
    [null, 'betting stays closed.'],
    [
      { home: 2.01, draw: 3.2, away: 3.4, over25: 1.98, under25: null },
      'players are offered 2.01 · 3.20 · 3.40; over and under 2.5 1.98 · –.',
    ],
    [{ home: 1.5, draw: null, away: 2.4, over25: null, under25: null }, 'players are offered 1.50 · – · 2.40.'],
  ])('[ADMG-09] the console describes the odds %j after a change as "%s"', (offered, text) => {
    expect(offerText(offered)).toBe(text)
  })

  it.each([
    ['', null],
    ['2.1', 2.1],
    ['2,1', 2.1],
    [' 2.10 ', 2.1],
    ['1e3', null],
    ['abc', null],
    ['0', 0],
  ])('[ADMG-09] the console reads odds entered as "%s" as %s', (typed, odds) => {
    expect(decimalOf(typed)).toBe(odds)
  })

  it('[ADMG-13] the console shows times in Kampala, and offers four statuses in the form', () => {
    expect(localOf('2026-11-21T22:30:00.000Z')).toBe('2026-11-22T01:30')
    expect(new Date(instantOf('2026-11-22T01:30')).toISOString()).toBe('2026-11-21T22:30:00.000Z')
    expect(instantOf('')).toBe('')
    expect(FORM_STATUSES).toEqual(['upcoming', 'live', 'finished', 'cancelled'])
  })
})
