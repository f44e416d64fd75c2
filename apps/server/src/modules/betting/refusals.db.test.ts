import { randomUUID } from 'node:crypto'
import { ugx } from '@mupiira/domain/money/ugx.ts'
import { errorText } from '@mupiira/contract/errors.ts'
import type { GameRow } from '../catalogue/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { type Book, codeOf, openBook, type Slip } from './test-book.ts'

let book: Book
let game: GameRow
let other: GameRow
beforeAll(async () => {
  book = await openBook()
  game = await book.game()
  other = await book.game({ homeTeam: 'Arsenal', awayTeam: 'Chelsea' })
})
afterAll(() => book.close())

const textOf = (outcome: Awaited<ReturnType<Book['place']>>): string =>
  'error' in outcome ? errorText(outcome.error, outcome.details) : 'placed'

type Row = readonly [title: string, code: string, text: string, setUp: () => Promise<{ user: string; slip: Slip }>]

const single = async (over: Partial<Slip> = {}): Promise<Slip> => ({ selections: [await book.pick(game.id)], ...over })

const stakes: readonly Row[] = [
  [
    '[SLIP-30] a stake of zero',
    'STAKE_NOT_POSITIVE',
    'Please enter a valid stake amount',
    async () => ({ user: await book.player(), slip: await single({ stake: 0 }) }),
  ],
  [
    '[SLIP-30] a negative stake',
    'STAKE_NOT_POSITIVE',
    'Please enter a valid stake amount',
    async () => ({ user: await book.player(), slip: await single({ stake: -5_000 }) }),
  ],
  [
    '[SLIP-31] a stake under the lowest of all',
    'INVALID_STAKE',
    'Please enter a valid stake amount of at least UGX 1,000.',
    async () => ({ user: await book.player(), slip: await single({ stake: 999.99 }) }),
  ],
  [
    '[SLIP-32] a first bet under 25,000',
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 25,000',
    async () => ({ user: await book.player(50_000, false), slip: await single({ stake: 24_999 }) }),
  ],
  [
    '[SLIP-34] a later bet under 10,000',
    'STAKE_BELOW_MINIMUM',
    'Minimum stake amount is UGX 10,000',
    async () => ({ user: await book.player(), slip: await single({ stake: 9_999 }) }),
  ],
  [
    '[SLIP-36] [SLIP-62] a stake above the balance',
    'INSUFFICIENT_BALANCE',
    'Insufficient balance. Your balance: UGX 12,000.00, Required: UGX 12,000.01',
    async () => ({ user: await book.player(12_000), slip: await single({ stake: 12_000.01 }) }),
  ],
  [
    '[SLIP-37] a stake above the maximum',
    'STAKE_ABOVE_MAXIMUM',
    'Maximum stake amount is UGX 5,000,000',
    async () => ({ user: await book.player(9_000_000), slip: await single({ stake: 5_000_001 }) }),
  ],
  [
    '[SLIP-64] no selection',
    'NO_SELECTIONS',
    'Please select at least one bet.',
    async () => ({ user: await book.player(), slip: { selections: [] } }),
  ],
  [
    '[SLIP-11] 46 selections',
    'TOO_MANY_SELECTIONS',
    'A slip holds at most 45 selections.',
    async () => ({
      user: await book.player(),
      slip: {
        selections: Array.from({ length: 46 }, () => ({ gameId: game.id, market: '1x2', selection: '1', odds: 2 })),
      },
    }),
  ],
  [
    '[SLIP-63] an account that does not exist',
    'PROFILE_NOT_FOUND',
    'Your profile could not be found. Please try logging out and back in.',
    async () => ({ user: game.id, slip: await single() }),
  ],
]

