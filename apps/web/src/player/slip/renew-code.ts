import { useEffect, useRef, useState } from 'react'
import { useIsShown } from '../../shared/is-shown.ts'
import type { Body } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { issueSlipCode } from '../../state/issue-slip-code.ts'
import { useMoneyRequest, type MoneyRequest } from '../../state/use-money-request.ts'
import type { SlipItem } from '../../state/slip-rules.ts'

const BETS = 'POST /api/bets'
const PLACE_AGAIN_MS = 500

type Handlers = Parameters<typeof useMoneyRequest<typeof BETS>>[1]
type Sent = { readonly body: Body<typeof BETS>; readonly items: readonly SlipItem[] }

/** Places a bet. If it is refused because its code is missing, it gets a new code and is placed once more (SLIP-65). */
export function useBetRequest(handlers: Handlers): MoneyRequest<typeof BETS> {
  const { userId } = handlers
  const sent = useRef<Sent | null>(null)
  const renewed = useRef(false)
  const [renewing, setRenewing] = useState(false)
  const [again, setAgain] = useState<Sent | null>(null)
  const isShown = useIsShown()
  const request = useMoneyRequest(BETS, {
    ...handlers,
    onRefused: (error, isRepeat) => {
      const refused = sent.current
      if (refused === null || renewed.current || !isCodeMissing(error)) return handlers.onRefused(error, isRepeat)
      renewed.current = true
      setRenewing(true)
      void renew(refused, () => handlers.onRefused(error, isRepeat))
    },
  })
  async function renew(refused: Sent, onLeft: () => void): Promise<void> {
    const next = await withNewCode(refused, userId)
    if (isShown()) setAgain(next)
    // A slip that the player left sends nothing more.
    else onLeft()
  }
  const { send, state } = request
  useEffect(() => {
    if (again === null || state !== 'idle') return
    setAgain(null)
    setRenewing(false)
    sent.current = again
    send(again.body, again.items)
  }, [again, send, state])

  return {
    ...request,
    state: renewing ? 'sending' : state,
    send: (body, items = []) => {
      if (renewing) return
      sent.current = { body, items }
      renewed.current = false
      send(body, items)
    },
    repeat: () => {
      sent.current = request.open && { body: request.open.body, items: request.open.items ?? [] }
      request.repeat()
    },
  }
}

const isCodeMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'MISSING_BOOKING_CODE'

/** If no code arrives in time, the bet is sent without one, and the server creates it. */
async function withNewCode({ body, items }: Sent, userId: string | null): Promise<Sent> {
  const { bookingCode: _, ...rest } = body
  const code = issueSlipCode(items, userId).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, PLACE_AGAIN_MS))
  const bookingCode = await code
  return { items, body: bookingCode === undefined ? rest : { ...rest, bookingCode } }
}
