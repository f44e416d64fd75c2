import { useState } from 'react'
import type { AdminGame, AdminGoal, ResultPreview, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, matchesScore, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox, Field } from '../../shared/ui/field.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { voidReasonText } from './game-texts.ts'
import { GoalList } from './goal-list.tsx'
import { SettleDialog } from './settle-dialog.tsx'

type ResultValues = {
  readonly home: string
  readonly away: string
  readonly halfHome: string
  readonly halfAway: string
  readonly goals: readonly AdminGoal[]
  readonly isVoid: boolean
}

type ResultFormProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

const fieldText = (value: number | null): string => (value === null ? '' : String(value))

const WITHOUT_SCORE: ReadonlySet<AdminGame['status']> = new Set(['upcoming', 'postponed', 'cancelled'])
const SCORE = 'grid min-w-0 grid-cols-2 items-end gap-3'
const LEGEND = 'pb-1 text-14 font-bold'

type Typed = readonly [home: string, away: string]
const scoreOfTyped = ([home, away]: Typed): Score | null =>
  home === '' || away === '' ? null : { home: Number(home), away: Number(away) }

/** The contradiction between goals and score, which the server rejects. */
function contradictionOf(goals: readonly AdminGoal[], typed: Typed, typedHalf: Typed): string | null {
  const score = scoreOfTyped(typed)
  if (score === null || goals.length === 0 || matchesScore(goals, score, scoreOfTyped(typedHalf))) return null
  const listed = scoreOf(goals)
  const half = halfTimeOf(goals)
  return `The listed goals add up to ${listed.home} – ${listed.away}, at half time ${half.home} – ${half.away}. Correct the list or clear it. Without the list, First to Score and Goalscorer bets may have to wait for the scorers.`
}

/** The first or corrected result of a game, previewed before it is saved. */
export function ResultForm({ game, onChanged }: ResultFormProps) {
  const [seen, setSeen] = useState<{ readonly entered: EnteredResult; readonly effect: ResultPreview } | null>(null)
  const isCorrection = game.result !== null
  const preview = async (values: ResultValues): Promise<string | null> => {
    const { home, away, isVoid } = values
    if (!isVoid && scoreOfTyped([home, away]) === null) return 'Please enter the score of both teams.'
    const entered = enteredOf(values)
    try {
      const effect = await act('POST /api/admin/games/{id}/result/preview', { params: { id: game.id }, body: entered })
      setSeen({ entered, effect })
      return null
    } catch (error) {
      return textOf(error, 'The effect could not be calculated. Please try again.')
    }
  }
  const decide = async (reason: string): Promise<string | null> => {
    if (seen === null) return null
    try {
      const body = { result: seen.entered, reason }
      const answer = await act('POST /api/admin/games/{id}/result', { params: { id: game.id }, body })
      if ('approvalId' in answer)
        showToast(
          'info',
          'Your actions in the last 24 hours exceed the four-eyes threshold. A second member of staff must approve this result.',
        )
      else showToast('success', `The bets on ${game.name} are being settled.`)
    } catch (error) {
      return textOf(error, 'The result was not saved. Please try again.')
    }
    setSeen(null)
    await onChanged()
    return null
  }
  // A game that has not started is stored as 0 – 0, which must not be suggested as its result.
  const hasScore = !WITHOUT_SCORE.has(game.status)
  return (
    <Card as="section" label="Result">
      <h2 className="pb-2 text-16 font-bold">{isCorrection ? 'Correct the result' : 'Result'}</h2>
      <StaffForm<ResultValues>
        defaultValues={{
          home: fieldText(hasScore ? game.homeScore : null),
          away: fieldText(hasScore ? game.awayScore : null),
          halfHome: fieldText(game.halfTimeHomeScore),
          halfAway: fieldText(game.halfTimeAwayScore),
          goals: game.goals,
          isVoid: false,
        }}
        onSubmit={preview}
        className="flex flex-col gap-3"
      >
        {({ register, setValue, watch }, { problem, busy }) => {
          const { home, away, halfHome, halfAway, goals, isVoid } = watch()
          const contradiction = contradictionOf(goals, [home, away], [halfHome, halfAway])
          const score = (label: string, name: 'home' | 'away' | 'halfHome' | 'halfAway') => (
            <Field label={label} type="number" min={0} max={99} {...register(name)} />
          )
          return (
            <>
              {isCorrection && (
                <p className="text-14 text-muted">{`${
                  game.result?.voidReason === null
                    ? 'The bets on this game are settled with the score above.'
                    : `The bets on this game are void: ${voidReasonText(game.result?.voidReason)}.`
                } A correction reverses the old payouts and pays the new ones.`}</p>
              )}
              {!isVoid && (
                <>
                  <div className="grid gap-3 md:grid-cols-2">
                    <fieldset className={SCORE}>
                      <legend className={LEGEND}>After 90 minutes</legend>
                      {score(game.homeTeam, 'home')}
                      {score(game.awayTeam, 'away')}
                    </fieldset>
                    <fieldset className={SCORE}>
                      <legend className={LEGEND}>At half time</legend>
                      {score(game.homeTeam, 'halfHome')}
                      {score(game.awayTeam, 'halfAway')}
                    </fieldset>
                  </div>
                  <GoalList goals={goals} sides={game} onChange={(next) => setValue('goals', next)} />
                  {contradiction !== null && <Notice tone="info">{contradiction}</Notice>}
                </>
              )}
              <Checkbox label="All bets are void" {...register('isVoid')} />
              {problem !== null && (
                <Notice tone="down" live>
                  {problem}
                </Notice>
              )}
              <Button type="submit" variant="secondary" busy={busy} busyText="Calculating…">
                Preview the effect
              </Button>
            </>
          )
        }}
      </StaffForm>
      {seen !== null && <SettleDialog game={game} {...seen} onConfirm={decide} onClose={() => setSeen(null)} />}
    </Card>
  )
}

const halfOf = (typed: string): number | null => (typed === '' ? null : Number(typed))

const enteredOf = ({ home, away, halfHome, halfAway, goals, isVoid }: ResultValues): EnteredResult =>
  isVoid
    ? { kind: 'void' }
    : {
        kind: 'result',
        home: Number(home),
        away: Number(away),
        halfTimeHome: halfOf(halfHome),
        halfTimeAway: halfOf(halfAway),
        goals: [...goals],
      }
