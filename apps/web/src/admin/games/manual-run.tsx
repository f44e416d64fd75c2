import { CalendarX2, CircleStop, OctagonX, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame, AdminGoal } from '@mupiira/contract/admin-games.ts'
import { matchClock } from '@mupiira/domain/match/clock.ts'
import { scoreOf } from '@mupiira/domain/match/goals.ts'
import { minuteOfGoal } from '@mupiira/domain/match/manual-run.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { act } from '../kit/staff-api.ts'
import { useRequestedAction } from '../kit/use-requested-action.ts'
import { type AffectedStep, ConfirmStep, type StepBody } from './confirm-step.tsx'
import { EndingPreview } from './effect-figures.tsx'
import { saveFailure } from './game-texts.ts'
import { resultAtEnd } from './result-at-end.ts'

type EndStep = 'finish' | 'postpone' | 'abandon' | 'cancel'
type RunProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

const ENDS: { readonly [S in EndStep]: { readonly verb: string; readonly effect: string } } = {
  finish: { verb: 'Finish', effect: 'Its bets are settled at once with the score below.' },
  postpone: { verb: 'Postpone', effect: 'Its bets stay open. Without a result within 24 hours they are void.' },
  abandon: { verb: 'Abandon', effect: 'Its bets stay open. Without a result within 24 hours they are void.' },
  cancel: { verb: 'Cancel the game', effect: 'All its bets become void at once. This cannot be undone.' },
}
const END_ICONS = { postpone: CalendarX2, abandon: CircleStop, cancel: OctagonX } as const
const ENDS_FROM: { readonly [S in AdminGame['status']]?: readonly EndStep[] } = {
  upcoming: ['postpone', 'cancel'],
  live: ['finish', 'postpone', 'abandon', 'cancel'],
  postponed: ['cancel'],
  abandoned: ['finish', 'cancel'],
}

const STARTS_FROM: ReadonlySet<AdminGame['status']> = new Set(['upcoming', 'postponed', 'abandoned'])

const DOUBLE_PRESS_MS = 500
const NOT_GIVEN = 'the goal was not given'
const CHANGED_FIGURES = 'The bets have changed. Please check the figures and confirm again.'

