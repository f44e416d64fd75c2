import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { createMetrics } from '../../../kernel/telemetry/metrics.ts'
import { NOON } from '../../../testing/test-app.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'
import { type BettingFixture, bettingFixture, codeOf } from '../testing/betting-fixture.ts'
import { createLiabilityReader } from '../exposure/open-liabilities.ts'
import { createLiabilityBook, type LiabilityBook } from './liability.ts'
import { placeBets } from './place-bets.ts'

let app: BettingFixture
beforeAll(async () => {
  app = await bettingFixture()
})
afterAll(() => app.close())

const LIMITS = { selection: 250_000_000, game: 1_000_000_000, player: 50_000_000 }

async function setLimits(changed: Partial<typeof LIMITS> = {}): Promise<void> {
  const { selection, game, player } = { ...LIMITS, ...changed }
  await app.set('selection_liability_limit', selection)
  await app.set('game_liability_limit', game)
  await app.set('player_liability_limit', player)
}
beforeEach(() => setLimits())

/** The highest stake at these odds whose payout minus the stake stays within the limit. */
const stakeFor = (limit: number, odds: number): number => Math.floor((limit * 100) / Math.round(odds * 100 - 100))
const rich = (): Promise<TestAccount> => app.player({ balanceUgx: 9_000_000 })
const detailsOf = (response: { readonly text: string }) => (JSON.parse(response.text) as { details?: object }).details

describe('the limit of a selection', () => {
  it('[SLIP-72] a stake above the remaining liability limit of a selection is refused with the largest allowed stake, which is then accepted', async () => {
    await setLimits({ selection: 1_000_000 })
    const pick = await app.pick((await app.game()).id)
    const first = await rich()
    const most = stakeFor(1_000_000, pick.odds)
    await app.placed(first, { stake: 300_000, selections: [pick] })
    const second = await rich()
    const refused = await app.place(second, { stake: 800_000, selections: [pick] })
    expect(codeOf(refused)).toBe('STAKE_ABOVE_LIABILITY')
    expect(detailsOf(refused)).toMatchObject({ maximumUgx: most - 300_000 })
    expect(refused.text).toContain(
      `The most you can stake on this bet is UGX ${(most - 300_000).toLocaleString('en-UG')}`,
    )
    expect(await app.balance(second)).toBe(9_000_000)
    expect(codeOf(await app.place(second, { stake: most - 300_000, selections: [pick] }))).toBe('placed')
    expect(codeOf(await app.place(second, { stake: 10_000, selections: [pick] }))).toBe('LIABILITY_REACHED')
  })

  it('[SLIP-72] a Goalscorer selection has a separate liability limit', async () => {
    await app.set('scorer_liability_limit', 500_000)
    const { id } = await app.game()
    const scoring = { share: 0.3, quotedHundredths: 400 }
    await app.changeGame(id, { players: [{ id: '9', name: 'A. Striker', side: 'home', scoring }] })
    const [scorer, home] = await app.picks([id, 'anytime_scorer', '9'], [id, '1x2', '1'])
    if (scorer === undefined || home === undefined) throw new Error('no picks')
    const stake = stakeFor(500_000, scorer.odds)
    expect(codeOf(await app.place(await rich(), { stake: stake + 1, selections: [scorer] }))).toBe(
      'STAKE_ABOVE_LIABILITY',
    )
    expect(codeOf(await app.place(await rich(), { stake, selections: [scorer] }))).toBe('placed')
    expect(codeOf(await app.place(await rich(), { stake, selections: [home] }))).toBe('placed')
  })

  it('[SLIP-72] a selection at its liability limit does not block bets on other selections', async () => {
    await setLimits({ selection: 1_000_000 })
    const [game, other] = [await app.game(), await app.game()]
    const [home, away] = await app.picks([game.id, '1x2', '1'], [game.id, '1x2', '2'])
    if (home === undefined || away === undefined) throw new Error('no picks')
    const else1 = await app.pick(other.id)
    const player = await rich()
    await app.placed(player, { stake: stakeFor(1_000_000, home.odds), selections: [home] })
    expect(codeOf(await app.place(player, { selections: [home, else1] }))).toBe('LIABILITY_REACHED')
    expect(codeOf(await app.place(player, { selections: [away, else1] }))).toBe('placed')
  })

  it('[SLIP-72] bets of one batch count together towards the liability limit of a selection', async () => {
    await setLimits({ selection: 1_000_000 })
    const pick = await app.pick((await app.game()).id)
    const half = Math.floor(stakeFor(1_000_000, pick.odds) * 0.6)
    const batch = [app.request(await rich(), { stake: half, selections: [pick] })]
    batch.push(app.request(await rich(), { stake: half, selections: [pick] }))
    expect((await app.placeTogether(batch)).map(codeOf)).toEqual(['placed', 'STAKE_ABOVE_LIABILITY'])
  })

  it('[SLIP-72] refreshing the liability removes cancelled bets and adds bets of other nodes', async () => {
    await setLimits({ selection: 1_000_000 })
    const pick = await app.pick((await app.game()).id)
    const most = stakeFor(1_000_000, pick.odds)
    const player = await rich()
    const ticket = await app.placed(player, { stake: most, selections: [pick] })
    expect(codeOf(await app.place(player, { selections: [pick] }))).toBe('LIABILITY_REACHED')
    await app.kernel.db.transaction((tx) =>
      app.modules.betting.tickets.cancel(tx, { ticketId: ticket.id, actorId: newId(), reason: 'Test' }),
    )
    app.clock.set(new Date(app.clock.now().getTime() + 2 * MINUTE_MS))
    const again = await app.pick(pick.gameId ?? '')
    expect(codeOf(await app.place(await rich(), { stake: 20_000, selections: [again], acceptOddsChanges: true }))).toBe(
      'placed',
    )
    app.clock.set(NOON)
  })
})

