import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Restraints } from '@mupiira/contract/protection.ts'
import { isExcluded } from '@mupiira/domain/protection/exclusion.ts'
import { useApi } from '../shared/api/queries.ts'
import { serverNow } from '../shared/clock.ts'
import { Moment } from '../shared/ui/moment.tsx'
import { Notice } from '../shared/ui/surfaces.tsx'
import { ownStorage } from './own-storage.ts'
import { EXCLUSION_KEY, useUser } from './session.ts'

/** Whoever excludes himself does so here, and his own change is known at once. */
const FRESH_MS = 60_000

export type Exclusion = NonNullable<Restraints['exclusion']>

/** The player's time-out or self-exclusion; null without one or where nobody answers, undefined until it is known. */
export function useExclusion(): Exclusion | null | undefined {
  const user = useUser()
  const playerId = user?.role === 'user' ? user.id : null
  const { data, isError, fetchStatus } = useApi(
    'GET /api/protection',
    {},
    { enabled: playerId !== null, staleMs: FRESH_MS },
  )
  const told = data?.exclusion
  useEffect(() => {
    if (playerId !== null && told !== undefined) keep(playerId, told)
  }, [playerId, told])
  if (playerId === null) return null
  const exclusion = told === undefined ? kept(playerId) : told
  if (exclusion !== null) return isExcluded({ until: new Date(exclusion.until) }, serverNow()) ? exclusion : null
  return told === null || isError || fetchStatus === 'paused' ? null : undefined
}

/** It is never made shorter (PLAY-03): what this device knows of it is true before the server has said so again. */
function kept(playerId: string): Exclusion | null {
  try {
    const { of, exclusion } = JSON.parse(ownStorage.read(EXCLUSION_KEY) ?? '{}') as {
      of?: string
      exclusion?: Exclusion
    }
    return of === playerId && exclusion ? exclusion : null
  } catch {
    return null
  }
}

function keep(playerId: string, exclusion: Exclusion | null): void {
  if (exclusion === null) ownStorage.remove(EXCLUSION_KEY)
  else ownStorage.write(EXCLUSION_KEY, JSON.stringify({ of: playerId, exclusion }))
}

const LINK = 'inline-flex min-h-6 items-center font-bold underline'

/** Stands where a player would bet or deposit: until when he does not, and what goes on (PLAY-03). */
export function ExcludedNotice({ exclusion: { kind, until } }: { readonly exclusion: Exclusion }) {
  return (
    <Notice tone="info">
      <b>
        {kind === 'time-out' ? 'You are taking a time-out' : 'You have excluded yourself'} until{' '}
        <Moment at={until} inSentence />.
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
