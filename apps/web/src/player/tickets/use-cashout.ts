import { useQueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Ticket } from '@mupiira/contract/tickets.ts'
import type { Cashout } from '@mupiira/contract/cashout.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useUser } from '../../state/session.ts'
import { useMoneyRequest } from '../../state/use-money-request.ts'
import { cashoutQuery, ticketQuery } from './ticket-queries.ts'

const REFRESH_MS = 5_000
const REFRESH_CHECKING_MS = 1_500

export type CashoutAction = {
  readonly query: UseQueryResult<Cashout>
  readonly state: 'idle' | 'sending' | 'unknown'
  /** The server's error for the last acceptance, until another offer is accepted or no offer is left. */
  readonly refusal: string | null
  readonly forgetRefusal: () => void
  readonly accept: (offer: number) => void
  /** Repeats an acceptance whose outcome is unknown. */
  readonly repeat: () => void
  /** Forgets the acceptance. The ticket shows whether it took effect. */
  readonly discard: () => void
}

/** The cashout offer of a pending ticket with live updates, and its acceptance. */
export function useCashout(ticket: Ticket): CashoutAction {
  const client = useQueryClient()
  const offer = cashoutQuery(ticket.id)
  const key = offer.queryKey
  const isChecking = client.getQueryData<Cashout>(key)?.state === 'checking'
  const query = useQuery({ ...offer, refetchInterval: isChecking ? REFRESH_CHECKING_MS : REFRESH_MS })
  const [refusal, setRefusal] = useState<string | null>(null)

  // A goal or status change affects the offer, so it is refetched at once.
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

  const request = useMoneyRequest('POST /api/bets/{id}/cashout', {
    userId: useUser()?.id ?? null,
    id: ticket.id,
    onAccepted(answer) {
      client.setQueryData(key, answer)
      if (answer.state === 'paid') void client.invalidateQueries({ queryKey: ticketQuery(ticket.id).queryKey })
    },
    onRefused(error) {
      setRefusal(textOf(error, 'The cashout was not accepted.'))
      void refetch()
    },
  })

  return {
    query,
    state: request.state,
    refusal,
    forgetRefusal: () => setRefusal(null),
    accept(offer) {
      setRefusal(null)
      request.send({ offer })
    },
    repeat() {
      setRefusal(null)
      request.repeat()
    },
    discard() {
      request.discard()
      void refetch()
    },
  }
}
