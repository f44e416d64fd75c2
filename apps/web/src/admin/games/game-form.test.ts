import { expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { changedFields, toCreateBody, previousValues, formValuesOf } from './game-form.ts'

const GAME = {
  homeTeam: 'SC Villa',
  awayTeam: 'Express FC',
  league: 'Premier League',
  country: null,
  sport: 'soccer',
  startTime: '2026-11-24T13:00:41.250Z',
  knockOut: false,
  homeOdds: 2.1,
  drawOdds: 3.4,
  awayOdds: 3.6,
  over25Odds: null,
  under25Odds: null,
  breakDuration: 10,
  matchDuration: 100,
  halfTimeDuration: 45,
} as AdminGame
const typed = formValuesOf(GAME)

it('[ADMG-05] the game form does not send unchanged fields', () => {
  expect(changedFields(typed, GAME)).toEqual({})
  expect(changedFields({ ...typed, awayTeam: 'Express', knockOut: true }, GAME)).toEqual({
    awayTeam: 'Express',
    knockOut: true,
  })
  expect(changedFields({ ...typed, startTime: '2026-11-24T17:00' }, GAME)).toEqual({
    startTime: '2026-11-24T17:00:00+03:00',
  })
})

it('[ADMG-05] the game form sends the previous values of changed fields, so that a colleague’s change is not overwritten', () => {
  const changes = changedFields({ ...typed, awayTeam: 'Express', startTime: '2026-11-24T17:00' }, GAME)
  expect(previousValues({ ...changes, status: 'live' }, GAME)).toEqual({
    awayTeam: 'Express FC',
    startTime: '2026-11-24T13:00:41.250Z',
  })
})

it('[ADMG-07] [ADMG-08] the game form sends emptied fields, so that the server can refuse the form', () => {
  expect(changedFields({ ...typed, homeTeam: '', startTime: '' }, GAME)).toEqual({ homeTeam: '', startTime: '' })
})

it('[ADMG-09] the game form sends all odds of a game when one of them changes', () => {
  const odds = { homeOdds: 2.1, drawOdds: null, awayOdds: 3.6, over25Odds: null, under25Odds: null }
  expect(changedFields({ ...typed, drawOdds: '' }, GAME)).toEqual(odds)
})

it('[ADMG-09] [ADMG-10] [ADMG-11] the game form sends all fields of a new game, with the specified defaults', () => {
  const blank = { breakDuration: '', matchDuration: '0', halfTimeDuration: 'x', homeOdds: '', league: ' ' }
  expect(toCreateBody({ ...formValuesOf(null), ...blank }, null)).toMatchObject({
    breakDuration: 10,
    matchDuration: 100,
    halfTimeDuration: 45,
    homeOdds: 0,
    drawOdds: null,
    awayOdds: 0,
    league: 'Friendly',
  })
})
