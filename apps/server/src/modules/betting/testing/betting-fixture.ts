import { createHash } from 'node:crypto'
import type { BetInput } from '@mupiira/contract/bets.ts'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { ugxFromNumber } from '@mupiira/domain/money/ugx.ts'
import type { Outcome } from '../../../kernel/http/route.ts'
import { type IdempotencyRecord, storeAnswersWith } from '../../../kernel/idempotency/idempotency.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PlayerOptions, TestAccount } from '../../../testing/test-accounts.ts'
import { createTestApp, type TestAppOptions } from '../../../testing/test-app.ts'
import type { PlacedAnswer, Slip } from '../../../testing/test-bets.ts'
import type { TestResponse } from '../../../testing/test-client.ts'
import { placeBets, type PlaceRequest } from '../placement/place-bets.ts'
import { placeAnswer } from '../placement/routes.ts'

const STAKE = 10_000
type BetResponse = TestResponse<PlacedAnswer>
type PlaceOutcome = Awaited<ReturnType<typeof placeBets>>[number]

/** The application with players who have bet before, and batches of bets placed in one transaction. */
export async function bettingFixture(options: TestAppOptions = {}) {
  const app = await createTestApp(options)

  const storePlaced = storeAnswersWith(app.kernel.idempotency, placeAnswer)
  const { betting, catalogue, pricing, protection, settings, wallet } = app.modules
  const deps = {
    catalogue,
    pricing,
    wallet,
    protection: protection.commands,
    settings: settings.reads,
    liabilities: betting.liabilities,
    storePlaced,
  }

  const place = (player: TestAccount, slip: Slip, key?: string): Promise<BetResponse> =>
    app.sendBet(player, { stake: STAKE, ...slip }, key === undefined ? {} : { key })

  return {
    ...app,
    /** The dependencies of `placeBets`. */
    deps,
    player: (options: PlayerOptions = {}) => app.player({ balanceUgx: 1_000_000, hasBetBefore: true, ...options }),

    /** The response to a bet. Changed odds are accepted only if the slip accepts them. */
    place,
    /** The ticket of a bet; throws when the bet is refused. */
    async placed(player: TestAccount, slip: Slip): Promise<Ticket> {
      const { status, body, text } = await place(player, slip)
      if (status !== 201) throw new Error(`the bet was refused: ${text}`)
      return body.ticket
    },

    /** A bet for `placeTogether`. */
    request(player: { readonly id: string }, slip: Slip, key: string = newId()): PlaceRequest {
      const userId = player.id
      const body = { stake: STAKE, ...slip } as BetInput
      const stake = ugxFromNumber(body.stake)
      if (!stake.ok) throw new Error(stake.error)
      const from = { client: 'test', address: '127.0.0.1' }
      return { userId, stakeUgx: stake.value, slip: body, ...from, idempotencyRecord: recordOf(userId, body, key) }
    },
    placeTogether: (batch: readonly PlaceRequest[], other: Partial<typeof deps> = {}) =>
      placeBets(app.kernel, { ...deps, ...other }, batch),
  }
}

export type BettingFixture = Awaited<ReturnType<typeof bettingFixture>>

const recordOf = (userId: string, body: object, key: string): IdempotencyRecord => ({
  userId,
  key,
  route: 'POST /api/bets',
  requestHash: createHash('sha256').update(JSON.stringify(body)).digest(),
  encode: (outcome) => ({ status: statusOf(outcome), body: JSON.stringify(outcome) }),
  answer: null,
})

function statusOf(outcome: Outcome): number {
  if ('error' in outcome) return ERRORS[outcome.error].status
  return 'status' in outcome ? outcome.status : 200
}

/** The error code of a refusal, or the result of the bet. */
export function codeOf(outcome: PlaceOutcome | BetResponse | undefined): string {
  if (outcome === undefined) return 'nothing'
  if ('text' in outcome) return outcome.body.code ?? 'placed'
  if ('ok' in outcome) return outcome.ok ? 'placed' : outcome.error.code
  return 'again' in outcome ? `again ${outcome.again.status}` : outcome.error
}