const selections: readonly Row[] = [
  [
    '[SLIP-06] [SLIP-09] a selection without a game',
    'GAME_MISSING',
    'Game is missing a valid ID. Please refresh or contact support.',
    async () => ({ user: await book.player(), slip: { selections: [{ market: '1x2', selection: '1', odds: 2 }] } }),
  ],
  [
    '[SLIP-09] an invented game',
    'GAME_MISSING',
    'Game is missing a valid ID. Please refresh or contact support.',
    async () => ({
      user: await book.player(),
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
      user: await book.player(),
      slip: { selections: [{ ...(await book.pick(game.id)), gameId: idOf(), match: 'Vipers SC vs KCCA FC' }] },
    }),
  ]),
  [
    '[MKT-42] a game that has started',
    'GAME_CLOSED',
    'A game on your slip has started or is closed for betting.',
    async () => {
      const started = await book.game()
      const slip = { selections: [await book.pick(started.id)] }
      await book.change(started.id, { status: 'live' })
      return { user: await book.player(), slip }
    },
  ],
  [
    '[MKT-42] a game whose start has come by the clock',
    'GAME_CLOSED',
    'A game on your slip has started or is closed for betting.',
    async () => {
      const due = await book.game({ startTime: book.clock.now() })
      return {
        user: await book.player(),
        slip: { selections: [{ gameId: due.id, market: '1x2', selection: '1', odds: 2 }] },
      }
    },
  ],
  [
    '[MKT-40] a game without odds',
    'MARKET_UNAVAILABLE',
    'A selection on your slip is not available at the moment.',
    async () => {
      const bare = await book.game({}, null)
      return {
        user: await book.player(),
        slip: { selections: [{ gameId: bare.id, market: '1x2', selection: '1', odds: 1.71 }] },
      }
    },
  ],
  [
    '[MKT-42] a suspended game',
    'MARKET_UNAVAILABLE',
    'A selection on your slip is not available at the moment.',
    async () => {
      const halted = await book.game()
      const slip = { selections: [await book.pick(halted.id)] }
      await book.change(halted.id, { suspended: true })
      return { user: await book.player(), slip }
    },
  ],
  [
    '[MKT-20] a market that the match does not have',
    'MARKET_UNAVAILABLE',
    'A selection on your slip is not available at the moment.',
    async () => ({
      user: await book.player(),
      slip: { selections: [{ gameId: game.id, market: 'to_qualify', selection: '1', odds: 2 }] },
    }),
  ],
  [
    '[SLIP-07] a text that names no selection',
    'MARKET_UNAVAILABLE',
    'A selection on your slip is not available at the moment.',
    async () => ({
      user: await book.player(),
      slip: { selections: [{ gameId: game.id, selection: 'the blue ones', odds: 2 }] },
    }),
  ],
  [
    '[SLIP-04] two selections of one category',
    'SAME_CATEGORY',
    'Only one selection per category allowed',
    async () => ({
      user: await book.player(),
      slip: { selections: [await book.pick(game.id, '1x2', '1'), await book.pick(game.id, '1x2', 'X')] },
    }),
  ],
  [
    '[SLIP-04] the same selection twice',
    'SAME_CATEGORY',
    'Only one selection per category allowed',
    async () => ({
      user: await book.player(),
      slip: { selections: [await book.pick(game.id), await book.pick(game.id)] },
    }),
  ],
  [
    '[SLIP-05] a combination that cannot happen',
    'IMPOSSIBLE_COMBINATION',
    'These selections of one game cannot all win.',
    async () => ({
      user: await book.player(),
      slip: {
        selections: [await book.pick(game.id, 'btts', 'yes'), await book.pick(game.id, 'over_under', 'under_1.5')],
      },
    }),
  ],
  [
    '[SLIP-50] odds worse than those seen',
    'ODDS_CHANGED',
    'The odds have changed. Please check your slip.',
    async () => {
      const leg = await book.pick(game.id)
      return { user: await book.player(), slip: { selections: [{ ...leg, odds: leg.odds + 0.01 }] } }
    },
  ],
  [
    '[SLIP-45] [SLIP-50] total odds raised by the request',
    'ODDS_CHANGED',
    'The odds have changed. Please check your slip.',
    async () => ({
      user: await book.player(),
      slip: { totalOdds: 1_000, selections: [await book.pick(game.id), await book.pick(other.id)] },
    }),
  ],
]

