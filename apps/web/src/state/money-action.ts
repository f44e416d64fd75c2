import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, newIdempotencyKey, type Answer, type Body, type Parts } from '../shared/api/client.ts'
import { ApiError, isUnanswered, textOf } from '../shared/api/errors.ts'
import { deviceStorage } from '../shared/storage.ts'
import { showToast } from '../shared/ui/toast.tsx'
import { useConnectivity } from './connectivity.ts'
import { noteSessionLoss, sessionUser } from './session.ts'
import type { SlipItem } from './slip-rules.ts'

export type MoneyOperation =
  | 'POST /api/bets'
  | 'POST /api/payments/deposits'
  | 'POST /api/payments/withdrawals'
  | 'POST /api/admin/users/{id}/top-up'
  | 'POST /api/admin/users/{id}/deduct'

/** A request whose answer is not known yet, with the key that it must be asked again under. */
export type OpenRequest<K extends MoneyOperation> = {
  readonly key: string
  readonly userId: string
  readonly atMs: number
  readonly body: Body<K>
  /** Of a bet: its selections, as they stood in the slip. */
  readonly items?: readonly SlipItem[] | undefined
}

/** The server keeps first answers for 24 h; after that the key proves nothing. */
const KEY_LIVES_MS = 24 * 3_600_000

/** One place for each player: who comes next on this device does not take it. */
const storageKey = (place: string, userId: string) => `mupiira.unanswered ${place} ${userId}`

const storedRequest = <K extends MoneyOperation>(place: string, userId: string): OpenRequest<K> | null =>
  readOpenRequest<K>(deviceStorage.read(storageKey(place, userId)), userId, Date.now())

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

/**
 * What to say instead of sending, while the device itself says that it has no network; null while it has one. A request
 * that nobody could hear would only be left as unanswered.
 */
export const offlineText = (what: 'bet' | 'deposit' | 'withdrawal'): string | null =>
  useConnectivity.getState().online ? null : `${OFFLINE} Your ${what} was not sent.`
const OFFLINE = 'You are offline.'

/** Back on the network what was said so is not true any more. */
export function useOfflineEnds(entered: string | null | undefined, forget: () => void): void {
  const online = useConnectivity((state) => state.online)
  useEffect(() => {
    if (online && entered?.startsWith(OFFLINE)) forget()
  }, [online, entered, forget])
}

const AT_THE_API: ReadonlySet<ApiError['code']> = new Set([
  'NOT_AUTHENTICATED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_BANNED',
  'RATE_LIMITED',
  'CONFIRMATION_NEEDED',
  'SECOND_FACTOR_NEEDED',
  'REQUEST_TIMEOUT',
  'AVIATOR_PAUSED',
  'PROFILE_ERROR',
  'UNKNOWN',
])

/**
 * Turned away, by us or by something on the way, before anybody looked whether the request had taken effect already: that
 * says nothing of one that was sent before. (An account that is locked may be so by that very one.)
 */
export const isTurnedAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && AT_THE_API.has(error.code)

/** The network took an earlier try of the same request, and nobody knows how far it came. */
const wasTriedBefore = (error: unknown): boolean => error instanceof ApiError && error.isOfRetry

/** How each form on the page looks for what is kept: one that was left, and opened anew, hears what the first one heard. */
const looks = new Set<() => void>()

type Handlers<K extends MoneyOperation> = {
  readonly userId: string | null
  /** Whose account it is about, where the path names one. */
  readonly accountId?: string
  /** How it is asked, where not by `api` itself. */
  readonly ask?: typeof api
  /** `isRepeated`: it had been sent before, and nobody heard the answer. Told only while its player is still there. */
  readonly onAnswer: (answer: Answer<K>, isRepeated: boolean, request: OpenRequest<K>) => void
  readonly onRefusal: (error: unknown, isRepeated: boolean) => void
}

export type MoneyAction<K extends MoneyOperation> = {
  /** `unanswered`: sent, and nobody knows whether it took effect; only asking again, under the same key, is safe. */
  readonly state: 'idle' | 'sending' | 'unanswered'
  readonly open: OpenRequest<K> | null
  /** What is on its way had been sent before, and nobody heard the answer. */
  readonly isRepeated: boolean
  readonly send: (body: Body<K>, items?: readonly SlipItem[]) => void
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
  const { userId, accountId } = handlers
  const place = accountId === undefined ? operation : `${operation} ${accountId}`
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    const look = () => {
      if (sending.current) return
      const left = userId === null ? null : storedRequest<K>(place, userId)
      setOpen(left)
      setState(left === null ? 'idle' : 'unanswered')
    }
    look()
    looks.add(look)
    return () => void looks.delete(look)
  }, [place, userId])

  /** What another tab has kept since is its own. */
  const forgetStored = useCallback(
    ({ key, userId: whose }: OpenRequest<K>) => {
      if (storedRequest(place, whose)?.key === key) deviceStorage.remove(storageKey(place, whose))
    },
    [place],
  )

  const run = useCallback(
    async (request: OpenRequest<K>, again: boolean) => {
      if (sending.current) return
      sending.current = true
      setOpen(request)
      setState('sending')
      setRepeated(again)
      deviceStorage.write(storageKey(place, request.userId), JSON.stringify(request))
      try {
        const { ask = api } = latest.current
        const answer = await ask(operation, {
          params: { id: accountId },
          body: request.body,
          idempotencyKey: request.key,
        } as unknown as Parts<K>)
        close()
        // Who is there now must not see what another has done.
        if (isHis()) latest.current.onAnswer(answer, again, request)
      } catch (error) {
        if (isUnanswered(error)) setState('unanswered')
        else if ((again || wasTriedBefore(error)) && isTurnedAway(error)) {
          // Nobody has looked whether it took effect: the question stays, for when he may ask it.
          setState('unanswered')
          if (!noteSessionLoss(client, error) || error.code === 'NOT_AUTHENTICATED')
            showToast('error', textOf(error, error.message))
        } else {
          close()
          if (isHis()) latest.current.onRefusal(error, again)
          noteSessionLoss(client, error)
        }
      } finally {
        sending.current = false
        // Who is there now has his own question, or none.
        if (!isHis()) for (const look of looks) look()
      }
      function close() {
        forgetStored(request)
        setOpen(null)
        setState('idle')
        for (const look of looks) look()
      }
      function isHis() {
        return sessionUser(client)?.id === request.userId
      }
    },
    [client, operation, accountId, place, forgetStored],
  )

  return {
    state,
    open,
    isRepeated,
    send: (body, items) => {
      if (userId === null || state !== 'idle') return
      const left = storedRequest<K>(place, userId)
      if (left !== null) {
        // Another tab has sent one, and has not heard of it yet.
        setOpen(left)
        return setState('unanswered')
      }
      void run({ key: newIdempotencyKey(), userId, atMs: Date.now(), body, items }, false)
    },
    askAgain: () => {
      if (open !== null && open.userId === userId) void run(open, true)
    },
    forget: () => {
      if (open !== null) forgetStored(open)
      setOpen(null)
      setState('idle')
    },
  }
}
