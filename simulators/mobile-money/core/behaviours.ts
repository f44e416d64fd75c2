export type Failure = 'declined' | 'insufficient-funds' | 'timed-out'
export type Ending = 'success' | Failure

/** What happens to an order, unless a handset or the control endpoint decides it. */
export type Behaviour = {
  readonly ending: 'success' | Failure | 'never'
  readonly when: 'soon' | 'late'
  readonly reply: 'accepted' | 'refused' | 'error-though-taken'
  readonly callbacks: 0 | 1 | 2
  readonly callbackAmount: 'true' | 'other'
  /** The amount that the status call and the list report. */
  readonly reportedAmount: 'true' | 'other'
}

const SUCCEEDS: Behaviour = {
  ending: 'success',
  when: 'soon',
  reply: 'accepted',
  callbacks: 1,
  callbackAmount: 'true',
  reportedAmount: 'true',
}

export const BEHAVIOURS = {
  succeeds: SUCCEEDS,
  declines: { ...SUCCEEDS, ending: 'declined' },
  'lacks-funds': { ...SUCCEEDS, ending: 'insufficient-funds' },
  'never-answers': { ...SUCCEEDS, ending: 'never' },
  'confirms-late': { ...SUCCEEDS, when: 'late' },
  'calls-back-twice': { ...SUCCEEDS, callbacks: 2 },
  // Only the callback reports a wrong amount. The status call reports the true amount.
  'calls-back-other-amount': { ...SUCCEEDS, callbackAmount: 'other' },
  'errors-though-taken': { ...SUCCEEDS, reply: 'error-though-taken' },
  // No final digit selects the next five behaviours. Only the control endpoint can select them.
  'never-calls-back': { ...SUCCEEDS, callbacks: 0 },
  'times-out': { ...SUCCEEDS, ending: 'timed-out' },
  'declines-late': { ...SUCCEEDS, ending: 'declined', when: 'late' },
  'reports-other-amount': { ...SUCCEEDS, reportedAmount: 'other' },
  refuses: { ...SUCCEEDS, reply: 'refused' },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof BEHAVIOURS

export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS) as readonly BehaviourName[]

/** The amount that the provider's own records show. */
export function reportedHundredths(order: {
  readonly behaviour: BehaviourName
  readonly amountHundredths: number
}): number {
  return BEHAVIOURS[order.behaviour].reportedAmount === 'true' ? order.amountHundredths : order.amountHundredths * 2
}

const BEHAVIOUR_OF_LAST_DIGIT: Readonly<Record<string, BehaviourName>> = {
  0: 'succeeds',
  1: 'declines',
  2: 'lacks-funds',
  3: 'never-answers',
  4: 'confirms-late',
  5: 'calls-back-twice',
  6: 'calls-back-other-amount',
  7: 'errors-though-taken',
  8: 'succeeds',
  9: 'succeeds',
}

export function behaviourOfNumber(msisdn: string): BehaviourName {
  return BEHAVIOUR_OF_LAST_DIGIT[msisdn.slice(-1)] ?? 'succeeds'
}
