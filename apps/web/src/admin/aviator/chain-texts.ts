import type { AdminAviatorChain } from '@mupiira/contract/admin-aviator.ts'
import { dateTimeText } from '../../shared/format/times.ts'

/** At this rate a chain of 100,000 rounds lasts two weeks (docs/runbooks/running.md). */
const ROUNDS_AN_HOUR = 300
const MIN_HOURS_SHOWN_AS_DAYS = 48

export const STATES: {
  readonly [state in AdminAviatorChain['state']]: {
    readonly text: string
    readonly tone: 'up' | 'gold' | 'muted' | 'down'
  }
} = {
  waiting: { text: 'waits for its block', tone: 'gold' },
  ready: { text: 'ready', tone: 'up' },
  flying: { text: 'in use', tone: 'up' },
  used: { text: 'used up', tone: 'muted' },
  dropped: { text: 'never used', tone: 'muted' },
}

/** `durationText(100_000)` → '13 days' */
export function durationText(rounds: number): string {
  const hours = Math.floor(rounds / ROUNDS_AN_HOUR)
  if (hours < 1) return 'less than an hour'
  if (hours < MIN_HOURS_SHOWN_AS_DAYS) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

/** Says who has entered the block of a waiting chain. Two administrators must enter it. */
export function entriesText(entries: AdminAviatorChain['entries']): string {
  if (entries.length === 0) return 'No member of staff has entered the block yet. Two are needed.'
  const own = entries.find(({ isOwn }) => isOwn)
  return own === undefined
    ? `Another member of staff entered the block on ${dateTimeText(entries[0]?.enteredAt ?? '')}. Look it up yourself and enter it too.`
    : `You entered the block on ${dateTimeText(own.enteredAt)}. A second member of staff must enter the same block.`
}

const WHY = {
  silence: 'rounds were interrupted, or the database was restored',
  retired: 'the chain was retired',
} as const

export const skippedText = ({ from, to, why, at }: AdminAviatorChain['skipped'][number]): string =>
  `Links ${from.toLocaleString('en-UG')} to ${to.toLocaleString('en-UG')} were skipped on ${dateTimeText(at)}: ${WHY[why]}.`
