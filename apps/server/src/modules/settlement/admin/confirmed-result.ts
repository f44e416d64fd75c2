import type { ConfirmedPreview } from '@mupiira/contract/admin-game-changes.ts'
import { type Ugx, ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { EnteredResult, ResultEffect } from '../preview-result.ts'
import { type EnterResultCommands, type EnterRefusal, RESULT_REFUSALS } from './enter-result.ts'
import type { GameAdmin } from './game-admin.ts'
import { seenGame } from './seen-game.ts'

/** The preview that an author has confirmed. */
export type Confirmed = { readonly amountUgx: Ugx; readonly seen: string; readonly reason: string }

export const readConfirmed = ({ amount, seen, reason }: ConfirmedPreview): Confirmed => ({
  amountUgx: ugx(BigInt(Math.round(amount * 100))),
  seen,
  reason,
})

type Previewed = { readonly effect: ResultEffect; readonly seen: string }
export type PreviewRefusal = Exclude<EnterRefusal, 'RESULT_CHANGED'>

/** The effect of a result, and a digest of the state that its author confirms. */
export async function previewConfirmable(
  { catalogue, db, exposure, previewResult }: GameAdmin,
  { gameId, entered }: EnteredResult,
  now: Date,
): Promise<Result<Previewed, PreviewRefusal>> {
  const game = await catalogue.games.byId(gameId)
  if (game === null) return err('GAME_NOT_FOUND')
  // Read before the effect, so that a bet in between asks for a new confirmation.
  const seen = await seenGame(db, exposure, game)
  const effect = await previewResult(gameId, entered, now)
  return effect.ok ? ok({ effect: effect.value, seen }) : err(RESULT_REFUSALS[effect.error])
}

type Entered = Extract<Awaited<ReturnType<EnterResultCommands['enterResult']>>, { readonly ok: true }>['value']
type Stale = Previewed & { readonly error: 'CHANGE_MOVES_BETS' }

/**
 * Enters a result if its game, its bets and its amount are as its author confirmed them. Otherwise nothing changes, and
 * the refusal has the new preview.
 */
export async function enterConfirmedResult(
  admin: GameAdmin,
  { by, ...result }: EnteredResult & { readonly by: Staff },
  { amountUgx, seen, reason }: Confirmed,
  now: Date,
): Promise<Result<Entered, PreviewRefusal | Stale>> {
  const done = await admin.enterResult(
    {
      ...result,
      reason,
      by,
      isConfirmed: async (tx, game, effect) =>
        effect.exposureUgx <= amountUgx && (await seenGame(tx, admin.exposure, game)) === seen,
    },
    now,
  )
  if (done.ok) return done
  if (done.error !== 'RESULT_CHANGED') return err(done.error)
  const previewed = await previewConfirmable(admin, result, now)
  return previewed.ok ? err({ error: 'CHANGE_MOVES_BETS', ...previewed.value }) : previewed
}
