import { randomUUID } from 'node:crypto'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import type { GameRow } from '../../catalogue/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import type { Slip } from '../../../testing/test-bets.ts'

let app: BettingFixture
let game: GameRow
let other: GameRow
beforeAll(async () => {
  app = await bettingFixture()
  game = await app.game()
  other = await app.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })
})
afterAll(() => app.close())

const textOf = ({ body }: Awaited<ReturnType<BettingFixture['place']>>): string => body.detail ?? 'placed'

type Row = readonly [title: string, code: string, text: string, setUp: () => Promise<{ user: TestAccount; slip: Slip }>]

const single = async (over: Partial<Slip> = {}): Promise<Slip> => ({ selections: [await app.pick(game.id)], ...over })

const stakes: readonly Row[] = [
  [
    '[SLIP-30] a stake of zero',
    'STAKE_NOT_POSITIVE',
    'Please enter a valid stake amount',
    async () => ({ user: await app.player(), slip: await single({ stake: 0 }) }),
  ],
  [
    '[SLIP-30] a negative stake',
    'STAKE_NOT_POSITIVE',
    'Please enter a valid stake amount',
    async () => ({ user: await app.player(), slip: await single({ stake: -5_000 }) }),
  ],
  [
    '[SLIP-31] a stake below the lowest possible stake',
    'INVALID_STAKE',
    'Please enter a valid stake amount of at least UGX 1,000. Your minimum is UGX 10,000.',
    async () => ({ user: await app.player(), slip: await single({ stake: 999.99 }) }),
  ],
  [
    '[SLIP-32] a first bet below 25,000',
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 25,000',
    async () => ({
      user: await app.player({ balanceUgx: 50_000, hasBetBefore: false }),
      slip: await single({ stake: 24_999 }),
    }),
  ],
  [
    '[SLIP-34] a later bet below 10,000',
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 10,000',
    async () => ({ user: await app.player(), slip: await single({ stake: 9_999 }) }),
  ],
  [
    '[SLIP-36] [SLIP-62] a stake above the balance',
    'INSUFFICIENT_BALANCE',
    'Insufficient balance. Your balance: UGX 12,000.00, Required: UGX 12,000.01',
    async () => ({ user: await app.player({ balanceUgx: 12_000 }), slip: await single({ stake: 12_000.01 }) }),
  ],
  [
    '[SLIP-37] a stake above the maximum',
    'STAKE_ABOVE_MAXIMUM',
    'Maximum stake amount is UGX 5,000,000',
    async () => ({ user: await app.player({ balanceUgx: 9_000_000 }), slip: await single({ stake: 5_000_001 }) }),
  ],
  [
    '[SLIP-64] no selection',
    'NO_SELECTIONS',
    'Please select at least one bet.',
    async () => ({ user: await app.player(), slip: { selections: [] } }),
  ],
  [
    '[SLIP-11] 46 selections',
    'TOO_MANY_SELECTIONS',
    'A betslip holds at most 45 selections.',
    async () => ({
      user: await app.player(),
      slip: {
        selections: Array.from({ length: 46 }, () => ({ gameId: game.id, market: '1x2', selection: '1', odds: 2 })),
      },
    }),
  ],
]

