import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import type { Draft } from './notification.ts'

/** The welcome that NOTE-32 prescribes. */
export const WELCOME: Draft = { message: 'Welcome! Good to see you today.' }

/** The threshold that NOTE-34 prescribes. */
const BIG_DEPOSIT_UGX = 100_000

type Deposit = { readonly amount: number; readonly firstDeposit: boolean }

/** The celebrations of a deposit, which follow its message. They do not invite to bet. */
const CELEBRATIONS = [
  {
    occasion: 'first-deposit',
    // Once per account, according to its deposit history (NOTE-35, D29).
    isDue: ({ firstDeposit }: Deposit) => firstDeposit,
    text: 'Welcome! This was your first deposit.',
  },
  {
    occasion: 'big-deposit',
    isDue: ({ amount }: Deposit) => amount >= BIG_DEPOSIT_UGX,
    text: 'A big deposit! Play within your limits.',
  },
] as const

export const celebrationsOf = (deposit: Deposit) => CELEBRATIONS.filter(({ isDue }) => isDue(deposit))

/** Tips give useful information and never invite to bet. */
const TIPS: readonly Draft[] = [
  { message: 'Tip of the day: a booking code saves your betslip. Load it on any phone.', actionUrl: '/booking-code' },
  {
    message: 'Tip of the day: set a limit for a day, a week or a month. You choose the amount.',
    actionUrl: '/responsible-gambling',
  },
  { message: 'Tip of the day: your statement shows every payment, stake and win.', actionUrl: '/statement' },
  { message: 'Tip of the day: each market is explained with a worked example.', actionUrl: '/extended-rules' },
  { message: 'Tip of the day: every round of Aviator can be checked for fairness.', actionUrl: '/aviator/verify' },
  {
    message: 'Tip of the day: see where you are logged in, and log out your other devices.',
    actionUrl: '/manage-account',
  },
  { message: 'Tip of the day: bet only what you can afford to lose.', actionUrl: '/responsible-gambling' },
]

/** The tip of the day, which rotates daily. */
export function tipOf(now: Date): Draft {
  const day = Date.parse(dayKey(now)) / DAY_MS
  const tip = TIPS[day % TIPS.length]
  if (tip === undefined) throw new Error('there is no tip for the day')
  return tip
}
