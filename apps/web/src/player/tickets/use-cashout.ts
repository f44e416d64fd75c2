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

/** How long the payment of a part stays visible. */
const PAID_SHOWN_MS = 15_000

export type CashoutAction = {
  readonly query: UseQueryResult<Cashout>
  readonly state: 'idle' | 'sending' | 'unknown'
  /** The server's error for the last acceptance, until another offer is accepted or no offer is left. */
  readonly refusal: string | null
  readonly forgetRefusal: () => void
  /** The payment of a part a moment ago, else null. */
  readonly paidPart: number | null
  /** Accepts the offer for the stake left that is on screen. `stake`: the stake to cash out; null for all of it. */
  readonly accept: (shown: { readonly offer: number; readonly stakeLeft: number }, stake: number | null) => void
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
      const isPaid = answer.state === 'paid'
      // After a paid part, the ticket has another offer.
      if (isPaid && answer.stake !== null) void refetch()
      else client.setQueryData(key, answer)
      if (isPaid) void client.invalidateQueries({ queryKey: ticketQuery(ticket.id).queryKey })
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
    paidPart: usePaidPart(ticket),
    forgetRefusal: () => setRefusal(null),
    accept({ offer, stakeLeft }, stake) {
      setRefusal(null)
      request.send({ offer, stakeLeft, ...(stake === null ? {} : { stake }) })
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

/** The payment of a part that was cashed out while the ticket is open on screen, by the player or automatically. */
function usePaidPart({ cashedOut = 0 }: Partial<Pick<Ticket, 'cashedOut'>>): number | null {
  const known = useRef(cashedOut)
  const [paid, setPaid] = useState<number | null>(null)
  useEffect(() => {
    const payment = Math.round((cashedOut - known.current) * 100) / 100
    known.current = cashedOut
    if (payment <= 0) return
    setPaid(payment)
    const timer = setTimeout(() => setPaid(null), PAID_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [cashedOut])
  return paid
}