const selections: readonly Row[] = [
  [
    '[SLIP-06] [SLIP-09] a selection without a game',
    'GAME_MISSING',
    'Game is missing a valid ID. Please refresh or contact support.',
    async () => ({ user: await app.player(), slip: { selections: [{ market: '1x2', selection: '1', odds: 2 }] } }),
  ],
  [
    '[SLIP-09] a game that does not exist',
    'GAME_MISSING',
    'Game is missing a valid ID. Please refresh or contact support.',
    async () => ({
      user: await app.player(),
      slip: { selections: [{ gameId: 'game-1-padded', market: '1x2', selection: '1', odds: 2 }] },
    }),
  ],
  ...(
    [
      ['made of the match text', () => 'Vipers SC vs KCCA FC'],
      ['padded', () => game.id.padStart(40, '0')],
      ['of a real game without its dashes', () => game.id.replaceAll('-', '')],
    ] as const
  ).map(([title, idOf]): Row => [
    `[MKT-22] an id ${title}`,
    'GAME_MISSING',
    'Game is missing a valid ID. Please refresh or contact support.',
    async () => ({
      user: await app.player(),
      slip: { selections: [{ ...(await app.pick(game.id)), gameId: idOf(), match: 'Vipers SC vs KCCA FC' }] },
    }),
  ]),
  [
    '[MKT-42] a game that has started',
    'GAME_CLOSED',
    'A game on your betslip has started or is closed for betting.',
    async () => {
      const started = await app.game()
      const slip = { selections: [await app.pick(started.id)] }
      await app.changeGame(started.id, { status: 'live' })
      return { user: await app.player(), slip }
    },
  ],
  [
    '[MKT-42] a game whose kick-off time has passed',
    'GAME_CLOSED',
    'A game on your betslip has started or is closed for betting.',
    async () => {
      const due = await app.game({ startTime: app.clock.now() })
      return {
        user: await app.player(),
        slip: { selections: [{ gameId: due.id, market: '1x2', selection: '1', odds: 2 }] },
      }
    },
  ],
  [
    '[MKT-40] a game without odds',
    'MARKET_UNAVAILABLE',
    'A selection on your betslip is not available at the moment.',
    async () => {
      const bare = await app.game({}, null)
      return {
        user: await app.player(),
        slip: { selections: [{ gameId: bare.id, market: '1x2', selection: '1', odds: 1.71 }] },
      }
    },
  ],
  [
    '[MKT-42] a suspended game',
    'MARKET_UNAVAILABLE',
    'A selection on your betslip is not available at the moment.',
    async () => {
      const halted = await app.game()
      const slip = { selections: [await app.pick(halted.id)] }
      await app.changeGame(halted.id, { suspended: true })
      return { user: await app.player(), slip }
    },
  ],
  [
    '[MKT-20] a market that the match does not have',
    'MARKET_UNAVAILABLE',
    'A selection on your betslip is not available at the moment.',
    async () => ({
      user: await app.player(),
      slip: { selections: [{ gameId: game.id, market: 'to_qualify', selection: '1', odds: 2 }] },
    }),
  ],
  [
    '[SLIP-07] a text that matches no selection',
    'MARKET_UNAVAILABLE',
    'A selection on your betslip is not available at the moment.',
    async () => ({
      user: await app.player(),
      slip: { selections: [{ gameId: game.id, selection: 'the blue ones', odds: 2 }] },
    }),
  ],
  [
    '[SLIP-04] two selections of one category',
    'SAME_CATEGORY',
    'Only one selection per category allowed',
    async () => ({
      user: await app.player(),
      slip: { selections: [await app.pick(game.id, '1x2', '1'), await app.pick(game.id, '1x2', 'X')] },
    }),
  ],
  [
    '[SLIP-04] the same selection twice',
    'SAME_CATEGORY',
    'Only one selection per category allowed',
    async () => ({
      user: await app.player(),
      slip: { selections: [await app.pick(game.id), await app.pick(game.id)] },
    }),
  ],
  [
    '[BETX-08] one match under two ids',
    'SAME_MATCH',
    'Two games on your betslip share a team, or are one game listed twice. Please remove one.',
    async () => {
      const copy = await app.game({ homeTeam: game.homeTeam.toUpperCase(), awayTeam: `${game.awayTeam} FC` })
      return { user: await app.player(), slip: { selections: [await app.pick(game.id), await app.pick(copy.id)] } }
    },
  ],
  [
    '[BETX-08] one team in two games at the same time',
    'SAME_MATCH',
    'Two games on your betslip share a team, or are one game listed twice. Please remove one.',
    async () => {
      const other = await app.game({ homeTeam: 'Another Team', awayTeam: game.homeTeam })
      return { user: await app.player(), slip: { selections: [await app.pick(game.id), await app.pick(other.id)] } }
    },
  ],
  [
    '[SLIP-05] a combination that cannot win',
    'IMPOSSIBLE_COMBINATION',
    'These selections of one game cannot all win.',
    async () => ({
      user: await app.player(),
      slip: {
        selections: [await app.pick(game.id, 'btts', 'yes'), await app.pick(game.id, 'over_under', 'under_1.5')],
      },
    }),
  ],
  [
    '[SLIP-50] odds worse than those seen',
    'ODDS_CHANGED',
    'The odds have changed. Please check your betslip.',
    async () => {
      const leg = await app.pick(game.id)
      return { user: await app.player(), slip: { selections: [{ ...leg, odds: leg.odds + 0.01 }] } }
    },
  ],
  [
    '[SLIP-45] [SLIP-50] total odds raised by the request',
    'ODDS_CHANGED',
    'The odds have changed. Please check your betslip.',
    async () => ({
      user: await app.player(),
      slip: { totalOdds: 1_000, selections: [await app.pick(game.id), await app.pick(other.id)] },
    }),
  ],
]

