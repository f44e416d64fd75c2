import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminGame, AdminGoal } from '@mupiira/contract/admin-games.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW, Select } from '../../shared/ui/field.tsx'

/** The teams and players. Without line-ups `players` is empty, and goalscorer bets do not exist. */
export type Sides = Pick<AdminGame, 'homeTeam' | 'awayTeam' | 'players'>
type GoalListProps = {
  readonly goals: readonly AdminGoal[]
  readonly sides: Sides
  /** Why the list is refused. */
  readonly error?: string | undefined
  readonly onChange: (goals: readonly AdminGoal[]) => void
}

const OWN_GOAL = 'own goal'

export const teamOf = (team: AdminGoal['team'], { homeTeam, awayTeam }: Sides): string =>
  (team === 'home' ? homeTeam : awayTeam) || team

/** 23' Vipers SC, own goal */
export function goalText({ team, minute, scorer, playerId, ownGoal }: AdminGoal, sides: Sides): string {
  const name = ownGoal === true ? OWN_GOAL : (sides.players.find(({ id }) => id === playerId)?.name ?? scorer)
  return `${minute}' ${teamOf(team, sides)}${name ? `, ${name}` : ''}`
}

/** The goals by half (ADMG-14, ADMG-15). Minutes 1 to 45 are the first half. */
export function GoalList({ goals, sides, error, onChange }: GoalListProps) {
  const [team, setTeam] = useState<AdminGoal['team']>('home')
  const [minute, setMinute] = useState('')
  const [scorer, setScorer] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const add = () => {
    const at = Number(minute)
    if (!Number.isInteger(at) || at < 1 || at > 90) return setProblem('A goal event needs a minute from 1 to 90.')
    setProblem(undefined)
    setMinute('')
    setScorer('')
    const player = sides.players.find(({ id }) => id === scorer)
    const by = scorer === OWN_GOAL ? { ownGoal: true } : player && { playerId: player.id, scorer: player.name }
    onChange([...goals, { team, minute: at, ...by }].sort((a, b) => a.minute - b.minute))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-14 font-bold">Goal events</legend>
      {(['First half', 'Second half'] as const).map((half, second) => {
        const listed = goals.filter((goal) => goal.minute > 45 === (second === 1))
        return (
          listed.length > 0 && (
            <ul key={half} aria-label={half} className="flex flex-wrap gap-2">
              {listed.map((goal, at) => (
                <li
                  key={`${goal.team}${goal.minute}${at}`}
                  className="flex items-center rounded-card border border-line pl-3 text-14"
                >
                  {goalText(goal, sides)}
                  <IconButton
                    label={`Remove the ${goal.team} goal in minute ${goal.minute}`}
                    onClick={() => onChange(goals.filter((each) => each !== goal))}
                  >
                    <Trash2 className="size-4 text-down" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        )
      })}
      <div className={FIELD_ROW}>
        <Select label="Team" value={team} onChange={(event) => setTeam(event.target.value as AdminGoal['team'])}>
          <option value="home">{teamOf('home', sides)}</option>
          <option value="away">{teamOf('away', sides)}</option>
        </Select>
        <Field
          label="Minute"
          type="number"
          min={1}
          max={90}
          value={minute}
          error={problem}
          onChange={(event) => setMinute(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter would save the form without the goal.
            event.preventDefault()
            add()
          }}
        />
        {sides.players.length > 0 && (
          <Select label="Scorer" value={scorer} onChange={(event) => setScorer(event.target.value)}>
            <option value="">Unknown</option>
            <option value={OWN_GOAL}>Own goal</option>
            {sides.players
              .filter(({ side }) => side === team)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        )}
        <Button variant="secondary" onClick={add}>
          Add goal
        </Button>
      </div>
      {error !== undefined && (
        <p role="alert" className="text-12 font-bold text-down">
          {error}
        </p>
      )}
    </fieldset>
  )
}
