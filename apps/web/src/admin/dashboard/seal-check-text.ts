import type { SealCheck } from '@mupiira/contract/admin-stats.ts'
import { DAY_MS, HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { dateTimeText } from '../../shared/format/times.ts'

type Shown = {
  readonly badge: string
  readonly tone: 'up' | 'down' | 'gold' | 'muted'
  readonly text: string
  /** The consequence or the next step for staff; null if everything is correct. */
  readonly advice: string | null
}

/** The check runs every night, so after this time one has been missed. */
const OVERDUE_AFTER_MS = DAY_MS + HOUR_MS
const HASH_DIGITS = 12

/** The last nightly check of the ledger or the audit log. */
export function sealCheckText(check: SealCheck, now: Date): Shown {
  if (check === null)
    return { badge: 'Not checked yet', tone: 'muted', text: 'The check runs every night after 03:00.', advice: null }
  const { checkedAt, outcome, differences, blocks, published } = check
  const compared =
    published === null
      ? 'without a published seal'
      : `against published block ${published.block} (${published.hash.slice(0, HASH_DIGITS)}…)`
  const sealed = `${blocks.toLocaleString('en-UG')} sealed ${blocks === 1 ? 'block' : 'blocks'}`
  const text = `Checked ${dateTimeText(checkedAt)} ${compared}, ${sealed}.`
  const isOverdue = now.getTime() - Date.parse(checkedAt) > OVERDUE_AFTER_MS
  if (isOverdue && (outcome === 'correct' || outcome === 'not compared'))
    return { badge: 'Overdue', tone: 'gold', text, advice: 'Last night’s check did not run.' }
  switch (outcome) {
    case 'different':
      return {
        badge: `${differences.toLocaleString('en-UG')} ${differences === 1 ? 'difference' : 'differences'}`,
        tone: 'down',
        text,
        advice: 'Make no payouts until you know the cause. The log lists the differences.',
      }
    case 'seal lost':
      return {
        badge: 'Published seal is missing',
        tone: 'down',
        text,
        advice: 'Removed blocks would go unnoticed. Restore the published seal from the log.',
      }
    case 'not compared':
      return {
        badge: 'Not compared',
        tone: 'gold',
        text,
        advice: 'Removed blocks would go unnoticed. Set SEALS_DIR, so that the server publishes its seals.',
      }
    case 'correct':
      return { badge: 'Correct', tone: 'up', text, advice: null }
  }
}
