import { useEffect, useState } from 'react'
import { shown } from '../shared/api/client.ts'
import { type MoneyOperation, openRequests, sendRequest } from '../state/money-request.ts'

const NAMES: Readonly<Record<MoneyOperation, string>> = {
  'POST /api/bets': 'bet',
  'POST /api/bets/{id}/cashout': 'cashout',
  'POST /api/payments/deposits': 'deposit',
  'POST /api/payments/withdrawals': 'withdrawal',
  'POST /api/aviator/bets': 'Aviator bet',
  'POST /api/aviator/bets/{id}/cashout': 'Aviator cash-out',
  'POST /api/aviator/bets/{id}/cancel': 'cancellation of an Aviator bet',
  'POST /api/admin/users/{id}/top-up': 'top-up',
  'POST /api/admin/users/{id}/deduct': 'deduction',
}

const INQUIRY_MS = 60_000

/**
 * Returns whether a request may be repeated without a tap. The repetition may be the first request that arrives, so
 * it is sent only within a minute, and never for a stake on another round of Aviator.
 */
export const canInquire = (operation: MoneyOperation, atMs: number, nowMs: number): boolean =>
  operation !== 'POST /api/aviator/bets' && nowMs - atMs < INQUIRY_MS

const SENTENCES = {
  accepted: (name: string) => `Your ${name} was accepted.`,
  refused: (name: string) => `Your ${name} was not accepted.`,
  unknown: (name: string) => `We do not know yet whether your ${name} was accepted. Reload the page to check.`,
}

/**
 * The outcomes of money requests that were open when a screen failed, one sentence each; null while they are being
 * requested. The requests stay open for their own screens.
 */
export function useRequestOutcomes(): readonly string[] | null {
  const [outcomes, setOutcomes] = useState<readonly string[] | null>(null)
  useEffect(() => {
    void outcomesOf(shown.playerId?.()).then(setOutcomes)
  }, [])
  return outcomes
}

async function outcomesOf(playerId: string | undefined): Promise<readonly string[]> {
  if (playerId === undefined) return []
  return Promise.all(
    openRequests(playerId).map(async (open) => {
      const outcome =
        canInquire(open.operation, open.atMs, Date.now()) &&
        (await sendRequest(open, { isRepeat: true, isInquiry: true, request: { playerId } }))
      return SENTENCES[outcome ? outcome.kind : 'unknown'](NAMES[open.operation])
    }),
  )
}