describe('a bet that is refused moves no money and says why', () => {
  for (const [title, code, text, setUp] of [...stakes, ...selections])
    it(`${title}: ${code}`, async () => {
      const { user, slip } = await setUp()
      const before = await book.balance(user)
      const outcome = await book.place(user, slip)
      expect(codeOf(outcome)).toBe(code)
      expect(textOf(outcome)).toBe(text)
      expect(await book.balance(user)).toBe(before)
    })
})

describe('settings', () => {
  it('[SLIP-39] betting that is disabled: BETTING_DISABLED', async () => {
    await book.set('betting_enabled', false)
    const outcome = await book.place(await book.player(), await single())
    await book.set('betting_enabled', true)
    expect(textOf(outcome)).toBe('Betting is currently disabled. Please try again later.')
  })

  it('[SLIP-40] maintenance: MAINTENANCE', async () => {
    await book.set('maintenance_mode', true)
    const outcome = await book.place(await book.player(), await single())
    await book.set('maintenance_mode', false)
    expect(textOf(outcome)).toBe('The platform is under maintenance. Please try again later.')
  })

  it('[SLIP-38] a bet beyond those of the day, which begins at midnight in Kampala', async () => {
    await book.set('max_daily_bets', 2)
    const user = await book.player()
    expect(codeOf(await book.place(user, await single()))).toBe('placed')
    expect(codeOf(await book.place(user, await single()))).toBe('placed')
    expect(textOf(await book.place(user, await single()))).toBe('You have reached the limit of 2 bets for today')
    book.clock.set(new Date('2026-11-21T21:00:10Z'))
    const tomorrow = await book.game()
    expect(codeOf(await book.place(user, { selections: [await book.pick(tomorrow.id)] }))).toBe('placed')
    book.clock.set(new Date('2026-11-21T12:00:10Z'))
    await book.set('max_daily_bets', 50)
  })

  it('[SLIP-38] counts on with the later day where another node is not yet at midnight', async () => {
    await book.set('max_daily_bets', 2)
    const user = await book.player()
    const tomorrow = await book.game({ startTime: new Date('2026-11-22T15:00:00Z') })
    const placeAt = async (time: string): Promise<string> => {
      book.clock.set(new Date(`2026-11-21T${time}Z`))
      return codeOf(await book.place(user, { selections: [await book.pick(tomorrow.id)] }))
    }
    expect(await placeAt('21:00:01')).toBe('placed')
    expect(await placeAt('20:59:59')).toBe('placed')
    expect(await placeAt('21:00:02')).toBe('DAILY_BET_LIMIT')
    book.clock.set(new Date('2026-11-21T12:00:10Z'))
    await book.set('max_daily_bets', 50)
  })

  it('[SLIP-70] cuts potential win to the maximum payout', async () => {
    await book.set('max_bet_amount', 1_000_000)
    await book.set('max_payout', 1_000_000)
    const ticket = await book.placed(await book.player(5_000_000), { ...(await single()), stake: 1_000_000 })
    await book.set('max_payout', 500_000_000)
    await book.set('max_bet_amount', 5_000_000)
    expect(ticket.potentialWin).toBe(1_000_000)
  })
})