describe('the limit of a game', () => {
  it('[SLIP-72] the liability limit of a game adds up its selections, and counts a same-game combination once at its joint odds', async () => {
    await setLimits({ game: 1_000_000 })
    const game = await app.game()
    const [home, both] = await app.picks([game.id, '1x2', '1'], [game.id, 'btts', 'yes'])
    if (home === undefined || both === undefined) throw new Error('no picks')
    const player = await rich()
    const combined = await app.placed(player, { stake: 100_000, selections: [home, both], acceptOddsChanges: true })
    const open = 100_000 * (combined.totalOdds - 1)
    const refused = await app.place(player, { stake: 2_000_000, selections: [home] })
    expect(codeOf(refused)).toBe('STAKE_ABOVE_LIABILITY')
    expect(detailsOf(refused)).toMatchObject({ maximumUgx: stakeFor(1_000_000 - Math.round(open), home.odds) })
    // After the next read, the database's sums give the same limit.
    app.clock.set(new Date(NOON.getTime() + 2 * MINUTE_MS))
    const again = await app.pick(game.id)
    const later = await app.place(player, { stake: 2_000_000, selections: [again] })
    expect(detailsOf(later)).toMatchObject({ maximumUgx: stakeFor(1_000_000 - Math.round(open), again.odds) })
    app.clock.set(NOON)
  })
})

