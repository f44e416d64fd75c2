import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { UnconfirmedChange } from '@mupiira/contract/admin-game-changes.ts'
import type { AdminGame, AdminGoal } from '@mupiira/contract/admin-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Checkbox, Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { DateField } from '../kit/date-field.tsx'
import { DialogFooter } from '../kit/dialog-footer.tsx'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { oddsProblem } from '../kit/typed-odds.ts'
import { ConfirmChange } from './confirm-change.tsx'
import { changedFields, toCreateBody, previousValues, type GameFormValues, formValuesOf } from './game-form.ts'
import { FORM_STATUSES, saveFailure } from './game-texts.ts'
import { GoalList } from './goal-list.tsx'
import { OfferHint } from './offer-hint.tsx'

type GameDialogProps = {
  readonly game: AdminGame | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

type Edit = Body<'PUT /api/admin/games/{id}'>
type Confirmed = NonNullable<Edit['confirmed']>

const editOf = (game: AdminGame, changes: Edit): Edit => ({ ...changes, seen: previousValues(changes, game) })

type GameValues = GameFormValues & {
  /** A postponed or abandoned game keeps its status unless staff chooses another status. */
  readonly status: string
  /** Null until edited, so that saving does not remove a goal that someone else entered in the meantime. */
  readonly goals: readonly AdminGoal[] | null
}
type GameForm = UseFormReturn<GameValues>

/** The game form (ADMG-03, ADMG-07 to ADMG-19). */
export function GameDialog({ game: latest, onSaved, onClose }: GameDialogProps) {
  // The game when the form was opened. The server detects later changes by others.
  const [game] = useState(latest)
  /** The effect on bets that staff must confirm before the form is saved. */
  const [affected, setAffected] = useState<{ readonly change: UnconfirmedChange; readonly form: GameForm } | null>(null)

  const save = async (form: GameForm, confirmed?: Confirmed): Promise<string | null> => {
    const values = form.getValues()
    const goals = values.goals === null ? {} : { goals: [...values.goals] }
    const status = FORM_STATUSES.find((each) => each === values.status && each !== game?.status)
    try {
      const { warning } =
        game === null
          ? await act('POST /api/admin/games', { body: { ...toCreateBody(values, null), ...goals } })
          : await act('PUT /api/admin/games/{id}', {
              params: { id: game.id },
              body: editOf(game, {
                ...changedFields(values, game),
                ...goals,
                ...(status === undefined ? {} : { status }),
                ...(confirmed === undefined ? {} : { confirmed }),
              }),
            })
      const saved = `${values.homeTeam} – ${values.awayTeam} is saved.`
      showToast(warning === null ? 'success' : 'warning', warning ?? saved)
      await onSaved()
      onClose()
      return null
    } catch (error) {
      const failure = saveFailure(error)
      // The request for approval is the success of this step. Saving again would request it again.
      if (error instanceof ApiError && (error.code === 'ODDS_WAIT' || error.code === 'START_WAITS')) {
        showToast('info', failure)
        await onSaved()
        onClose()
        return null
      }
      if (error instanceof ApiError && error.code === 'CHANGE_MOVES_BETS') {
        setAffected({ change: error.details as UnconfirmedChange, form })
        return confirmed === undefined ? null : failure
      }
      const faults = error instanceof ApiError ? fieldErrors(error) : {}
      for (const [field, message] of Object.entries(faults)) form.setError(field as keyof GameFormValues, { message })
      if (confirmed !== undefined) form.setError('root', { message: failure })
      return failure
    }
  }

  return (
    <Dialog title={game === null ? 'Add New Game' : 'Edit game'} open onClose={onClose} layout="wide">
      <StaffForm<GameValues>
        defaultValues={{ ...formValuesOf(game), status: game?.status ?? '', goals: null }}
        onSubmit={(_values, form) => save(form)}
        className="flex flex-col gap-4 p-4"
      >
        {(form, progress) => (
          <>
            <GameFields form={form} game={game} />
            <DialogFooter {...progress} verb="Save game" busyText="Saving…" onClose={onClose} />
          </>
        )}
      </StaffForm>
      {affected !== null && game !== null && (
        <ConfirmChange
          change={affected.change}
          game={game}
          values={affected.form.getValues()}
          onConfirm={(reason, entered) => {
            const typed = affected.change.risk?.approval === 'alone' ? { typed: entered } : {}
            return save(affected.form, { amount: affected.change.amount, reason, ...typed })
          }}
          onClose={() => setAffected(null)}
        />
      )}
    </Dialog>
  )
}

type OddsField = 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds'
type MinutesField = 'breakDuration' | 'matchDuration' | 'halfTimeDuration'

function GameFields({ form, game }: { readonly form: GameForm; readonly game: AdminGame | null }) {
  const { register, setValue, watch, formState } = form
  const typed = watch()
  const mayEditOdds = useMay()('admin:odds:edit')
  const field = (name: keyof GameFormValues, label: string) => ({ label, error: formState.errors[name]?.message })
  const minutes = (name: MinutesField, label: string) => (
    <Field {...field(name, label)} type="number" min={1} inputMode="numeric" {...register(name)} />
  )
  const odds = (name: OddsField, label: string) => (
    <Field
      {...field(name, label)}
      inputMode="decimal"
      autoComplete="off"
      readOnly={!mayEditOdds}
      {...register(name, { validate: oddsProblem })}
    />
  )
  const sides = { homeTeam: typed.homeTeam, awayTeam: typed.awayTeam, players: game?.players ?? [] }
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        <Field {...field('homeTeam', 'Home team')} maxLength={80} {...register('homeTeam')} />
        <Field {...field('awayTeam', 'Away team')} maxLength={80} {...register('awayTeam')} />
        <Field {...field('league', 'League')} maxLength={80} {...register('league')} />
        <Field {...field('country', 'Country')} maxLength={60} {...register('country')} />
        <DateField
          {...field('startTime', 'Start time (Kampala)')}
          kind="datetime-local"
          value={typed.startTime}
          onValue={(startTime) => setValue('startTime', startTime)}
        />
        <Select label="Sport" {...register('sport')}>
          <option value="soccer">Football</option>
          <option value="basketball">Basketball</option>
          <option value="tennis">Tennis</option>
        </Select>
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {odds('homeOdds', 'Home odds')}
        {odds('drawOdds', 'Draw odds')}
        {odds('awayOdds', 'Away odds')}
        {odds('over25Odds', 'Over 2.5')}
        {odds('under25Odds', 'Under 2.5')}
      </div>
      <OfferHint typed={typed} sport={typed.sport} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {minutes('breakDuration', 'Half-time break (minutes)')}
        {minutes('matchDuration', 'Game length (minutes)')}
        {minutes('halfTimeDuration', 'Length of a half (minutes)')}
        {game !== null && (
          <Select label="Status" {...register('status')}>
            {!FORM_STATUSES.some((each) => each === game.status) && <option>{game.status}</option>}
            {FORM_STATUSES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </div>
      <Checkbox label="Knock-out game" {...register('knockOut')} />
      <GoalList goals={typed.goals ?? game?.goals ?? []} sides={sides} onChange={(goals) => setValue('goals', goals)} />
    </>
  )
}