describe('accounts', () => {
  it('[SLIP-41] a negative balance bars betting and says why, until it is made good', async () => {
    const user = await book.player()
    const house = '00000000-0000-7000-8000-000000000005'
    const move = (source: string, destination: string, amount: bigint) =>
      book.kernel.db.transaction((tx) =>
        book.deps.wallet.correct(
          tx,
          [{ source, destination, amount: ugx(amount), kind: 'top-up', reference: randomUUID(), description: '' }],
          book.clock.now(),
        ),
      )
    const answer = async () => textOf(await book.place(user, await single()))
    await move(user, house, 100_050_000n)
    expect(await answer()).toBe('Your balance is UGX −500.00 because a result was corrected. Deposits reduce it.')
    await move(house, user, 49_999n)
    expect(await answer()).toBe('Your balance is UGX −0.01 because a result was corrected. Deposits reduce it.')
    await move(house, user, 5_000_001n)
    expect(await answer()).toBe('placed')
  })

  it('[AUTH-75] an account that was frozen after the request was let in places nothing', async () => {
    const user = await book.player()
    await book.kernel.db.transaction((tx) => book.deps.wallet.setFrozen(tx, user, true))
    expect(codeOf(await book.place(user, await single()))).toBe('ACCOUNT_SUSPENDED')
  })

  it('[SLIP-35] a bet stays the first one while the tickets before it were void', async () => {
    const user = await book.player(100_000, false)
    expect(codeOf(await book.place(user, { ...(await single()), stake: 25_000 }))).toBe('placed')
    expect(codeOf(await book.place(user, { ...(await single()), stake: 10_000 }))).toBe('placed')
    await book.kernel.db.transaction((tx) => book.betting.countOpen(tx, { gone: [user, user] }))
    expect(codeOf(await book.place(user, { ...(await single()), stake: 10_000 }))).toBe('STAKE_BELOW_MINIMUM')
  })

  it('[SLIP-35] a bet stays the first one while staff has cancelled every ticket before it', async () => {
    const user = await book.player(100_000, false)
    const bet = async (stake: number) => book.placed(user, { ...(await single()), stake })
    const refusal = async (stake: number) => codeOf(await book.place(user, { ...(await single()), stake }))
    const cancel = ({ id }: { readonly id: string }) =>
      book.kernel.db.transaction((tx) =>
        book.betting.cancel(tx, { ticketId: id, actorId: newId(), reason: 'a mistake' }, book.clock.now()),
      )
    const [first, second] = [await bet(25_000), await bet(10_000)]
    await cancel(first)
    const third = await bet(10_000)
    for (const ticket of [second, third]) expect((await cancel(ticket)).ok).toBe(true)
    expect(await refusal(24_999)).toBe('STAKE_BELOW_MINIMUM')
    expect(await refusal(25_000)).toBe('placed')
  })

  /** Together, where the player may stake so many shillings a day. */
  async function placeLimited(user: string, shillingsADay: bigint, stakes: readonly number[]) {
    const { placeBets } = await import('./place-bets.ts')
    const none = { day: null, week: null, month: null }
    const nothing = { day: ugx(0n), week: ugx(0n), month: ugx(0n) }
    const standing = {
      limits: { deposit: none, loss: none, stake: { ...none, day: ugx(shillingsADay * 100n) } },
      used: { deposit: nothing, loss: nothing, stake: nothing },
      excludedUntil: null,
    }
    const standings = async () => new Map([[user, standing]])
    const bet = await single()
    const batch = stakes.map((stake) => book.request(user, { ...bet, stake }))
    return (await placeBets(book.kernel, { ...book.deps, protection: { standings } }, batch)).map(codeOf)
  }

  it('[PLAY-02] asks the limits last, and a bet that they refuse leaves its stake to the next', async () => {
    const user = await book.player(15_000)
    expect(await placeLimited(user, 12_000n, [13_000, 11_000])).toEqual(['LIMIT_REACHED', 'placed'])
    expect(await book.balance(user)).toBe(4_000)
  })

  it('[PLAY-02] [SLIP-35] a bet that another rule refuses takes no room of a limit from the next', async () => {
    const user = await book.player(100_000, false)
    expect(await placeLimited(user, 28_000n, [30_000, 10_000, 25_000])).toEqual([
      'LIMIT_REACHED',
      'STAKE_BELOW_MINIMUM',
      'placed',
    ])
  })
})
