import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Ticket } from '@mupiira/contract/bets.ts'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { api, newIdempotencyKey } from '../../shared/api/client.ts'
import { isUnanswered, textOf } from '../../shared/api/errors.ts'
import { queryKey, useApi } from '../../shared/api/queries.ts'
import { noteSessionLoss } from '../../state/session.ts'

const REFRESH_MS = 5_000
const REFRESH_CHECKING_MS = 1_500

export type CashoutAction = {
  readonly query: UseQueryResult<Cashout>
  readonly state: 'idle' | 'sending' | 'unanswered'
  /** What the server said to the last acceptance, until another offer is accepted or there is none. */
  readonly refusal: string | null
  readonly forgetRefusal: () => void
  readonly accept: (offer: number) => void
  /** Sends an acceptance of which nobody heard again, under its own key: it takes effect once. */
  readonly askAgain: () => void
}

/** The cash-out of a pending ticket, kept fresh, and its acceptance. */
export function useCashout(ticket: Ticket): CashoutAction {
  const client = useQueryClient()
  const parts = { params: { id: ticket.id } }
  const place = queryKey('GET /api/bets/{id}/cashout', parts)
  const isChecking = client.getQueryData<Cashout>(place)?.state === 'checking'
  const refetchMs = isChecking ? REFRESH_CHECKING_MS : REFRESH_MS
  const query = useApi('GET /api/bets/{id}/cashout', parts, { staleMs: 0, refetchMs })
  const [state, setState] = useState<CashoutAction['state']>('idle')
  const [refusal, setRefusal] = useState<string | null>(null)
  const sent = useRef<{ readonly offer: number; readonly key: string } | null>(null)

  // A goal or a whistle changes the offer: it is asked for at once.
  const { refetch } = query
  const games = ticket.selections
    .map((leg) => `${leg.homeScore}:${leg.awayScore} ${leg.gameStatus} ${leg.outcome}`)
    .join()
  const shown = useRef(games)
  useEffect(() => {
    if (shown.current === games) return
    shown.current = games
    void refetch()
  }, [games, refetch])

  const isGone = query.data?.state === 'unavailable'
  useEffect(() => {
    if (isGone) setRefusal(null)
  }, [isGone])

  async function send(): Promise<void> {
    const request = sent.current
    if (request === null) return
    setState('sending')
    setRefusal(null)
    try {
      const body = { offer: request.offer }
      const answer = await api('POST /api/bets/{id}/cashout', { ...parts, body, idempotencyKey: request.key })
      sent.current = null
      setState('idle')
      client.setQueryData(place, answer)
      if (answer.state === 'paid') void client.invalidateQueries({ queryKey: queryKey('GET /api/bets/{id}', parts) })
    } catch (error) {
      if (isUnanswered(error)) return setState('unanswered')
      sent.current = null
      setState('idle')
      setRefusal(textOf(error, 'The cashout was refused.'))
      noteSessionLoss(client, error)
      void refetch()
    }
  }

  return {
    query,
    state,
    refusal,
    forgetRefusal: () => setRefusal(null),
    accept(offer) {
      if (state !== 'idle') return
      sent.current = { offer, key: newIdempotencyKey() }
      void send()
    },
    askAgain: () => void send(),
  }
}
