import type { Count } from './counted-work.ts'

type Task = {
  /** The roles that do it, in turn. */
  readonly who: string
  /** The first console: the clicks and screens that the same task needed there. Null if it was not possible. */
  readonly before: Count | null
  readonly now: Count
  /**
   * One more press below this width, because the search, the player's card or the actions of a row are closed at first.
   */
  readonly opensBelow?: 768 | 1024
}

/**
 * The tasks of a day in the console, with the most clicks and screens that each may need. docs/console.md explains how
 * they are counted, and has the same numbers.
 */
export const DAY_OF_WORK = {
  'Deposit not seen': {
    who: 'care',
    before: { clicks: 4, screens: 2 },
    now: { clicks: 2, screens: 1 },
    opensBelow: 768,
  },
  'Wrong settlement': {
    who: 'care',
    before: { clicks: 7, screens: 4 },
    now: { clicks: 2, screens: 1 },
    opensBelow: 768,
  },
  'Lock an account': {
    who: 'care',
    before: { clicks: 4, screens: 1 },
    now: { clicks: 2, screens: 1 },
    opensBelow: 768,
  },
  'What is this reference?': {
    who: 'care',
    before: { clicks: 2, screens: 1 },
    now: { clicks: 1, screens: 1 },
    opensBelow: 768,
  },
  'New league with the odds of three games': {
    who: 'trader',
    before: { clicks: 7, screens: 1 },
    now: { clicks: 2, screens: 1 },
    opensBelow: 768,
  },
  'Reschedule a game with bets': {
    who: 'trader, manager',
    before: { clicks: 11, screens: 5 },
    now: { clicks: 5, screens: 2 },
    opensBelow: 768,
  },
  'Goal taken back': {
    who: 'trader',
    before: { clicks: 4, screens: 2 },
    now: { clicks: 2, screens: 1 },
    opensBelow: 768,
  },
  'Result corrected': {
    who: 'trader',
    before: { clicks: 6, screens: 2 },
    now: { clicks: 3, screens: 1 },
    opensBelow: 768,
  },
  'Debt found and explained': { who: 'finance', before: { clicks: 3, screens: 2 }, now: { clicks: 1, screens: 1 } },
  'Held withdrawal released': { who: 'finance', before: null, now: { clicks: 3, screens: 1 }, opensBelow: 1024 },
  'Day closed': { who: 'finance', before: { clicks: 5, screens: 3 }, now: { clicks: 2, screens: 1 } },
  'Bonus report read': { who: 'marketing', before: { clicks: 2, screens: 1 }, now: { clicks: 1, screens: 1 } },
} as const satisfies { readonly [task: string]: Task }

export type TaskName = keyof typeof DAY_OF_WORK

export const tasksOfDay: readonly (Task & { readonly name: TaskName })[] = Object.entries(
  DAY_OF_WORK as { readonly [task: string]: Task },
).map(([name, task]) => ({ name: name as TaskName, ...task }))
