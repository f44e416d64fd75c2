import type { Ticket } from '@mupiira/contract/tickets.ts'
import { type Player, until } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { queryDatabase } from '../support/query-database.ts'
import { mustPlace } from '../support/place-bet.ts'

// Helpers that remove data of earlier attempts from the console and create the data that a test needs.

export async function deleteGamesOf(staff: Player, ...homeTeams: readonly string[]): Promise<void> {
  for (const homeTeam of homeTeams) {
    const { items } = await staff.client.must('GET /api/admin/games', { query: { q: homeTeam } })
    for (const { id } of items.filter((game) => game.homeTeam === homeTeam))
      await staff.client.must('DELETE /api/admin/games/{id}', { params: { id } })
  }
}

export async function deleteFixtures(staff: Player, ...tournaments: readonly string[]): Promise<void> {
  const { items } = await staff.client.must('GET /api/admin/fixtures', {})
  for (const { id } of items.filter(({ tournament }) => tournaments.includes(tournament)))
    await staff.client.must('DELETE /api/admin/fixtures/{id}', { params: { id } })
}

export async function declineApprovals(staff: Player): Promise<void> {
  const { items } = await staff.client.must('GET /api/admin/approvals', {})
  for (const { id } of items)
    await staff.client.must('POST /api/admin/approvals/{id}', { params: { id }, body: { decision: 'decline' } })
}

/** Withdraws to a number that the simulator never reports, until the withdrawal waits for staff. Returns its id. */
export async function withdrawalInReview(product: Product, staff: Player, player: Player): Promise<string> {
  const { transaction } = await player.client.must('POST /api/payments/withdrawals', { body: { amount: 50_000 } })
  const { id } = transaction
  const review = `update transactions set stage = 'review', next_at = null where id = $1 and stage = 'polling'`
  await until('the withdrawal waits for staff', async () => {
    await queryDatabase(product, review, [id])
    const { items } = await staff.client.must('GET /api/admin/transactions', { query: { review: true } })
    return items.some((each) => each.id === id)
  })
  return id
}

/** The id of a withdrawal that waits for staff; a new one if an earlier attempt has decided it. */
export async function firstWithdrawalInReview(product: Product, staff: Player, player: Player): Promise<string> {
  const { items } = await staff.client.must('GET /api/admin/transactions', { query: { review: true } })
  return items[0]?.id ?? withdrawalInReview(product, staff, player)
}

/** A bet on the home team at the current odds. */
export async function placeSingle(player: Player, gameId: string, stake: number): Promise<Ticket> {
  const { prices } = await player.client.must('GET /api/games/{id}', { params: { id: gameId } })
  const selections = [{ gameId, market: '1x2', selection: '1', odds: prices['1'] ?? 0 }]
  return (await mustPlace(player.client, { body: { stake, selections, acceptOddsChanges: true } })).ticket
}

/** The current number of tickets, because earlier attempts have added tickets. */
export async function ticketCount(staff: Player, status?: 'pending' | 'cancelled'): Promise<number> {
  const query = status === undefined ? {} : { status }
  return (await staff.client.must('GET /api/admin/bets', { query })).total ?? 0
}

/** The text below a list of ten rows on its first and on its second page. */
export const pagesOf = (count: number): readonly [string, string] => [`1–10 of ${count}`, `11–${count} of ${count}`]

/** `ugx(25_000)` → "UGX 25,000.00" */
export const ugx = (amount = 0): string => `UGX ${amount.toLocaleString('en-UG', { minimumFractionDigits: 2 })}`
