import { randomUUID } from 'node:crypto'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAINTENANCE_ERROR, setMaintenance } from '../support/maintenance.ts'
import { deposit, type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'
import { expectCleanLedger } from './ledger-proof.ts'
import { mustPlace } from '../support/place-bet.ts'

// Cash-out in the running product: the queue survives a kill, and feed events refuse an accepted offer.

const MINUTE_MS = 60_000
const NOTHING = { FTHG: '0', FTAG: '0', HTHG: '0', HTAG: '0' }

let product: Product
let player: Player

beforeAll(async () => {
  product = await startProduct({
    matches: recordedLines(3).map((line) => ({ ...line, ...NOTHING })),
    // The kick-off is less than an hour away, so line-ups do not arrive during a test and do not end a full-stake
    // offer.
    kickoffInSeconds: 3_000,
    feedSpeed: 1,
  })
  player = await registerPlayer(product, '774500010', { connections: 8 })
  await deposit(player, 1_000_000)
  await until('the games are on offer', async () => {
    const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
    return items.length === 3
  })
})
afterAll(() => product?.close())

const kickoff = (): number => Math.max(...product.loaded.map((match) => match.kickoff.getTime()))
const passes = (seconds: number) => product.clock.moveTo(new Date(product.clock.now().getTime() + seconds * 1000))

async function slipOf(at: number) {
  const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
  const game = items.find(({ homeTeam }) => homeTeam === product.loaded[at]?.home)
  const selections = [{ gameId: game?.id ?? '', market: 'over_under', selection: 'under_3.5', odds: 1.01 }]
  return { stake: 50_000, acceptOddsChanges: true, selections }
}

const placed = async (at: number): Promise<string> =>
  (await mustPlace(player.client, { body: await slipOf(at) })).ticket.id

const cashoutOf = (id: string): Promise<Cashout> => player.client.must('GET /api/bets/{id}/cashout', { params: { id } })

const offered = (id: string): Promise<number> => until('an offer is made', async () => (await cashoutOf(id)).offer)

const ended = (id: string): Promise<Cashout> =>
  until('the check has ended', async () => {
    const cashout = await cashoutOf(id)
    return cashout.state === 'checking' ? null : cashout
  })

const balance = async (): Promise<number> => (await player.client.must('GET /api/wallet', {})).balance

describe('cash-out in the running product', () => {
  it('[SLIP-40] during maintenance bets and payments are refused, but cash-outs, reads and the console work', async () => {
    const staff = await registerStaff(product, '774500028')
    const id = await placed(2)
    const offer = await offered(id)
    const before = await balance()
    await setMaintenance(staff, true)
    const { client, phone } = player
    const payment = { amount: 30_000, phoneNumber: phone, method: 'MTN' } as const
    const refused = [
      await client.call('POST /api/bets', { body: await slipOf(2) }),
      await client.call('POST /api/payments/deposits', { body: payment }),
      await client.call('POST /api/payments/withdrawals', { body: { amount: 30_000 } }),
      await client.call('POST /api/aviator/bets', { body: { stake: 20_000 } }),
    ]
    for (const reply of refused) expect(reply.ok ? reply.body : reply.problem).toMatchObject(MAINTENANCE_ERROR)
    expect(await balance()).toBe(before)

    for (const reading of [
      'GET /api/games',
      'GET /api/bets',
      'GET /api/payments',
      'GET /api/wallet/statement',
    ] as const)
      expect([reading, (await client.call(reading, { query: {} })).status]).toEqual([reading, 200])
    const paid = await client.must('POST /api/bets/{id}/cashout', { params: { id }, body: { offer } })
    expect(paid).toMatchObject({ state: 'paid', offer })
    expect(await balance()).toBe(before + offer)
    const { items } = await staff.client.must('GET /api/admin/bets', { query: { status: 'cashout' } })
    expect(items.map((ticket) => ticket.id)).toEqual([id])
    await setMaintenance(staff, false)
    await placed(2)
  })

  it('[TICK-45] [TICK-48] an accepted cash-out is paid once when the server is killed between acceptance and decision', async () => {
    const [killed, scored] = [await placed(0), await placed(1)]
    const before = await balance()
    await product.clock.moveTo(new Date(kickoff() + 20 * MINUTE_MS))
    await offered(killed)
    // The recorded match may have a recent red card.
    await passes(70)
    const offer = await offered(killed)
    expect(offer).toBeGreaterThan(30_000)
    const idempotencyKey = randomUUID()
    const request = { params: { id: killed }, body: { offer }, idempotencyKey }
    const first = await player.client.call('POST /api/bets/{id}/cashout', request)
    expect(first.status).toBe(202)
    await product.kill()
    await passes(16)
    await product.restart()
    const [again] = await Promise.all([
      player.client.call('POST /api/bets/{id}/cashout', request),
      player.client.call('POST /api/bets/{id}/cashout', request),
    ])
    expect(again?.response.text).toBe(first.response.text)
    expect(await ended(killed)).toMatchObject({ state: 'paid', offer })
    expect(await balance()).toBe(before + offer)

    const seen = await offered(scored)
    const answer = await player.client.must('POST /api/bets/{id}/cashout', {
      params: { id: scored },
      body: { offer: seen },
    })
    expect(answer.state).toBe('checking')
    product.feed.control({ action: 'goal', match_id: product.loaded[1]?.matchId, side: 'home' })
    expect((await ended(scored)).refused).toMatchObject({ offer: seen, why: 'CASHOUT_UNAVAILABLE' })
    expect(await cashoutOf(scored)).toMatchObject({ state: 'unavailable', reason: 'GOAL' })
    await passes(16)
    expect(await offered(scored)).toBeLessThan(seen)
    expect(await balance()).toBe(before + offer)
    await expectCleanLedger(product)
  })
})
