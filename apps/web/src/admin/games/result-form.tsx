import { useState, type FormEvent } from 'react'
import type { AdminGame, AdminGoal, ResultPreview, EnteredResult } from '@mupiira/contract/admin-games.ts'
import { halfTimeOf, makesScore, type Score, scoreOf } from '@mupiira/domain/match/goals.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox, Field } from '../../shared/ui/field.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from '../kit/staff-api.ts'
import { GoalList } from './goal-list.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { Form } from '../../shared/ui/form.tsx'

type ResultFormProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

const typedOf = (value: number | null): string => (value === null ? '' : String(value))

type Typed = readonly [home: string, away: string]
const scoreOfTyped = ([home, away]: Typed): Score | null =>
  home === '' || away === '' ? null : { home: Number(home), away: Number(away) }

/** The contradiction between goals and score, which the server rejects. */
function contradictionOf(goals: readonly AdminGoal[], typed: Typed, typedHalf: Typed): string | null {
  const score = scoreOfTyped(typed)
  if (score === null || goals.length === 0 || makesScore(goals, score, scoreOfTyped(typedHalf))) return null
  const listed = scoreOf(goals)
  const half = halfTimeOf(goals)
  return `The goals listed make ${listed.home} – ${listed.away}, at half time ${half.home} – ${half.away}. Correct the list or clear it. Without the list, First to Score and Goalscorer bets may have to wait.`
}

/** The first or corrected result of a game, previewed before it is saved. */
export function ResultForm({ game, onChanged }: ResultFormProps) {
  const [home, setHome] = useState(typedOf(game.homeScore))
  const [away, setAway] = useState(typedOf(game.awayScore))
  const [halfHome, setHalfHome] = useState(typedOf(game.halfTimeHomeScore))
  const [halfAway, setHalfAway] = useState(typedOf(game.halfTimeAwayScore))
  const [goals, setGoals] = useState<readonly AdminGoal[]>(game.goals)
  const [isVoid, setVoid] = useState(false)
  const [seen, setSeen] = useState<{ readonly entered: EnteredResult; readonly effect: ResultPreview } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isCorrection = game.result !== null

  const contradiction = contradictionOf(goals, [home, away], [halfHome, halfAway])

  const look = async (event: FormEvent) => {
    event.preventDefault()
    if (!isVoid && scoreOfTyped([home, away]) === null) return setProblem('Please enter the score of both sides.')
    setBusy(true)
    setProblem(null)
    const half = (typed: string): number | null => (typed === '' ? null : Number(typed))
    const entered: EnteredResult = isVoid
      ? { kind: 'void' }
      : {
          kind: 'result',
          home: Number(home),
          away: Number(away),
          halfTimeHome: half(halfHome),
          halfTimeAway: half(halfAway),
          goals: [...goals],
        }
    try {
      setSeen({
        entered,
        effect: await act('POST /api/admin/games/{id}/result/preview', { params: { id: game.id }, body: entered }),
      })
    } catch (error) {
      setProblem(textOf(error, 'This could not be calculated. Please try again.'))
    }
    setBusy(false)
  }
  const decide = async (reason: string): Promise<string | null> => {
    if (seen === null) return null
    try {
      const body = { result: seen.entered, reason }
      const answer = await act('POST /api/admin/games/{id}/result', { params: { id: game.id }, body })
      if ('approvalId' in answer)
        showToast(
          'info',
          'Your actions of the last 24 hours are above the threshold. A second member of staff must approve this result.',
        )
      else showToast('success', `The bets on ${game.name} are being settled.`)
    } catch (error) {
      return textOf(error, 'The result was not saved. Please try again.')
    }
    setSeen(null)
    await onChanged()
    return null
  }
  const score = (label: string, value: string, set: (value: string) => void) => (
    <Field label={label} type="number" min={0} max={99} value={value} onChange={(event) => set(event.target.value)} />
  )
  return (
    <Card as="section" label="Result">
      <h2 className="pb-2 text-16 font-bold">{isCorrection ? 'Correct the result' : 'Result'}</h2>
      <Form onSubmit={(event) => void look(event)} className="flex flex-col gap-3">
        {isCorrection && (
          <p className="text-14 text-muted">{`${
            game.result?.voidReason === null
              ? 'Its bets are settled with the score above.'
              : `Its bets are void (${game.result?.voidReason}).`
          } A correction reverses the old payouts and pays the new ones.`}</p>
        )}
        {!isVoid && (
          <>
            <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">
              {score(`${game.homeTeam}, 90 minutes`, home, setHome)}
              {score(`${game.awayTeam}, 90 minutes`, away, setAway)}
              {score('Half time, home', halfHome, setHalfHome)}
              {score('Half time, away', halfAway, setHalfAway)}
            </div>
            <GoalList goals={goals} sides={game} onChange={setGoals} />
            {contradiction !== null && <Notice tone="info">{contradiction}</Notice>}
          </>
        )}
        <Checkbox label="All bets are void" checked={isVoid} onChange={(event) => setVoid(event.target.checked)} />
        {problem !== null && (
          <Notice tone="down" live>
            {problem}
          </Notice>
        )}
        <Button type="submit" look="secondary" busy={busy} busyText="Calculating…">
          Preview the effect
        </Button>
      </Form>
      {seen !== null && <SettleDialog game={game} {...seen} onConfirm={decide} onClose={() => setSeen(null)} />}
    </Card>
  )
}
