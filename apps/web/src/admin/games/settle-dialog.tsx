import type { DeskGame, ResultPreview, SaidResult } from '@mupiira/contract/desk-games.ts'
import { FigureRow, Money, Notice } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { goalText } from './goal-list.tsx'

type SettleDialogProps = {
  readonly game: DeskGame
  readonly said: SaidResult
  readonly effect: ResultPreview
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

const scoreText = (home: number | null | undefined, away: number | null | undefined, otherwise: string): string =>
  typeof home === 'number' && typeof away === 'number' ? `${home} – ${away}` : otherwise

/** ADMT-30: the last look at a result, with what it is and what it moves. */
export function SettleDialog({ game, said, effect, onConfirm, onClose }: SettleDialogProps) {
  const { result, homeTeam, awayTeam, name } = game
  const before = result?.voidReason == null ? scoreText(game.homeScore, game.awayScore, 'no score') : 'Void'
  const goals = said.goals ?? []
  return (
    <ConfirmDialog
      title={result === null ? `Settle ${name}?` : `Settle ${name} anew?`}
      verb={result === null ? 'Settle' : 'Settle anew'}
      isDangerous
      reason={{ label: 'Reason', missing: 'Please say where the result comes from.' }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <dl>
        {result !== null && <FigureRow name="Settled on until now">{before}</FigureRow>}
        {said.kind === 'void' ? (
          <FigureRow name="Result" look="strong">
            All bets are void
          </FigureRow>
        ) : (
          <>
            <FigureRow name={`${homeTeam} – ${awayTeam}`} look="strong">
              {scoreText(said.home, said.away, '')}
            </FigureRow>
            <FigureRow name="Half time">{scoreText(said.halfTimeHome, said.halfTimeAway, 'not known')}</FigureRow>
            <FigureRow name="Goals">
              {goals.length === 0 ? 'none listed' : goals.map((goal) => goalText(goal, game)).join(' · ')}
            </FigureRow>
          </>
        )}
        <FigureRow name="Tickets that end or change">{effect.tickets.toLocaleString('en-UG')}</FigureRow>
        <FigureRow name="Players">{effect.players.toLocaleString('en-UG')}</FigureRow>
        <FigureRow name="Paid out" look="strong">
          <Money amount={effect.paid} />
        </FigureRow>
        <FigureRow name="Taken back" look="strong">
          <Money amount={effect.takenBack} />
        </FigureRow>
        {effect.openTickets > 0 && (
          <FigureRow name={`Stay open (${effect.openTickets.toLocaleString('en-UG')}), may pay up to`}>
            <Money amount={effect.openUpTo} />
          </FigureRow>
        )}
      </dl>
      {effect.belowZero > 0 && (
        <Notice tone="down">{`${effect.belowZero} of them would be left with a balance below zero.`}</Notice>
      )}
      {!effect.isWhole && <Notice tone="info">There are more tickets than were worked out here.</Notice>}
    </ConfirmDialog>
  )
}
