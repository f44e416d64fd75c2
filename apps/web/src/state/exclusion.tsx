import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Restrictions } from '@mupiira/contract/protection.ts'
import { isExcluded } from '@mupiira/domain/protection/exclusion.ts'
import { serverNow } from '../shared/clock.ts'
import { Moment } from '../shared/ui/moment.tsx'
import { Notice } from '../shared/ui/surfaces.tsx'
import { ownStorage } from './own-storage.ts'
import { EXCLUSION_KEY, useMay, usePlayer } from './session.ts'
import { apiQuery } from '../shared/api/queries.ts'

const FRESH_MS = 60_000

/** The player's exclusion and reality check. */
export const protectionQuery = apiQuery('GET /api/protection', {})

export type Exclusion = NonNullable<Restrictions['exclusion']>

/**
 * The player's time-out or self-exclusion; null without one or if the server does not answer, undefined while unknown.
 * With `fetches` false, only stored data is used.
 */
export function useExclusion(fetches = true): Exclusion | null | undefined {
  const playerId = usePlayer()?.id ?? null
  const { data, errorUpdateCount, fetchStatus } = useQuery({
    ...protectionQuery,
    enabled: fetches && playerId !== null,
    staleTime: FRESH_MS,
  })
  const received = data?.exclusion
  useEffect(() => {
    if (playerId !== null && received !== undefined) keep(playerId, received)
  }, [playerId, received])
  if (playerId === null) return null
  const exclusion = received === undefined ? readStored(playerId) : received
  if (exclusion !== null) return isExcluded({ until: new Date(exclusion.until) }, serverNow()) ? exclusion : null
  return received === null || errorUpdateCount > 0 || fetchStatus === 'paused' ? null : undefined
}

/** Returns whether deposits are offered: not to staff (D55a) or self-excluded players (PLAY-03). */
export function useMayDeposit(fetches = true): boolean {
  const may = useMay()
  const exclusion = useExclusion(fetches)
  return may('wallet:deposit') && !exclusion
}

/** An exclusion is never shortened, so the stored exclusion is valid until the server answers. */
function readStored(playerId: string): Exclusion | null {
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

/** Shown in place of betting and deposits: the end of the exclusion, and what is still possible (PLAY-03). */
export function ExcludedNotice({ exclusion: { kind, until } }: { readonly exclusion: Exclusion }) {
  return (
    <Notice tone="info">
      <b>
        <span>{kind === 'time-out' ? 'You are taking a time-out' : 'You have excluded yourself'}</span> until{' '}
        <Moment at={until} inSentence />.
      </b>{' '}
      You cannot bet or deposit until then. Your open bets still count, and you can{' '}
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
