import type { UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { CHANGE_WORDS, OpenFigures } from './confirm-change.tsx'
import { EffectFigures, EffectNotices } from './effect-figures.tsx'

export type StepBody = Body<'POST /api/admin/games/{id}/step'>
export type AffectedStep = { readonly body: StepBody; readonly change: UnconfirmedChange }

const VERBS: { readonly [step in StepBody['step']]: string } = {
  start: 'Start the game',
  'half-time': 'Half time',
  'second-half': 'Second half',
  finish: 'Finish',
  postpone: 'Postpone',
  abandon: 'Abandon',
  cancel: 'Cancel the game',
  reopen: 'Set back to upcoming',
  minute: 'Set the clock',
  goal: 'Enter the goal',
  'no-goal': 'Remove the goal',
}

const STATE_TEXTS: { readonly [step in StepBody['step']]?: string } = {
  start: 'Betting before the start ends. Open bets stay open.',
  reopen: 'The game takes bets again. Open bets stay open.',
}

type ConfirmStepProps = {
  readonly game: AdminGame
  readonly affected: AffectedStep
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** The confirmation of a step that affects bets, with the tickets, players and amounts that the server counted. */
export function ConfirmStep({ game, affected: { body, change }, onConfirm, onClose }: ConfirmStepProps) {
  const words = CHANGE_WORDS[change.kind]
  const text = change.kind === 'state' ? STATE_TEXTS[body.step] : undefined
  return (
    <ConfirmDialog
      title={`${VERBS[body.step]}: ${game.name}?`}
      verb={VERBS[body.step]}
      isDangerous={change.kind !== 'state'}
      reason={{ label: 'Reason', missing: 'Please give a reason.' }}
      {...(words.typed === undefined ? {} : { typed: words.typed })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{text ?? words.text}</p>
      <dl>{change.kind === 'result' ? <EffectFigures effect={change} /> : <OpenFigures change={change} />}</dl>
      <EffectNotices effect={change} />
    </ConfirmDialog>
  )
}
