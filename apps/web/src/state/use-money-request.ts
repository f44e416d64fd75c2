import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { api, Answer, Body } from '../shared/api/client.ts'
import { ApiError, isUnanswered, textOf } from '../shared/api/errors.ts'
import { showToast } from '../shared/ui/toast.tsx'
import {
  beginRequest,
  closeRequest,
  type MoneyOperation,
  onOpenRequest,
  openRequest,
  type OpenRequest,
  sendRequest,
} from './money-request.ts'
import { handleSessionLoss, sessionUser } from './session.ts'
import type { SlipItem } from './slip-rules.ts'

type Handlers<K extends MoneyOperation> = {
  readonly userId: string | null
  /** The path parameter: a ticket or an account. */
  readonly id?: string
  readonly send?: typeof api
  /** Called only while the same player is logged in. `isRepeat`: an earlier attempt got no response. */
  readonly onAccepted: (answer: Answer<K>, isRepeat: boolean, request: OpenRequest<K>) => void
  readonly onRefused: (error: unknown, isRepeat: boolean) => void
  /** Returns a request to send in place of a refused request, or null to report the refusal. Called at most once. */
  readonly replace?: (error: unknown, refused: OpenRequest<K>) => Promise<Pick<OpenRequest<K>, 'body' | 'items'> | null>
}

export type MoneyRequest<K extends MoneyOperation> = {
  readonly state: 'idle' | 'sending' | 'unknown'
  readonly open: OpenRequest<K> | null
  /** True if this request was sent before. */
  readonly isRepeat: boolean
  readonly send: (body: Body<K>, items?: readonly SlipItem[]) => void
  readonly repeat: () => void
  readonly discard: () => void
}

/** A request that moves money. It takes effect once, even if it is sent several times or from several tabs. */
export function useMoneyRequest<K extends MoneyOperation>(operation: K, handlers: Handlers<K>): MoneyRequest<K> {
  const client = useQueryClient()
  const { userId, id } = handlers
  const [open, setOpen] = useState<OpenRequest<K> | null>(null)
  const [isSending, setSending] = useState(false)
  const [isRepeat, setRepeat] = useState(false)
  const sending = useRef(false)
  const latest = useRef(handlers)
  latest.current = handlers

  const readOpenRequest = useCallback(() => {
    const { userId: reader } = latest.current
    if (!sending.current) setOpen(reader === null ? null : openRequest<K>({ operation, userId: reader, id }))
  }, [operation, id])
  useEffect(() => {
    readOpenRequest()
    return onOpenRequest(readOpenRequest)
  }, [readOpenRequest, userId])

  async function run(request: OpenRequest<K>, again: boolean, isReplacement = false): Promise<void> {
    sending.current = true
    setOpen(request)
    setSending(true)
    setRepeat(again)
    const { send } = latest.current
    const outcome = await sendRequest(request, { isRepeat: again, ...(send && { send }) })
    const mayReplace = outcome.kind === 'refused' && !isReplacement
    const next = mayReplace ? await latest.current.replace?.(outcome.error, request) : null
    // Another player may have logged in since, or another tab sent a request with an unknown outcome.
    const isSamePlayer = sessionUser(client)?.id === request.userId
    const mayReplaceNow = next && isSamePlayer && openRequest(request) === null
    if (mayReplaceNow) return run(beginRequest(request, next.body, next.items), false, true)
    sending.current = false
    setSending(false)
    readOpenRequest()
    if (outcome.kind === 'accepted') {
      if (isSamePlayer) latest.current.onAccepted(outcome.answer, again, request)
    } else if (outcome.kind === 'refused') {
      if (isSamePlayer) latest.current.onRefused(outcome.error, again)
      handleSessionLoss(client, outcome.error)
    } else if (!isUnanswered(outcome.error)) {
      const { error } = outcome
      const isReported =
        handleSessionLoss(client, error) && !(error instanceof ApiError && error.code === 'NOT_AUTHENTICATED')
      if (!isReported) showToast('error', textOf(error, 'We could not reach the server. Please try again.'))
    }
  }

  return {
    state: isSending ? 'sending' : open === null ? 'idle' : 'unknown',
    open,
    isRepeat,
    send(body, items) {
      if (userId === null || sending.current) return
      const target = { operation, userId, id }
      // Another tab may have sent a request with an unknown outcome.
      const openElsewhere = openRequest(target)
      if (openElsewhere === null) void run(beginRequest(target, body, items), false)
      else setOpen(openElsewhere)
    },
    repeat() {
      if (open !== null && open.userId === userId && !sending.current) void run(open, true)
    },
    discard() {
      if (open !== null) closeRequest(open)
    },
  }
}
