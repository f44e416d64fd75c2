import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ConfirmablePreview } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame, AdminGoal, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, matchesScore, scoreOf } from '@mupiira/domain/match/goals.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox, Field } from '../../shared/ui/field.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from '../kit/staff-api.ts'
import { useRequestedAction } from '../kit/use-requested-action.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { voidReasonText } from './game-texts.ts'
import { GoalList } from './goal-list.tsx'
import { fieldText, halfTimeAfter, isHalfTimeMissing, scoreOfTyped, type TypedScore } from './half-time.ts'
import { SettleDialog } from './settle-dialog.tsx'

type ResultValues = {
  readonly home: string
  readonly away: string
  readonly halfHome: string
  readonly halfAway: string
  readonly isHalfUnknown: boolean
  readonly goals: readonly AdminGoal[]
  readonly isVoid: boolean
}

type ResultFormProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

const WITHOUT_SCORE: ReadonlySet<AdminGame['status']> = new Set(['upcoming', 'postponed', 'cancelled'])
const SCORE = 'grid min-w-0 grid-cols-2 items-end gap-3'
const LEGEND = 'pb-1 text-14 font-bold'

/** The form's fields by the names that the API uses in errors. */
const FIELDS: { readonly [path: string]: keyof ResultValues } = {
  home: 'home',
  away: 'away',
  halfTimeHome: 'halfHome',
  halfTimeAway: 'halfAway',
  goals: 'goals',
}
const CHANGED = 'The game or its bets have changed. Please check the figures and confirm again.'
const HALF_TIME_MISSING = 'The goals have changed. Enter the half-time score.'

/** The contradiction between goals and score, which the server rejects. */
function contradictionOf(goals: readonly AdminGoal[], typed: TypedScore, typedHalf: TypedScore): string | null {
  const score = scoreOfTyped(typed)
  if (score === null || goals.length === 0 || matchesScore(goals, score, scoreOfTyped(typedHalf))) return null
  const listed = scoreOf(goals)
  const half = halfTimeOf(goals)
  return `The listed goals add up to ${listed.home} – ${listed.away}, at half time ${half.home} – ${half.away}. Correct the list or clear it. Without the list, First to Score and Goalscorer bets may have to wait for the scorers.`
}

/** The first or corrected result of a game, previewed before it is saved. */
export function ResultForm({ game, onChanged }: ResultFormProps) {
  const [seen, setSeen] = useState<{ readonly entered: EnteredResult; readonly effect: ConfirmablePreview } | null>(
    null,
  )
  const isCorrection = game.result !== null
  const part = useRef<HTMLDivElement>(null)
  useRequestedAction((action) => {
    if (action === 'result') part.current?.querySelector('input')?.focus()
  })
  const preview = async (values: ResultValues, form: UseFormReturn<ResultValues>): Promise<string | null> => {
    const { home, away, halfHome, halfAway, goals, isVoid, isHalfUnknown } = values
    if (!isVoid && scoreOfTyped([home, away]) === null) return 'Please enter the score of both teams.'
    const isMissing = isHalfTimeMissing(game, { goals, score: [home, away] }, [halfHome, halfAway])
    if (!isVoid && !isHalfUnknown && isMissing) {
      form.setError('halfHome', { message: HALF_TIME_MISSING }, { shouldFocus: true })
      return null
    }
    const entered = enteredOf(values)
    try {
      const effect = await act('POST /api/admin/games/{id}/result/preview', { params: { id: game.id }, body: entered })
      setSeen({ entered, effect })
      return null
    } catch (error) {
      const faults = error instanceof ApiError ? Object.entries(fieldErrors(error)) : []
      for (const [path, message] of faults) {
        const field = FIELDS[path]
        if (field !== undefined) form.setError(field, { message: `This field ${message}.` }, { shouldFocus: true })
      }
      return textOf(error, 'The effect could not be calculated. Please try again.')
    }
  }
  const decide = async (reason: string): Promise<string | null> => {
    if (seen === null) return null
    try {
      const { amount, seen: state } = seen.effect
      const body = { result: seen.entered, confirmed: { amount, seen: state, reason } }
      const answer = await act('POST /api/admin/games/{id}/result', { params: { id: game.id }, body })
      if ('approvalId' in answer)
        showToast(
          'info',
          'Your actions in the last 24 hours exceed the four-eyes threshold. A second member of staff must approve this result.',
        )
      else showToast('success', `The bets on ${game.name} are being settled.`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGE_MOVES_BETS') {
        setSeen({ ...seen, effect: error.details as ConfirmablePreview })
        return CHANGED
      }
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
      <div ref={part}>
        <h2 className="pb-2 text-16 font-bold">{isCorrection ? 'Correct the result' : 'Result'}</h2>
        <StaffForm<ResultValues>
          defaultValues={{
            home: fieldText(hasScore ? game.homeScore : null),
            away: fieldText(hasScore ? game.awayScore : null),
            halfHome: fieldText(game.halfTimeHomeScore),
            halfAway: fieldText(game.halfTimeAwayScore),
            isHalfUnknown: false,
            goals: game.goals,
            isVoid: false,
          }}
          onSubmit={preview}
          className="flex flex-col gap-3"
        >
          {({ register, setValue, getValues, watch, clearErrors, formState: { errors } }, { problem, busy }) => {
            const { home, away, halfHome, halfAway, goals, isVoid, isHalfUnknown } = watch()
            const contradiction = contradictionOf(goals, [home, away], [halfHome, halfAway])
            const isHalfMissing = isHalfTimeMissing(game, { goals, score: [home, away] }, [halfHome, halfAway])
            const updateHalfTime = (): void => {
              const now = getValues()
              const changed = { goals: now.goals, score: [now.home, now.away] } as const
              const [half, other] = halfTimeAfter(game, changed, [now.halfHome, now.halfAway])
              setValue('halfHome', half)
              setValue('halfAway', other)
              clearErrors()
            }
            const score = (label: string, name: 'home' | 'away' | 'halfHome' | 'halfAway') => (
              <Field
                label={label}
                type="number"
                min={0}
                max={99}
                error={errors[name]?.message}
                {...register(name, name === 'home' || name === 'away' ? { onChange: updateHalfTime } : {})}
              />
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
                    {(isHalfMissing || isHalfUnknown) && (
                      <Checkbox label="The half-time score is not known" {...register('isHalfUnknown')} />
                    )}
                    <GoalList
                      goals={goals}
                      sides={game}
                      error={errors.goals?.message}
                      onChange={(next) => {
                        setValue('goals', next)
                        updateHalfTime()
                      }}
                    />
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
      </div>
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
