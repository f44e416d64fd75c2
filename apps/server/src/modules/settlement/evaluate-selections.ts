import { settle } from '@mupiira/domain/markets/settle.ts'
import type { Rulebook } from '@mupiira/domain/markets/types.ts'
import type { SelectionOutcome, GameSelection } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'

export type Evaluation = {
  readonly evaluated: readonly SelectionOutcome[]
  /** Selections that no rule can read, with the error. Their legs stay undecided. */
  readonly unreadable: readonly { readonly claim: GameSelection; readonly error: unknown }[]
}

/** The outcome of each selection under both rulebooks. Selections that need missing facts wait (SETL-14 to SETL-41). */
export function evaluateSelections(
  claims: readonly GameSelection[],
  games: ReadonlyMap<string, DecidedGame>,
): Evaluation {
  const evaluated: SelectionOutcome[] = []
  const unreadable: { claim: GameSelection; error: unknown }[] = []
  for (const claim of claims) {
    const game = games.get(claim.gameId)
    if (game === undefined) continue
    try {
      const [house, industry] = [outcomeOf(claim, game, 'house'), outcomeOf(claim, game, 'industry')]
      evaluated.push({ ...claim, version: game.resultVersion, house, industry })
    } catch (error) {
      unreadable.push({ claim, error })
    }
  }
  return { evaluated, unreadable }
}

function outcomeOf({ market, selection }: GameSelection, { verdict }: DecidedGame, rulebook: Rulebook) {
  if (verdict.kind === 'void') return 'void'
  const outcome = settle(market, selection, verdict.result, rulebook)
  return outcome === 'undecided' ? null : outcome
}
