import { useEffect, useState } from 'react'
import { shownPage } from '../shared/api/client.ts'
import { type MoneyOperation, openRequests, sendRequest } from '../state/money-request.ts'

const NAMES: Readonly<Record<MoneyOperation, string>> = {
  'POST /api/bets': 'bet',
  'POST /api/bets/{id}/cashout': 'cashout',
  'POST /api/payments/deposits': 'deposit',
  'POST /api/payments/withdrawals': 'withdrawal',
  'POST /api/aviator/bets': 'Aviator bet',
  'POST /api/aviator/bets/{id}/cashout': 'Aviator cashout',
  'POST /api/aviator/bets/{id}/cancel': 'cancellation of an Aviator bet',
  'POST /api/admin/users/{id}/top-up': 'top-up',
  'POST /api/admin/users/{id}/deduct': 'deduction',
}

const REPEATABLE_MS = 60_000

/**
 * Returns whether a request may be repeated without a tap. If the first attempt never reached the server, the
 * repetition takes effect now. The app therefore repeats only requests of the last minute, and never an Aviator bet,
 * because the repetition would be a bet on another round.
 */
export const canRepeatWithoutTap = (operation: MoneyOperation, atMs: number, nowMs: number): boolean =>
  operation !== 'POST /api/aviator/bets' && nowMs - atMs < REPEATABLE_MS

const SENTENCES = {
  accepted: (name: string) => `Your ${name} was accepted.`,
  refused: (name: string) => `Your ${name} was not accepted.`,
  unknown: (name: string) => `We do not know yet whether your ${name} was accepted. Reload the page to check.`,
}

/**
 * One sentence per money request whose outcome was unknown when a screen failed; null while the app asks the server.
 * The requests stay open, so that the screens which sent them also show the outcome.
 */
export function useRequestOutcomes(): readonly string[] | null {
  const [outcomes, setOutcomes] = useState<readonly string[] | null>(null)
  useEffect(() => {
    void outcomesOf(shownPage.playerId?.()).then(setOutcomes)
  }, [])
  return outcomes
}

async function outcomesOf(playerId: string | undefined): Promise<readonly string[]> {
  if (playerId === undefined) return []
  return Promise.all(
    openRequests(playerId).map(async (open) => {
      const outcome =
        canRepeatWithoutTap(open.operation, open.atMs, Date.now()) &&
        (await sendRequest(open, { isRepeat: true, isInquiry: true, request: { playerId } }))
      return SENTENCES[outcome ? outcome.kind : 'unknown'](NAMES[open.operation])
    }),
  )
}
