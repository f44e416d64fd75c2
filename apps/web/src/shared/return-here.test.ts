import { describe, expect, it } from 'vitest'
import { landingOf } from './return-here.ts'

const PLAYER = { id: 'amina', role: 'user' } as const

const landingPath = (...of: Parameters<typeof landingOf>): string => landingOf(...of).path

describe('the screen after the login', () => {
  it.each([
    ['no screen', {}, '/'],
    ['a public screen', { from: '/live/7?tab=goals' }, '/live/7?tab=goals'],
    ['a list', { from: '/payments' }, '/payments'],
    ['their own ticket', { from: '/bet/7', playerId: 'amina' }, '/bet/7'],
    ['another player’s ticket', { from: '/bet/7', playerId: 'brian' }, '/'],
    ['another player’s payment', { from: '/payments/7', playerId: 'brian' }, '/'],
    ['another player’s list', { from: '/mybets', playerId: 'brian' }, '/'],
    ['a ticket of a push message, without a session', { from: '/bet/7' }, '/bet/7'],
    ['the console', { from: '/admin/users' }, '/'],
  ])('[APP-13] the screen after the login of a player who came from $0 is $2', (_what, state, path) => {
    expect(landingPath(state, PLAYER)).toBe(path)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'evil.example',
    ' //evil.example',
    '',
    '//',
  ])('[APP-13] the login does not redirect to the unsafe address %j', (from) => {
    expect(landingPath({ from }, PLAYER)).toBe('/')
  })

  it.each(['/mybets?highlight=7', '/aviator/verify?round=7', '/live/7?next=https://evil.example', '/search?q=//evil'])(
    '[APP-13] the login returns to %s with its query',
    (from) => {
      expect(landingPath({ from }, PLAYER)).toBe(from)
    },
  )

  it('[APP-15] the screen after the login of staff who came from the console is the console', () => {
    expect(landingPath({ from: '/admin/users/7' }, { id: 'carol', role: 'admin' })).toBe('/admin/users/7')
  })

  it('[APP-13] the login returns to the deposit with its amount, and another player does not get that amount', () => {
    const state = { from: '/deposit', playerId: 'amina', amount: 30_000 }
    expect(landingOf(state, PLAYER)).toEqual({ path: '/deposit', state: { amount: 30_000 } })
    expect(landingOf({ ...state, playerId: 'brian' }, PLAYER)).toEqual({ path: '/', state: null })
  })
})
