import { describe, expect, it } from 'vitest'
import { ugx, ugxFromShillings } from '../money/ugx.ts'
import { DEFAULT_SETTINGS } from '../settings/catalogue.ts'
import { checkAviatorBet, multiplierText, targetFromNumber, type AviatorBetRequest } from './bet-rules.ts'

describe('an Aviator bet', () => {
  const request: AviatorBetRequest = {
    stakeUgx: ugxFromShillings(10_000),
    autoHundredths: null,
    maxStakeUgx: null,
    isAutoBet: false,
    balanceUgx: ugxFromShillings(70_000),
    betsOfRound: 0,
    roundWinsUgx: ugx(0n),
    playerWinsUgx: ugx(0n),
    networkWinsUgx: ugx(0n),
  }

  it.each<[string, Partial<AviatorBetRequest>, Partial<typeof DEFAULT_SETTINGS>, string]>([
    ['an Aviator bet of the minimum is accepted', {}, {}, 'ok'],
    [
      '[AVI-13] an Aviator bet below the minimum is refused',
      { stakeUgx: ugxFromShillings(9_999) },
      {},
      'BELOW_MINIMUM',
    ],
    [
      '[AVI-13] an Aviator bet of a lowered minimum is accepted',
      { stakeUgx: ugxFromShillings(1_000) },
      { aviator_min_bet: 1_000 },
      'ok',
    ],
    [
      '[AVI-14] an Aviator bet above the balance is refused',
      { stakeUgx: ugxFromShillings(70_001) },
      {},
      'INSUFFICIENT_BALANCE',
    ],
    [
      '[AVI-36] an Aviator bet of a player with a negative balance is refused',
      { balanceUgx: ugx(-1n) },
      {},
      'NEGATIVE_BALANCE',
    ],
    [
      '[AVI-13] an Aviator bet below the minimum of all bets is refused',
      { stakeUgx: ugxFromShillings(11_999) },
      { min_bet_amount: 12_000 },
      'BELOW_MINIMUM',
    ],
    ['an Aviator bet by auto bet is accepted', { isAutoBet: true }, { aviator_auto_bet: true }, 'ok'],
    ['[AVI-14] an Aviator bet of the whole balance is accepted', { balanceUgx: ugxFromShillings(10_000) }, {}, 'ok'],
    [
      '[AVI-36] an Aviator bet of a player without balance is refused',
      { balanceUgx: ugx(0n) },
      {},
      'INSUFFICIENT_BALANCE',
    ],
    ['an Aviator bet above the maximum is refused', { stakeUgx: ugxFromShillings(5_000_001) }, {}, 'ABOVE_MAXIMUM'],
    [
      'an Aviator bet above the player’s limit set by staff is refused',
      { maxStakeUgx: ugxFromShillings(9_999) },
      {},
      'ABOVE_MAXIMUM',
    ],
    [
      'an Aviator bet at the player’s limit set by staff is accepted',
      { maxStakeUgx: ugxFromShillings(10_000) },
      {},
      'ok',
    ],
    [
      'an Aviator bet above the general maximum is refused even if staff set a higher limit',
      { stakeUgx: ugxFromShillings(5_000_001), maxStakeUgx: ugxFromShillings(6_000_000) },
      {},
      'ABOVE_MAXIMUM',
    ],
    ['a third Aviator bet in a round is refused', { betsOfRound: 2 }, {}, 'TWO_BETS'],
    ['an Aviator bet during maintenance is refused', {}, { maintenance_mode: true }, 'MAINTENANCE'],
    ['an Aviator bet while betting is disabled is refused', {}, { betting_enabled: false }, 'BETTING_DISABLED'],
    [
      'an Aviator bet by auto bet is refused while auto bet is switched off',
      { isAutoBet: true },
      { aviator_auto_bet: false },
      'AUTO_BET_OFF',
    ],
    [
      '[AVI-37] an Aviator bet that could win more than the maximum at 10.00 is refused',
      {},
      { aviator_max_win: 99_999 },
      'MAX_WIN',
    ],
    [
      '[AVI-37] an Aviator bet whose target keeps the win within the maximum is accepted',
      { autoHundredths: 300 },
      { aviator_max_win: 30_000 },
      'ok',
    ],
    [
      '[AVI-37] an Aviator bet that reaches the round’s limit exactly is accepted',
      { roundWinsUgx: ugxFromShillings(499_900_000) },
      {},
      'ok',
    ],
    [
      '[AVI-37] an Aviator bet that would exceed the round’s limit is refused',
      { roundWinsUgx: ugx(ugxFromShillings(499_900_000) + 1n) },
      {},
      'ROUND_FULL',
    ],
    [
      '[AVI-37] an Aviator bet that reaches the player’s share of a round exactly is accepted',
      { playerWinsUgx: ugxFromShillings(49_900_000) },
      {},
      'ok',
    ],
    [
      '[AVI-37] an Aviator bet that would exceed the player’s share of a round is refused',
      { playerWinsUgx: ugxFromShillings(49_900_001) },
      {},
      'PLAYER_SHARE',
    ],
    [
      '[AVI-37] an Aviator bet that reaches the network’s share of a round exactly is accepted',
      { networkWinsUgx: ugxFromShillings(249_900_000) },
      {},
      'ok',
    ],
    [
      '[AVI-37] an Aviator bet that would exceed the network’s share of a round is refused',
      { networkWinsUgx: ugxFromShillings(249_900_001) },
      {},
      'ROUND_FULL',
    ],
    [
      '[AVI-37] an Aviator bet that would exceed a lowered player’s share is refused',
      {},
      { aviator_max_round: 1_000_000, aviator_player_share: 9.99 },
      'PLAYER_SHARE',
    ],
  ])('Aviator betting rules: %s', (_, change, settings, expected) => {
    const evaluated = checkAviatorBet({ ...request, ...change }, { ...DEFAULT_SETTINGS, ...settings })
    expect(evaluated.ok ? 'ok' : evaluated.error.code).toBe(expected)
  })

  it.each([
    [1.1, false],
    [1.11, 111],
    [2.5, 250],
    [10, 1_000],
    [10.01, false],
    [2.005, false],
    [Number.NaN, false],
  ])('the cash-out target %d is parsed as %s hundredths (allowed: 1.11 to 10.00, two decimals)', (number, expected) => {
    const read = targetFromNumber(number)
    expect(read.ok ? read.value : false).toBe(expected)
    if (read.ok) expect(Number(multiplierText(read.value))).toBe(number)
  })
})