describe('the limit of a player and game', () => {
  const LIMIT = 500_000

  it('[SLIP-73] the liability limit per player and game counts bets on all selections of the game, and other players can still bet', async () => {
    await setLimits({ player: LIMIT })
    const game = await app.game()
    const [home, away] = await app.picks([game.id, '1x2', '1'], [game.id, '1x2', '2'])
    if (home === undefined || away === undefined) throw new Error('no picks')
    const player = await rich()
    await app.placed(player, { stake: stakeFor(LIMIT, home.odds), selections: [home] })
    expect(codeOf(await app.place(player, { selections: [away] }))).toBe('LIABILITY_REACHED')
    expect(codeOf(await app.place(await rich(), { stake: 200_000, selections: [home] }))).toBe('placed')
  })

  it('[SLIP-73] bets placed on another node count towards the player’s liability limit before this node refreshes its figures', async () => {
    await setLimits({ player: LIMIT })
    const pick = await app.pick((await app.game()).id)
    const player = await rich()
    const liabilities = await otherNode()
    const stake = stakeFor(LIMIT, pick.odds)
    await app.placed(player, { stake, selections: [pick] })
    const onOtherNode = (amount: number) =>
      placeBets(app.kernel, { ...app.deps, liabilities }, [app.request(player, { stake: amount, selections: [pick] })])
    expect((await onOtherNode(stake)).map(codeOf)).toEqual(['LIABILITY_REACHED'])
    // A tenth of the limit is accepted without a read of the player's bets.
    const tenth = stakeFor(LIMIT / 10, pick.odds)
    expect((await onOtherNode(tenth)).map(codeOf)).toEqual(['placed'])
    expect((await onOtherNode(tenth)).map(codeOf)).toEqual(['LIABILITY_REACHED'])
  })

  it('[SLIP-73] a same-game combination is never accepted without reading the player’s open bets', async () => {
    await setLimits({ player: LIMIT })
    const game = await app.game()
    const [home, both] = await app.picks([game.id, '1x2', '1'], [game.id, 'btts', 'yes'])
    if (home === undefined || both === undefined) throw new Error('no picks')
    const player = await rich()
    const liabilities = await otherNode()
    await app.placed(player, { stake: stakeFor(LIMIT, home.odds), selections: [home] })
    const combination = app.request(player, { stake: 10_000, selections: [home, both], acceptOddsChanges: true })
    const [outcome] = await placeBets(app.kernel, { ...app.deps, liabilities }, [combination])
    expect(outcome && codeOf(outcome)).toBe('LIABILITY_REACHED')
  })

  it.each(['a shared device', 'a shared payer'])(
    '[SLIP-73] accounts with %s share one liability limit per game',
    async (relation) => {
      await setLimits({ player: LIMIT })
      const pick = await app.pick((await app.game()).id)
      const [first, second, unrelated] = [await rich(), await rich(), await rich()]
      await relate(relation === 'a shared device' ? 'device' : 'payer', first, second)
      const half = Math.floor(stakeFor(LIMIT, pick.odds) * 0.6)
      await app.placed(first, { stake: half, selections: [pick] })
      expect(codeOf(await app.place(second, { stake: half, selections: [pick] }))).toBe('STAKE_ABOVE_LIABILITY')
      expect(codeOf(await app.place(unrelated, { stake: half, selections: [pick] }))).toBe('placed')
    },
  )

  it('[SLIP-73] bets of related accounts in one batch share one liability limit', async () => {
    await setLimits({ player: LIMIT })
    const pick = await app.pick((await app.game()).id)
    const [first, second, unrelated] = [await rich(), await rich(), await rich()]
    await relate('device', first, second)
    const half = Math.floor(stakeFor(LIMIT, pick.odds) * 0.6)
    const batch = [first, second, unrelated].map((each) => app.request(each, { stake: half, selections: [pick] }))
    expect((await app.placeTogether(batch)).map(codeOf)).toEqual(['placed', 'STAKE_ABOVE_LIABILITY', 'placed'])
  })

  it('[SLIP-73] bets of related accounts in one batch share one liability limit, even if each stake is below a tenth of the limit', async () => {
    await setLimits({ player: LIMIT })
    const pick = await app.pick((await app.game()).id)
    const players = await Promise.all(Array.from({ length: 12 }, rich))
    await relate('device', ...players)
    const stake = stakeFor(LIMIT / 10, pick.odds)
    const batch = players.map((each) => app.request(each, { stake, selections: [pick] }))
    const outcomes = (await app.placeTogether(batch)).map(codeOf)
    expect(outcomes.filter((code) => code === 'placed')).toHaveLength(10)
  })

  it('[SLIP-73] earlier bets on a reopened game count towards the limit even before this node has received the reopening event', async () => {
    await setLimits({ player: LIMIT })
    const pick = await app.pick((await app.game()).id)
    const player = await rich()
    const stake = stakeFor(LIMIT, pick.odds)
    await app.placed(player, { stake, selections: [pick] })
    const rows = await app.modules.pricing.prices.gameRows([pick.gameId ?? ''])
    const closed = rows.map((row) => ({ ...row, status: 'live' as const, offerVersion: row.offerVersion - 1 }))
    const prices = { ...app.modules.pricing.prices, gameRows: () => Promise.resolve(closed) }
    const deps = { ...app.deps, pricing: { ...app.modules.pricing, prices } }
    const outcomes = await placeBets(app.kernel, deps, [app.request(player, { stake, selections: [pick] })])
    expect(outcomes.map(codeOf)).toEqual(['LIABILITY_REACHED'])
  })
})

/** The liability book of another node, read just now. */
async function otherNode(): Promise<LiabilityBook> {
  const reader = createLiabilityReader({ ...app.kernel, metrics: createMetrics() })
  const book = createLiabilityBook(app.kernel, reader)
  await reader.all(0)
  return book
}

let relations = 0

/** Gives the accounts a common device or payer. */
async function relate(by: 'device' | 'payer', ...players: readonly TestAccount[]): Promise<void> {
  relations += 1
  const phone = `+25678${String(relations).padStart(7, '0')}`
  for (const { id } of players) {
    await app.kernel.db.query(
      by === 'device'
        ? `insert into known_devices (user_id, device_hash, created_at, seen_at) values ($1, sha256($2::text::bytea), now(), now())`
        : `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
                                     description, provider, reference, stage, updated_at)
           values (gen_random_uuid(), $1, 'deposit', 100, 'success', now(), now(), $2, 'MTN', 'Deposit', 'test',
                   left(gen_random_uuid()::text, 20), 'done', now())`,
      [id, phone],
    )
  }
}
