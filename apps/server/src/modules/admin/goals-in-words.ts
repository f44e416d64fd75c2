import type { GoalEvent } from '@mupiira/domain/match/goals.ts'

/** As staff reads them: "12' home Okello", "80' away own goal". */
export const goalsInWords = (goals: readonly GoalEvent[]): string[] =>
  goals.map(({ minute, team, scorer, ownGoal }) =>
    [`${minute}' ${team}`, ownGoal === true ? 'own goal' : (scorer ?? '')].filter((part) => part !== '').join(' '),
  )
