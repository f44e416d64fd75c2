import { Link } from 'wouter'
import type { Protection } from '@mupiira/contract/protection.ts'
import { isExcluded } from '@mupiira/domain/protection/exclusion.ts'
import { useApi } from '../shared/api/queries.ts'
import { serverNow } from '../shared/clock.ts'
import { dateTimeText } from '../shared/format/times.ts'
import { Notice } from '../shared/ui/surfaces.tsx'
import { useUser } from './session.ts'

/** Whoever excludes himself does so here, and his own change is known at once. */
const FRESH_MS = 60_000

export type Exclusion = NonNullable<Protection['exclusion']>

/** The player's time-out or self-exclusion; null without one or where nobody answers, undefined until it is known. */
export function useExclusion(): Exclusion | null | undefined {
  const isPlayer = useUser()?.role === 'user'
  const { data, isError, fetchStatus } = useApi(
    'GET /api/protection/limits',
    {},
    { enabled: isPlayer, staleMs: FRESH_MS },
  )
  if (data === undefined) return !isPlayer || isError || fetchStatus === 'paused' ? null : undefined
  const until = data.exclusion && new Date(data.exclusion.until)
  return until && isExcluded({ until }, serverNow()) ? data.exclusion : null
}

const LINK = 'inline-flex min-h-6 items-center font-bold underline'

/** Stands where a player would bet or deposit: until when he does not, and what goes on (PLAY-03). */
export function ExcludedNotice({ exclusion: { kind, until } }: { readonly exclusion: Exclusion }) {
  return (
    <Notice tone="info">
      <b>
        {kind === 'time-out' ? 'You are taking a time-out' : 'You have excluded yourself'} until {dateTimeText(until)}.
      </b>{' '}
      Betting and depositing are closed until then. Your open bets go on, and you can{' '}
      <Link href="/withdraw" className={LINK}>
        withdraw
      </Link>{' '}
      or{' '}
      <Link href="/responsible-gambling#help" className={LINK}>
        find help
      </Link>
      .
    </Notice>
  )
}
