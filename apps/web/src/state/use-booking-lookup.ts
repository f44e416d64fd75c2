import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, type Answer } from '../shared/api/client.ts'
import {
  lookupProblem,
  NO_CONNECTION,
  readBookingInput,
  type BookingProblem,
  type LookupSource,
} from './booking-problems.ts'
import { useConnectivity } from './connectivity.ts'
import { handleSessionLoss, useUser } from './session.ts'

export type BookedAnswer = Answer<'GET /api/booking-codes/{code}'>

export type Lookup =
  | { readonly state: 'idle' | 'searching' }
  | { readonly state: 'failed'; readonly problem: BookingProblem }
  | { readonly state: 'found'; readonly booked: BookedAnswer }

/** The player waits for the result, so the timeout is short. */
const TIMEOUT_MS = 15_000

type LookupOptions = {
  readonly source: LookupSource
  /** The code in the page's address. */
  readonly given?: string
  readonly onFound?: (booked: BookedAnswer) => BookingProblem | null
}

/** The form that looks up codes. Only the response to the last search counts. `onFound` can return a problem. */
export function useBookingLookup({ source, given = '', onFound }: LookupOptions) {
  const client = useQueryClient()
  const user = useUser()
  const [typed, setTyped] = useState(given)
  const [lookup, setLookup] = useState<Lookup>({ state: 'idle' })
  const searching = useRef<AbortController | null>(null)
  useEffect(() => () => searching.current?.abort(), [])

  const userId = user?.id ?? null
  const requesterId = useRef(userId)
  useEffect(() => {
    // A player's results are removed when the session ends.
    if (requesterId.current !== null && requesterId.current !== userId) {
      searching.current?.abort()
      setLookup({ state: 'idle' })
    }
    requesterId.current = userId
  }, [userId])

  const fail = (problem: BookingProblem) => setLookup({ state: 'failed', problem })

  async function search(): Promise<void> {
    searching.current?.abort()
    const read = readBookingInput(typed, source)
    if ('problem' in read) return fail(read.problem)
    if (!useConnectivity.getState().online) return fail(NO_CONNECTION)
    const current = new AbortController()
    searching.current = current
    setLookup({ state: 'searching' })
    try {
      const booked = await api(
        'GET /api/booking-codes/{code}',
        { params: { code: read.code } },
        { signal: current.signal, timeoutMs: TIMEOUT_MS, networkRetries: 1 },
      )
      if (current.signal.aborted) return
      const problem = onFound?.(booked) ?? null
      if (problem !== null) fail(problem)
      else setLookup({ state: 'found', booked })
    } catch (error) {
      if (current.signal.aborted) return
      fail(lookupProblem(error, source, user !== null))
      handleSessionLoss(client, error)
    }
  }

  /** Another code is typed, so the current search is cancelled. */
  function cancel(): void {
    if (searching.current === null) return
    searching.current.abort()
    searching.current = null
    setLookup((last) => (last.state === 'searching' ? { state: 'idle' } : last))
  }

  const onCode = (code: string) => {
    setTyped(code)
    cancel()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void search()
  }
  return { typed, onCode, onSubmit, lookup, search, fail, userId }
}
