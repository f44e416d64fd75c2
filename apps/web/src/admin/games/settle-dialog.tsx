import type { ResultPreview } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { FigureRow } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EffectFigures, EffectNotices } from './effect-figures.tsx'
import { goalText } from './goal-list.tsx'

type SettleDialogProps = {
  readonly game: AdminGame
  readonly entered: EnteredResult
  readonly effect: ResultPreview
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

const scoreText = (home: number | null | undefined, away: number | null | undefined, otherwise: string): string =>
  typeof home === 'number' && typeof away === 'number' ? `${home} – ${away}` : otherwise

/** The final confirmation of a result with its effect (ADMT-30). */
export function SettleDialog({ game, entered, effect, onConfirm, onClose }: SettleDialogProps) {
  const { result, homeTeam, awayTeam, name } = game
  const before = result?.voidReason == null ? scoreText(game.homeScore, game.awayScore, 'no score') : 'Void'
  const goals = entered.goals ?? []
  return (
    <ConfirmDialog
      title={result === null ? `Settle ${name}?` : `Settle ${name} again?`}
      verb={result === null ? 'Settle' : 'Settle again'}
      isDangerous={result !== null || entered.kind === 'void'}
      reason={{ label: 'Reason', missing: 'Please give the source of the result.' }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <dl>
        {result !== null && <FigureRow name="Settled with">{before}</FigureRow>}
        {entered.kind === 'void' ? (
          <FigureRow name="Result" variant="strong">
            All bets are void
          </FigureRow>
        ) : (
          <>
            <FigureRow name={`${homeTeam} – ${awayTeam}`} variant="strong">
              {scoreText(entered.home, entered.away, '')}
            </FigureRow>
            <FigureRow name="Half time">{scoreText(entered.halfTimeHome, entered.halfTimeAway, 'not known')}</FigureRow>
            <FigureRow name="Goals">
              {goals.length === 0 ? 'none listed' : goals.map((goal) => goalText(goal, game)).join(' · ')}
            </FigureRow>
          </>
        )}
        <EffectFigures effect={effect} />
      </dl>
      <EffectNotices effect={effect} />
    </ConfirmDialog>
  )
}