/** The controls of a manual game: start, minute, goals, half time, finish. */
export function ManualRun({ game, onChanged }: RunProps) {
  const [minute, setMinute] = useState('')
  const [busy, setBusy] = useState<string | null>(null)
  const [ending, setEnding] = useState<EndStep | null>(null)
  /** The amount that the preview of the ending shows; null before it is known. */
  const [shown, setShown] = useState<number | null>(null)
  /** A step that affects bets, with figures that its author has not confirmed yet. */
  const [affected, setAffected] = useState<AffectedStep | null>(null)
  const [removed, setRemoved] = useState<Pick<AdminGoal, 'team' | 'minute'> | null>(null)
  useRequestedAction((action) => {
    if (action !== 'take-back') return
    const last = game.status === 'live' ? game.goals.at(-1) : undefined
    if (last === undefined) showToast('info', 'This game has no goal that can be taken back now.')
    else setRemoved(last)
  })
  // At half time and at the end, the clock shows a word instead of the minute.
  const clock = matchClock({ ...game, source: 'hand' })
  const goalMinute = minute === '' ? minuteOfGoal(clock) : Number(minute)

  const run = async (body: StepBody): Promise<string | null> => {
    setBusy(body.step)
    try {
      await act('POST /api/admin/games/{id}/step', { params: { id: game.id }, body })
      setMinute('')
      await onChanged()
      return null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CHANGE_MOVES_BETS') return saveFailure(error)
      setAffected({ body, change: error.details as UnconfirmedChange })
      return body.confirmed === undefined || affected === null ? null : CHANGED_FIGURES
    } finally {
      // Ignores the second press of a double press. With a fast connection, the second press would repeat the step.
      setTimeout(() => setBusy(null), DOUBLE_PRESS_MS)
    }
  }
  const confirmed = (reason: string) => ({ confirmed: { amount: shown ?? 0, reason } })
  const press = (body: StepBody) => async () => {
    if (busy === body.step) return
    const problem = await run(body)
    if (problem !== null) showToast('error', problem)
  }
  const step = (body: StepBody, text: string) => (
    <Button variant="secondary" busy={busy === body.step} onClick={() => void press(body)()}>
      {text}
    </Button>
  )
  const isLive = game.status === 'live'
  const played = scoreOf(game.goals)
  const isVoid = game.result !== null && game.result.voidReason !== null
  return (
    <Card as="section" label="Run manually">
      <h2 className="pb-2 text-16 font-bold">Run manually</h2>
      <div className="flex flex-col gap-3">
        {game.result === null && STARTS_FROM.has(game.status) && (
          <div className="flex flex-wrap gap-2">
            <Button busy={busy === 'start'} onClick={() => void press({ step: 'start' })()}>
              Start the game
            </Button>
            {game.status === 'postponed' && step({ step: 'reopen' }, 'Set back to upcoming')}
          </div>
        )}
        {isLive && (
          <>
            <div className={FIELD_ROW}>
              <div className="w-32">
                <Field
                  label="Minute"
                  type="number"
                  min={0}
                  max={90}
                  placeholder={String(minuteOfGoal(clock))}
                  value={minute}
                  onChange={(event) => setMinute(event.target.value)}
                />
              </div>
              <Button
                variant="secondary"
                busy={busy === 'minute'}
                disabled={minute === ''}
                onClick={() => void press({ step: 'minute', minute: Number(minute) })()}
              >
                Set the clock
              </Button>
              {step({ step: 'half-time' }, 'Half time')}
              {step({ step: 'second-half' }, 'Second half')}
            </div>
            <div className="grid grid-cols-2 gap-2">
              <Button
                busy={busy === 'goal'}
                onClick={() => void press({ step: 'goal', team: 'home', minute: goalMinute })()}
              >
                Goal {game.homeTeam}
              </Button>
              <Button
                busy={busy === 'goal'}
                onClick={() => void press({ step: 'goal', team: 'away', minute: goalMinute })()}
              >
                Goal {game.awayTeam}
              </Button>
            </div>
          </>
        )}
        {game.goals.length > 0 && (
          <ul aria-label="Goals" className="flex flex-col">
            {game.goals.map(({ team, minute: at, scorer }, index) => (
              <li
                key={`${team}${at}${index}`}
                className="flex items-center justify-between gap-2 border-b border-line text-14"
              >
                <span>{`${at}' ${team === 'home' ? game.homeTeam : game.awayTeam} ${scorer ? `(${scorer})` : ''}`}</span>
                {isLive && (
                  <DangerButton icon={Trash2} onClick={() => setRemoved({ team, minute: at })}>
                    Remove
                  </DangerButton>
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          {ENDS_FROM[game.status]?.map((end) => (
            <Fragment key={end}>
              {end === 'finish' ? (
                <Button onClick={() => setEnding(end)}>{ENDS[end].verb}</Button>
              ) : (
                <DangerButton icon={END_ICONS[end]} onClick={() => setEnding(end)}>
                  {ENDS[end].verb}
                </DangerButton>
              )}
            </Fragment>
          ))}
        </div>
        {game.result !== null && (
          <p className="text-14 text-muted">This game is settled. Use “Correct the result” to change it.</p>
        )}
      </div>
      {ending !== null && (
        <ConfirmDialog
          title={`${ENDS[ending].verb}: ${game.name}?`}
          verb={ENDS[ending].verb}
          isDangerous={ending !== 'finish'}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          onConfirm={(reason) => run({ step: ending, ...confirmed(reason) })}
          onClose={() => {
            setEnding(null)
            setShown(null)
          }}
        >
          <p>{isVoid ? 'Its bets are already void, so only the status of the game changes.' : ENDS[ending].effect}</p>
          {ending === 'finish' && (
            <>
              <p className="text-20 font-bold tabular">
                {game.homeTeam} {played.home} – {played.away} {game.awayTeam}
              </p>
              {game.clock !== null && <p className="text-muted">The clock shows {game.clock}.</p>}
            </>
          )}
          {(ending === 'finish' || (ending === 'cancel' && !isVoid)) && (
            <EndingPreview game={game} entered={resultAtEnd(ending, game)} onShown={setShown} />
          )}
          {(ending === 'postpone' || ending === 'abandon') && <OpenBetsFigures on={{ game: game.id }} />}
        </ConfirmDialog>
      )}
      {affected !== null && (
        <ConfirmStep
          game={game}
          affected={affected}
          onConfirm={(reason) => run({ ...affected.body, confirmed: { amount: affected.change.amount, reason } })}
          onClose={() => setAffected(null)}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          title={`Remove the goal of ${removed.team === 'home' ? game.homeTeam : game.awayTeam} in minute ${removed.minute}?`}
          verb="Remove the goal"
          isDangerous
          reason={{ label: 'Reason', otherwise: NOT_GIVEN }}
          onConfirm={(reason) => run({ step: 'no-goal', ...removed, ...confirmed(reason || NOT_GIVEN) })}
          onClose={() => setRemoved(null)}
        >
          <p>The score and the odds change at once. Open tickets stay open.</p>
          <OpenBetsFigures on={{ game: game.id }} />
        </ConfirmDialog>
      )}
    </Card>
  )
}
