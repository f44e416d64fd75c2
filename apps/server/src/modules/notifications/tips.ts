import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Notice } from './notice.ts'

/** NOTE-33: what is of use to a player, and nothing that talks him into a bet. */
export const TIPS: readonly Notice[] = [
  { message: 'Tip of the day: a booking code keeps your slip. Load it on any phone.', actionUrl: '/booking-code' },
  {
    message: 'Tip of the day: set a limit for a day, a week or a month. It is yours to choose.',
    actionUrl: '/responsible-gambling',
  },
  { message: 'Tip of the day: every shilling that moves is in your statement.', actionUrl: '/statement' },
  { message: 'Tip of the day: each market is explained with a worked example.', actionUrl: '/extended-rules' },
  { message: 'Tip of the day: every round of Aviator can be checked for fairness.', actionUrl: '/aviator/verify' },
  { message: 'Tip of the day: see where you are signed in, and sign out elsewhere.', actionUrl: '/manage-account' },
  { message: 'Tip of the day: bet only what you can afford to lose.', actionUrl: '/responsible-gambling' },
]

/** One tip a day, each in its turn. */
export function tipOf(now: Date): Notice {
  const day = Date.parse(dayKey(now)) / DAY_MS
  const tip = TIPS[day % TIPS.length]
  if (tip === undefined) throw new Error('there is no tip for the day')
  return tip
}
