import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useLocation } from 'wouter'
import type { TicketDetail } from '@mupiira/contract/tickets.ts'
import type { Answer } from '../../shared/api/client.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { useIsShown } from '../../shared/is-shown.ts'
import { useReturnHere } from '../../shared/return-here.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { plainText } from '../../shared/format/amounts.ts'
import { delayedBetsQuery, keepSentSlip } from '../../state/delayed-bets.ts'
import { useClearWhenOnline } from '../../state/connectivity.ts'
import { type MoneyRequest, useMoneyRequest } from '../../state/use-money-request.ts'
import { checkSession, sessionUser, useUser } from '../../state/session.ts'
import { selectionKey } from '../../state/slip-code.ts'
import { removeSelections, setSlipCode, useSlip } from '../../state/slip.ts'
import { useAutomaticRetry } from './automatic-retry.ts'
import { type BetRefusal, refusedBy } from './bet-refusal.ts'
import { usePlacedBet } from './placed-bet.ts'
import { withNewCode } from './renew-code.ts'

export type PlaceBet = {
  readonly request: MoneyRequest<'POST /api/bets'>
  /** True if an unanswered bet is retried automatically on reconnect. */
  readonly retriesAutomatically: boolean
  /** The last refusal, until the slip changes. */
  readonly refusal: BetRefusal | null
  readonly setRefusal: Dispatch<SetStateAction<BetRefusal | null>>
}

/** Places the slip as one ticket, even over a bad connection. Then removes the sent selections and shows the ticket. */
export function usePlaceBet(): PlaceBet {
  const client = useQueryClient()
  const userId = useUser()?.id ?? null
  const [, navigate] = useLocation()
  const returnHere = useReturnHere()
  const [refusal, setRefusal] = useState<BetRefusal | null>(null)
  useClearWhenOnline(refusal?.text, () => setRefusal(null))
  const isShown = useIsShown()
  const request = useMoneyRequest('POST /api/bets', {
    userId,
    replace: async (error, refused) => {
      const bet = await withNewCode(error, refused)
      // After the player has left the slip, no second request is sent.
      return isShown() ? bet : null
    },
    onAccepted: (answer, wasResponseLost, { items = [], body }) => {
      setRefusal(null)
      removeSelections(items.map(({ id }) => id))
      setSlipCode(null)
      if ('delayed' in answer) {
        const { delayed } = answer
        if (userId !== null) keepSentSlip(userId, delayed.id, { items, stake: plainText(body.stake) })
        client.setQueryData(delayedBetsQuery.queryKey, (known) => ({
          items: [delayed, ...(known?.items ?? []).filter(({ id }) => id !== delayed.id)],
        }))
        // A repeated request returns its first response, so the bet may be decided already.
        for (const key of ['GET /api/wallet', 'GET /api/delayed-bets'])
          void client.invalidateQueries({ queryKey: [key] })
        if (!isShown()) showToast('info', 'Your bet is being checked. See My Bets for the result.')
        return
      }
      const { ticket, balance, warning } = answer
      const rest = selectionKey(useSlip.getState().items)
      usePlacedBet.setState({ placed: { ticket, items, totalSeen: body.totalOdds, rest, warning, wasResponseLost } })
      client.setQueryData<Answer<'GET /api/wallet'>>(queryKey('GET /api/wallet'), (wallet) => {
        return { balance, held: wallet?.held ?? 0, currency: 'UGX' }
      })
      const detail: TicketDetail = { ...ticket, trail: { legs: [], moves: [], parts: [] } }
      client.setQueryData(queryKey('GET /api/bets/{id}', { params: { id: ticket.id } }), detail)
      // A repeated request returns its first response, which may be outdated, so the data is refetched.
      for (const key of ['GET /api/wallet', 'GET /api/bets/{id}', 'GET /api/bets', 'GET /api/bets/counts'])
        void client.invalidateQueries({ queryKey: [key] })
    },
    onRefused: (error, wasResponseLost) => {
      const refused = refusedBy(error)
      const { reason, text: refusalText } = refused
      const isOver = reason === 'NOT_AUTHENTICATED'
      const waits = !wasResponseLost && isShown()
      const text = waits ? refusalText : `Your bet was not placed. ${refusalText}`
      setRefusal({ ...refused, text })
      // If the player has left the slip, the message appears as a toast.
      if (isOver || !isShown()) showToast('error', text)
      void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
      if (isOver) void goToLogin()
    },
  })
  const retriesAutomatically = useAutomaticRetry(request)

  /** Opens the login screen, unless the player is still logged in because only the token changed (decision 0015). */
  async function goToLogin(): Promise<void> {
    await checkSession(client)
    if (sessionUser(client) === null) navigate('/login', { state: returnHere })
  }
  return { request, retriesAutomatically, refusal, setRefusal }
}
