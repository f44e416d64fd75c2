import { describe, expect, it } from 'vitest'
import { loginReason } from '../shared/login-reason.ts'
import { redirectOf } from './guard.ts'

describe('guards', () => {
  it.each([
    ['[APP-13] a visitor at a player screen is sent to the login', 'player', { status: 'out' }, '/login'],
    ['a player at a player screen stays', 'player', { status: 'in' }, null],
    ['a remembered player at a player screen stays', 'player', { status: 'in', recalled: true }, null],
    ['[APP-12] a player at the login screen is sent to the home page', 'visitor', { status: 'in' }, '/'],
    ['a remembered player at the login screen stays', 'visitor', { status: 'in', recalled: true }, null],
    ['a visitor at the login screen stays', 'visitor', { status: 'out' }, null],
    ['a visitor at a public screen stays', 'public', { status: 'out' }, null],
    ['a player at a public screen stays', 'public', { status: 'in' }, null],
  ] as const)('route guards: %s', (_title, access, session, target) => {
    expect(redirectOf(access, session)).toBe(target)
  })

  it.each([
    ['[DEP-05]', '/deposit', 'Please log in to deposit funds.'],
    ['[WDR-05]', '/withdraw', 'Please log in to withdraw funds.'],
    ['[TICK-29]', '/bet/7', 'Authentication required. Please log in to view bet details.'],
    ['[SLIP-60]', '/betslip', 'Please log in to place a bet'],
    ['for a visitor at My Bets', '/mybets', 'Please log in to see your bets.'],
    ['for staff whose session has ended', '/admin/chat', 'Please log in to open the console.'],
    ['[APP-13]', '/payments/7', 'Please log in to see your payments.'],
    ['without a known reason', undefined, null],
  ])('$0 the login screen, after a redirect from $1, shows the reason $2', (_id, from, text) => {
    expect(loginReason(from)).toBe(text)
  })
})
