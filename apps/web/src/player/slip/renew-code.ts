import { useEffect, useRef, useState } from 'react'
import type { Body } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { issueSlipCode } from '../../state/issue-slip-code.ts'
import { useMoneyAction, type MoneyAction } from '../../state/money-action.ts'
import { useSlip } from '../../state/slip.ts'

const BETS = 'POST /api/bets'
/** SLIP-65 */
const PLACE_AGAIN_MS = 500

type Handlers = Parameters<typeof useMoneyAction<typeof BETS>>[1]

/** Places a bet; one that is refused because its code is missing gets a new one and is placed once more (SLIP-65). */
export function useBetAction(handlers: Handlers): MoneyAction<typeof BETS> {
  const { userId } = handlers
  const sent = useRef<Body<typeof BETS> | null>(null)
  const renewed = useRef(false)
  const [renewing, setRenewing] = useState(false)
  const [again, setAgain] = useState<Body<typeof BETS> | null>(null)
  const action = useMoneyAction(BETS, {
    ...handlers,
    onRefusal: (error, isRepeated) => {
      const body = sent.current
      if (body === null || renewed.current || !isCodeMissing(error)) return handlers.onRefusal(error, isRepeated)
      renewed.current = true
      setRenewing(true)
      void withNewCode(body, userId).then(setAgain)
    },
  })
  const { send, state } = action
  useEffect(() => {
    if (again === null || state !== 'idle') return
    setAgain(null)
    setRenewing(false)
    sent.current = again
    send(again)
  }, [again, send, state])

  return {
    ...action,
    state: renewing ? 'sending' : state,
    send: (body) => {
      if (renewing) return
      sent.current = body
      renewed.current = false
      send(body)
    },
    askAgain: () => {
      sent.current = action.open?.body ?? null
      action.askAgain()
    },
  }
}

const isCodeMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'MISSING_BOOKING_CODE'

/** Without an answer in time the bet goes without a code: the server then gives the ticket one. */
async function withNewCode(body: Body<typeof BETS>, userId: string | null): Promise<Body<typeof BETS>> {
  const { bookingCode: _, ...rest } = body
  const code = issueSlipCode(useSlip.getState().items, userId).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, PLACE_AGAIN_MS))
  const bookingCode = await code
  return bookingCode === undefined ? rest : { ...rest, bookingCode }
}
