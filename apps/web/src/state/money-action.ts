import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, newIdempotencyKey, type Answer, type Body, type Parts } from '../shared/api/client.ts'
import { isUnanswered } from '../shared/api/errors.ts'
import { deviceStorage } from '../shared/storage.ts'
import { noteSessionLoss } from './session.ts'

export type MoneyOperation = 'POST /api/bets' | 'POST /api/payments/deposits' | 'POST /api/payments/withdrawals'

/** A request whose answer is not known yet, with the key that it must be asked again under. */
export type OpenRequest<K extends MoneyOperation> = {
  readonly key: string
  readonly userId: string
  readonly atMs: number
  readonly body: Body<K>
}

/** The server keeps first answers for 24 h; after that the key proves nothing. */
const KEY_LIVES_MS = 24 * 3_600_000

const storageKey = (operation: MoneyOperation) => `mupiira.unanswered ${operation}`

/** The request that this device sent and never heard of, if its key still counts for this user. */
export function readOpenRequest<K extends MoneyOperation>(
  kept: string | null,
  userId: string,
  nowMs: number,
): OpenRequest<K> | null {
  if (kept === null) return null
  try {
    const request = JSON.parse(kept) as OpenRequest<K>
    return request.userId === userId && nowMs - request.atMs < KEY_LIVES_MS ? request : null
  } catch {
    return null
  }
}

type Handlers<K extends MoneyOperation> = {
  readonly userId: string | null
  /** `isRepeated`: it had been sent before, and nobody heard the answer. */
  readonly onAnswer: (answer: Answer<K>, isRepeated: boolean) => void
  readonly onRefusal: (error: unknown, isRepeated: boolean) => void
}

export type MoneyAction<K extends MoneyOperation> = {
  /** `unanswered`: sent, and nobody knows whether it took effect; only asking again, under the same key, is safe. */
  readonly state: 'idle' | 'sending' | 'unanswered'
  readonly open: OpenRequest<K> | null
  /** What is on its way had been sent before, and nobody heard the answer. */
  readonly isRepeated: boolean
  readonly send: (body: Body<K>) => void
  readonly askAgain: () => void
  readonly forget: () => void
}

/**
 * Sends a money-moving request so that it takes effect once: the key is made and kept before anything is sent, every
 * repetition carries it, and it is given up only when the server has answered.
 */
export function useMoneyAction<K extends MoneyOperation>(operation: K, handlers: Handlers<K>): MoneyAction<K> {
  const client = useQueryClient()
  const [state, setState] = useState<MoneyAction<K>['state']>('idle')
  const [open, setOpen] = useState<OpenRequest<K> | null>(null)
  const [isRepeated, setRepeated] = useState(false)
  const sending = useRef(false)
  const { userId } = handlers
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    if (userId === null || sending.current) return
    const left = readOpenRequest<K>(deviceStorage.read(storageKey(operation)), userId, Date.now())
    setOpen(left)
    setState(left === null ? 'idle' : 'unanswered')
  }, [operation, userId])

  const run = useCallback(
    async (request: OpenRequest<K>, again: boolean) => {
      if (sending.current) return
      sending.current = true
      setOpen(request)
      setState('sending')
      setRepeated(again)
      deviceStorage.write(storageKey(operation), JSON.stringify(request))
      try {
        const answer = await api(operation, { body: request.body, idempotencyKey: request.key } as unknown as Parts<K>)
        close('idle')
        latest.current.onAnswer(answer, again)
      } catch (error) {
        if (isUnanswered(error)) setState('unanswered')
        else {
          close('idle')
          latest.current.onRefusal(error, again)
          noteSessionLoss(client, error)
        }
      } finally {
        sending.current = false
      }
      function close(next: 'idle') {
        deviceStorage.remove(storageKey(operation))
        setOpen(null)
        setState(next)
      }
    },
    [client, operation],
  )

  return {
    state,
    open,
    isRepeated,
    send: (body) => {
      if (userId === null || state !== 'idle') return
      void run({ key: newIdempotencyKey(), userId, atMs: Date.now(), body }, false)
    },
    askAgain: () => {
      if (open !== null) void run(open, true)
    },
    forget: () => {
      deviceStorage.remove(storageKey(operation))
      setOpen(null)
      setState('idle')
    },
  }
}
