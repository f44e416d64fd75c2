import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../shared/api/errors.ts'
import { queryKey } from '../../shared/api/queries.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import type { MoneyAction } from '../../state/money-action.ts'
import { useUser } from '../../state/session.ts'
import { replaceSelections, setSlipCode, useSlip } from '../../state/slip.ts'
import { usePlacedBet } from './placed-bet.ts'
import { placementText } from './refusal-texts.ts'
import { useBetAction } from './renew-code.ts'

export type Placing = {
  readonly action: MoneyAction<'POST /api/bets'>
  /** The text of the last refusal, until something is changed. */
  readonly refusal: string | null
  readonly refuse: (text: string | null) => void
}

/** Places the slip: one ticket whatever happens to the connection; then the slip is empty and the ticket is shown. */
export function usePlacing(): Placing {
  const client = useQueryClient()
  const userId = useUser()?.id ?? null
  const [, navigate] = useLocation()
  const [refusal, refuse] = useState<string | null>(null)
  const action = useBetAction({
    userId,
    onAnswer: ({ ticket, balance, warning }) => {
      refuse(null)
      usePlacedBet.setState({ placed: { ticket, items: useSlip.getState().items, warning } })
      replaceSelections([])
      setSlipCode(null)
      client.setQueryData<{ balance: number; held: number; currency: 'UGX' }>(
        queryKey('GET /api/wallet'),
        (wallet) => ({
          balance,
          held: wallet?.held ?? 0,
          currency: 'UGX',
        }),
      )
      client.setQueryData(queryKey('GET /api/bets/{id}', { params: { id: ticket.id } }), ticket)
      // The answer is as old as the request: asked again under its key, it may be long past.
      void client.invalidateQueries({ queryKey: ['GET /api/wallet'] })
      void client.invalidateQueries({ queryKey: ['GET /api/bets/{id}'] })
      void client.invalidateQueries({ queryKey: ['GET /api/bets'] })
      void client.invalidateQueries({ queryKey: ['GET /api/bets/counts'] })
    },
    onRefusal: (error) => {
      refuse(placementText(error))
      void client.invalidateQueries({ queryKey: ['POST /api/bets/quote'] })
      if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') {
        showToast('error', placementText(error))
        navigate('/login')
      }
    },
  })
  return { action, refusal, refuse }
}
