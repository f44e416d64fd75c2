import { settle } from '@mupiira/domain/markets/settle.ts'
import type { Rulebook } from '@mupiira/domain/markets/types.ts'
import type { SelectionOutcome, GameSelection } from '../betting/index.ts'
import type { DecidedGame } from '../catalogue/index.ts'

export type Evaluation = {
  readonly evaluated: readonly SelectionOutcome[]
  /** Selections that no rule can evaluate, with the error. Their legs stay undecided. */
  readonly unreadable: readonly { readonly selection: GameSelection; readonly error: unknown }[]
}

/** The outcome of each selection under both rulebooks. Selections that need missing facts wait (SETL-14 to SETL-41). */
export function evaluateSelections(
  selections: readonly GameSelection[],
  games: ReadonlyMap<string, DecidedGame>,
): Evaluation {
  const evaluated: SelectionOutcome[] = []
  const unreadable: { selection: GameSelection; error: unknown }[] = []
  for (const selection of selections) {
    const game = games.get(selection.gameId)
    if (game === undefined) continue
    try {
      const [house, industry] = [outcomeOf(selection, game, 'house'), outcomeOf(selection, game, 'industry')]
      evaluated.push({ ...selection, version: game.resultVersion, house, industry })
    } catch (error) {
      unreadable.push({ selection, error })
    }
  }
  return { evaluated, unreadable }
}

function outcomeOf({ market, selection }: GameSelection, { decision }: DecidedGame, rulebook: Rulebook) {
  if (decision.kind === 'void') return 'void'
  const outcome = settle(market, selection, decision.result, rulebook)
  return outcome === 'undecided' ? null : outcome
}
