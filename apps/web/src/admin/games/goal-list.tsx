import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DeskGoal } from '@mupiira/contract/desk-games.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Field, Select } from '../../shared/ui/field.tsx'

type GoalListProps = { readonly goals: readonly DeskGoal[]; readonly onChange: (goals: readonly DeskGoal[]) => void }

/** ADMG-14, ADMG-15: minutes 1 to 45 are the first half. */
export function GoalList({ goals, onChange }: GoalListProps) {
  const [team, setTeam] = useState<DeskGoal['team']>('home')
  const [minute, setMinute] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const add = () => {
    const at = Number(minute)
    if (!Number.isInteger(at) || at < 1 || at > 90) return setProblem('A goal event needs a minute from 1 to 90.')
    setProblem(undefined)
    setMinute('')
    onChange([...goals, { team, minute: at }].toSorted((a, b) => a.minute - b.minute))
  }
  return (
    <fieldset className="flex flex-col gap-2">
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
                  {goal.minute}' {goal.team}
                  <IconButton
                    label={`Remove the ${goal.team} goal of minute ${goal.minute}`}
                    onClick={() => onChange(goals.filter((each) => each !== goal))}
                  >
                    <Trash2 className="size-4" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        )
      })}
      <div className="flex items-end gap-2">
        <Select label="Team" value={team} onChange={(event) => setTeam(event.target.value as DeskGoal['team'])}>
          <option value="home">home</option>
          <option value="away">away</option>
        </Select>
        <Field
          label="Minute"
          type="number"
          min={1}
          max={90}
          value={minute}
          error={problem}
          onChange={(event) => setMinute(event.target.value)}
        />
        <Button look="secondary" onClick={add}>
          Add goal
        </Button>
      </div>
    </fieldset>
  )
}