describe('a refused bet moves no money and gives the reason', () => {
  for (const [title, code, text, setUp] of [...stakes, ...selections])
    it(`a bet is refused for ${title}: ${code}`, async () => {
      const { user, slip } = await setUp()
      const before = await app.balance(user)
      const outcome = await app.place(user, slip)
      expect(codeOf(outcome)).toBe(code)
      expect(textOf(outcome)).toBe(text)
      expect(await app.balance(user)).toBe(before)
    })

  it('[SLIP-63] a bet is refused for an account that does not exist: PROFILE_NOT_FOUND', async () => {
    const outcomes = await app.placeTogether([app.request({ id: newId() }, await single())])
    expect(outcomes).toEqual([{ ok: false, error: { code: 'PROFILE_NOT_FOUND' } }])
    expect(ERRORS.PROFILE_NOT_FOUND.text).toBe('Your profile could not be found. Please try logging out and back in.')
  })
})

describe('settings', () => {
  it('[SLIP-39] a bet is refused while betting is disabled: BETTING_DISABLED', async () => {
    await app.set('betting_enabled', false)
    const outcome = await app.place(await app.player(), await single())
    await app.set('betting_enabled', true)
    expect(textOf(outcome)).toBe('Betting is currently disabled. Please try again later.')
  })

  it('[SLIP-40] a bet is refused during maintenance: MAINTENANCE', async () => {
    await app.set('maintenance_mode', true)
    const outcome = await app.place(await app.player(), await single())
    await app.set('maintenance_mode', false)
    expect(textOf(outcome)).toBe('The platform is under maintenance. Please try again later.')
  })

  it('[SLIP-38] a bet above the daily number of bets is refused, counted from midnight in Kampala', async () => {
    await app.set('max_daily_bets', 2)
    const user = await app.player()
    expect(codeOf(await app.place(user, await single()))).toBe('placed')
    expect(codeOf(await app.place(user, await single()))).toBe('placed')
    expect(textOf(await app.place(user, await single()))).toBe('You have reached the limit of 2 bets for today')
    app.clock.set(new Date('2026-11-21T21:00:10Z'))
    const tomorrow = await app.game()
    expect(codeOf(await app.place(user, { selections: [await app.pick(tomorrow.id)] }))).toBe('placed')
    app.clock.set(new Date('2026-11-21T12:00:10Z'))
    await app.set('max_daily_bets', 50)
  })

  it('[SLIP-38] the daily number of bets belongs to the later day when only one of two nodes has passed midnight', async () => {
    await app.set('max_daily_bets', 2)
    const user = await app.player()
    const tomorrow = await app.game({ startTime: new Date('2026-11-22T15:00:00Z') })
    const placeAt = async (time: string): Promise<string> => {
      app.clock.set(new Date(`2026-11-21T${time}Z`))
      return codeOf(await app.place(user, { selections: [await app.pick(tomorrow.id)] }))
    }
    expect(await placeAt('21:00:01')).toBe('placed')
    expect(await placeAt('20:59:59')).toBe('placed')
    expect(await placeAt('21:00:02')).toBe('DAILY_BET_LIMIT')
    app.clock.set(new Date('2026-11-21T12:00:10Z'))
    await app.set('max_daily_bets', 50)
  })

  it('[SLIP-70] the payout of a bet is capped at the maximum payout', async () => {
    await app.set('max_bet_amount', 1_000_000)
    await app.set('max_payout', 1_000_000)
    const ticket = await app.placed(await app.player({ balanceUgx: 5_000_000 }), {
      ...(await single()),
      stake: 1_000_000,
    })
    await app.set('max_payout', 500_000_000)
    await app.set('max_bet_amount', 5_000_000)
    expect(ticket.potentialWin).toBe(1_000_000)
  })
})

