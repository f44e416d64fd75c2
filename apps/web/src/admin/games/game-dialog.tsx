import { useState, type FormEvent } from 'react'
import type { AdminGame, AdminGoal } from '@mupiira/contract/admin-games.ts'
import type { Body } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { moneyText } from '../../shared/format/amounts.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Checkbox, Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'
import { oddsFaultsIn } from '../kit/typed-odds.ts'
import { changedIn, enteredIn, seenIn, type TypedGame, typedOf } from './game-form.ts'
import { FORM_STATUSES, saveFailure } from './game-texts.ts'
import { GoalList } from './goal-list.tsx'
import { OfferHint } from './offer-hint.tsx'
import { Form } from '../../shared/ui/form.tsx'

type GameDialogProps = {
  /** Null for a new game. */
  readonly game: AdminGame | null
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

type Edit = Body<'PUT /api/admin/games/{id}'>
type ConfirmedStart = NonNullable<Edit['confirmedStart']>

const editOf = (game: AdminGame, changes: Edit): Edit => ({ ...changes, seen: seenIn(changes, game) })

/** The game form (ADMG-03, ADMG-07 to ADMG-19). */
export function GameDialog({ game: latest, onSaved, onClose }: GameDialogProps) {
  // The game when the form was opened. The server detects later changes by others.
  const [game] = useState(latest)
  const [form, setForm] = useState(() => typedOf(game))
  /** The payouts of bets that a new start voids or keeps. */
  const [affected, setAffected] = useState<number | null>(null)
  const { sport, knockOut } = form
  // A postponed or abandoned game keeps its status unless staff chooses another.
  const [status, setStatus] = useState<(typeof FORM_STATUSES)[number] | null>(
    FORM_STATUSES.find((each) => each === game?.status) ?? null,
  )
  // Null until edited, so that saving does not remove a goal that someone else entered in the meantime.
  const [edited, setEdited] = useState<readonly AdminGoal[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<ReturnType<typeof fieldErrors>>({})
  const [busy, setBusy] = useState(false)
  const field = (name: Exclude<keyof TypedGame, 'sport' | 'knockOut'>, label: string) => ({
    label,
    error: faults[name],
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const minutes = (name: 'breakDuration' | 'matchDuration' | 'halfTimeDuration', label: string) => (
    <Field {...field(name, label)} type="number" min={1} inputMode="numeric" />
  )
  const odds = (name: 'homeOdds' | 'drawOdds' | 'awayOdds' | 'over25Odds' | 'under25Odds', label: string) => (
    <Field {...field(name, label)} inputMode="decimal" autoComplete="off" />
  )

  const sides = { homeTeam: form.homeTeam, awayTeam: form.awayTeam, players: game?.players ?? [] }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save()
  }
  const save = async (confirmedStart?: ConfirmedStart): Promise<string | null> => {
    const wrong = oddsFaultsIn(form)
    setProblem(null)
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return null
    setBusy(true)
    const goals = edited === null ? {} : { goals: [...edited] }
    let failure: string | null = null
    try {
      const { warning } =
        game === null
          ? await act('POST /api/admin/games', { body: { ...enteredIn(form, null), ...goals } })
          : await act('PUT /api/admin/games/{id}', {
              params: { id: game.id },
              body: editOf(game, {
                ...changedIn(form, game),
                ...goals,
                ...(status === null || status === game.status ? {} : { status }),
                ...(confirmedStart === undefined ? {} : { confirmedStart }),
              }),
            })
      showToast(warning === null ? 'success' : 'warning', warning ?? `${form.homeTeam} – ${form.awayTeam} is saved.`)
      await onSaved()
      onClose()
    } catch (error) {
      failure = saveFailure(error)
      const amount = error instanceof ApiError && error.code === 'START_MOVES_BETS' ? error.details['amount'] : null
      if (typeof amount === 'number') setAffected(amount)
      else {
        setFaults(error instanceof ApiError ? fieldErrors(error) : {})
        setProblem(failure)
      }
    }
    setBusy(false)
    return failure
  }

  return (
    <Dialog title={game === null ? 'Add New Game' : 'Edit Game'} open onClose={onClose} layout="wide">
      <Form
        onSubmit={submit}
        // The error belongs to the previous input.
        onChange={() => setProblem(null)}
        className="flex flex-col gap-4 p-4"
      >
        <div className="grid gap-3 md:grid-cols-2">
          <Field {...field('homeTeam', 'Home team')} maxLength={80} />
          <Field {...field('awayTeam', 'Away team')} maxLength={80} />
          <Field {...field('league', 'League')} maxLength={80} />
          <Field {...field('country', 'Country')} maxLength={60} />
          <Field {...field('startTime', 'Start time (Kampala)')} type="datetime-local" />
          <Select
            label="Sport"
            value={sport}
            onChange={(event) => setForm({ ...form, sport: event.target.value as AdminGame['sport'] })}
          >
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
        <OfferHint typed={form} sport={sport} />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {minutes('breakDuration', 'Break, minutes')}
          {minutes('matchDuration', 'Match, minutes')}
          {minutes('halfTimeDuration', 'Half, minutes')}
          {game !== null && (
            <Select
              label="Status"
              value={status ?? game.status}
              onChange={(event) => setStatus(FORM_STATUSES.find((each) => each === event.target.value) ?? null)}
            >
              {!FORM_STATUSES.some((each) => each === game.status) && <option>{game.status}</option>}
              {FORM_STATUSES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          )}
        </div>
        <Checkbox
          label="Knock-out match"
          checked={knockOut}
          onChange={(event) => setForm({ ...form, knockOut: event.target.checked })}
        />
        <GoalList goals={edited ?? game?.goals ?? []} sides={sides} onChange={setEdited} />
        <DialogEnd problem={problem} verb="Save game" busy={busy} busyText="Saving…" onClose={onClose} />
      </Form>
      {affected !== null && (
        <ConfirmDialog
          title="Change the start?"
          verb="Change the start"
          isDangerous
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          typed="MOVE"
          onConfirm={(reason) => save({ amount: affected, reason })}
          onClose={() => setAffected(null)}
        >
          <p>
            The new start voids bets, or keeps bets that would be void. Their total payout is{' '}
            <b>{moneyText(affected)}</b>.
          </p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
