import { setTimeout as sleep } from 'node:timers/promises'
import type { Player } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { queryDatabase } from '../support/query-database.ts'
import { registerConfirmedStaff } from '../support/staff.ts'

/** Withdrawals of this amount or more wait for a review: about half of them. */
export const REVIEW_FROM = 35_000
const PAUSE_MS = 200

/** Takes effect with the next start of the server. */
export const holdWithdrawals = (product: Product): Promise<unknown> =>
  queryDatabase(
    product,
    `update admin_settings set setting_value = $1 where setting_key = 'withdrawal_review_amount'`,
    [String(REVIEW_FROM)],
  )

/** Decides held withdrawals during the faults. Each is approved, rejected or cancelled by its player, in turn. */
export type Reviewer = {
  /** Resolves when no withdrawal waits for a review. Call it after the last request. */
  ended(): Promise<void>
}

export async function startReviewer(product: Product, players: readonly Player[]): Promise<Reviewer> {
  const staff = await registerConfirmedStaff(product, '772980010')
  const decided = new Map<string, number>()
  let isEnding = false

  /** True if no withdrawal waits. Fails while the server or the database is down. */
  async function decideHeld(): Promise<boolean> {
    // Business time runs fast, so the confirmation of the password is renewed.
    await queryDatabase(product, 'update sessions set confirmed_at = $2 where user_id = $1', [
      staff.userId,
      product.clock.now(),
    ])
    const { items } = await staff.client.must('GET /api/admin/withdrawal-reviews', { query: { pageSize: 50 } })
    for (const { id, userId } of items) {
      // A repetition after a lost response decides in the same way.
      const turn = decided.get(id) ?? decided.size
      decided.set(id, turn)
      const params = { id }
      if (turn % 4 === 2) {
        const body = { message: 'Please contact customer care.', note: 'rejected in the test' }
        await staff.client.call('POST /api/admin/withdrawal-reviews/{id}/reject', { params, body })
      } else if (turn % 4 === 3) {
        const owner = players.find((player) => player.userId === userId)
        await owner?.client.call('POST /api/payments/{id}/cancel', { params, body: {} })
      } else await staff.client.call('POST /api/admin/withdrawal-reviews/{id}/approve', { params, body: {} })
    }
    return items.length === 0
  }

  const work = (async () => {
    for (;;) {
      const isEmpty = await decideHeld().catch(() => false)
      if (isEmpty && isEnding) return
      await sleep(PAUSE_MS)
    }
  })()
  return {
    async ended() {
      isEnding = true
      await work
    },
  }
}