describe('accounts', () => {
  it('[SLIP-41] a bet with a negative balance is refused with the reason', async () => {
    const user = await app.player()
    const operator = '00000000-0000-7000-8000-000000000005'
    const move = (source: string, destination: string, amount: bigint) =>
      app.kernel.db.transaction((tx) =>
        app.modules.wallet.transfers.correct(
          tx,
          [{ source, destination, amount: ugx(amount), kind: 'top-up', reference: randomUUID(), description: '' }],
          app.clock.now(),
        ),
      )
    const answer = async () => textOf(await app.place(user, await single()))
    await move(user.id, operator, 100_050_000n)
    expect(await answer()).toBe(
      'Your balance is UGX −500.00 because a result was corrected. Deposits and winnings will cover it.',
    )
    await move(operator, user.id, 49_999n)
    expect(await answer()).toBe(
      'Your balance is UGX −0.01 because a result was corrected. Deposits and winnings will cover it.',
    )
    await move(operator, user.id, 5_000_001n)
    expect(await answer()).toBe('placed')
  })

  it('[AUTH-75] a bet is refused for an account that was frozen after the request passed the session check', async () => {
    const user = await app.player()
    await app.kernel.db.transaction((tx) => app.modules.wallet.accounts.setFrozen(tx, user.id, true))
    expect(codeOf(await app.place(user, await single()))).toBe('ACCOUNT_SUSPENDED')
  })

  it('[SLIP-35] a bet counts as a first bet if all earlier tickets are void', async () => {
    const user = await app.player({ balanceUgx: 100_000, hasBetBefore: false })
    expect(codeOf(await app.place(user, { ...(await single()), stake: 25_000 }))).toBe('placed')
    expect(codeOf(await app.place(user, { ...(await single()), stake: 10_000 }))).toBe('placed')
    await app.kernel.db.transaction((tx) =>
      app.modules.betting.tickets.adjustCounts(tx, { removedFromCount: [user.id, user.id] }),
    )
    expect(codeOf(await app.place(user, { ...(await single()), stake: 10_000 }))).toBe('STAKE_BELOW_MINIMUM')
  })

  it('[SLIP-35] a bet counts as a first bet if staff has cancelled all earlier tickets', async () => {
    const user = await app.player({ balanceUgx: 100_000, hasBetBefore: false })
    const bet = async (stake: number) => app.placed(user, { ...(await single()), stake })
    const refusal = async (stake: number) => codeOf(await app.place(user, { ...(await single()), stake }))
    const cancel = ({ id }: { readonly id: string }) =>
      app.kernel.db.transaction((tx) =>
        app.modules.betting.tickets.cancel(tx, { ticketId: id, actorId: newId(), reason: 'a mistake' }),
      )
    const [first, second] = [await bet(25_000), await bet(10_000)]
    await cancel(first)
    const third = await bet(10_000)
    for (const ticket of [second, third]) expect((await cancel(ticket)).ok).toBe(true)
    expect(await refusal(24_999)).toBe('STAKE_BELOW_MINIMUM')
    expect(await refusal(25_000)).toBe('placed')
  })

  /** Places bets together, with a daily stake limit in shillings. */
  async function placeLimited(user: TestAccount, shillingsADay: bigint, stakes: readonly number[]) {
    const { placeBets } = await import('./place-bets.ts')
    const none = { day: null, week: null, month: null }
    const nothing = { day: ugx(0n), week: ugx(0n), month: ugx(0n) }
    const limitStatus = {
      limits: { deposit: none, loss: none, stake: { ...none, day: ugx(shillingsADay * 100n) } },
      used: { deposit: nothing, loss: nothing, stake: nothing },
      excludedUntil: null,
    }
    const statuses = async () => new Map([[user.id, limitStatus]])
    const bet = await single()
    const batch = stakes.map((stake) => app.request(user, { ...bet, stake }))
    return (await placeBets(app.kernel, { ...app.deps, protection: { limitStatus: statuses } }, batch)).map(codeOf)
  }

  it('[PLAY-02] player limits are checked last, and a refused bet leaves its stake available to the next bet', async () => {
    const user = await app.player({ balanceUgx: 15_000 })
    expect(await placeLimited(user, 12_000n, [13_000, 11_000])).toEqual(['LIMIT_REACHED', 'placed'])
    expect(await app.balance(user)).toBe(4_000)
  })

  it('[PLAY-02] [SLIP-35] a bet refused by another rule does not count towards a player limit', async () => {
    const user = await app.player({ balanceUgx: 100_000, hasBetBefore: false })
    expect(await placeLimited(user, 28_000n, [30_000, 10_000, 25_000])).toEqual([
      'LIMIT_REACHED',
      'STAKE_BELOW_MINIMUM',
      'placed',
    ])
  })
})
