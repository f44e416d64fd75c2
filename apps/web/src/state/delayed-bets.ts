import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { DelayedBet } from '@mupiira/contract/delayed-bets.ts'
import { apiQuery } from '../shared/api/queries.ts'
import { serverNow } from '../shared/clock.ts'
import { deviceStorage } from '../shared/storage.ts'
import { useConnectivity } from './connectivity.ts'
import { useSession, useUser } from './session.ts'
import { readItems, type SlipItem } from './slip-rules.ts'

/** The stream reports the decision. Polling is for a stream that is interrupted. */
const POLL_MS = { streaming: 5_000, alone: 1_500 } as const
/** A decision is shown for this long, unless the player closes it. An accepted bet is also a ticket in My Bets. */
const SHOWN_MS = { waiting: 0, accepted: 60_000, rejected: 30 * 60_000 } as const

/** The slip of a bet that waits, so that a rejected bet can be tried again. */
export type SentSlip = { readonly items: readonly SlipItem[]; readonly stake: string | null }

type Notes = {
  /** By the id of the bet. */
  readonly slips: Readonly<Record<string, SentSlip>>
  /** Decided bets that the player has closed. */
  readonly closed: readonly string[]
}

const MOST_NOTES = 20
const storageKey = (userId: string): string => `mupiira.delayed-bets ${userId}`

function readNotes(userId: string): Notes {
  try {
    const { slips = {}, closed = [] } = JSON.parse(deviceStorage.read(storageKey(userId)) ?? '{}') as Partial<Notes>
    return { slips, closed }
  } catch {
    return { slips: {}, closed: [] }
  }
}

/** Counts the changes of the notes, so that components read them again. */
const useChanges = create<{ readonly count: number }>(() => ({ count: 0 }))

function changeNotes(userId: string, change: (notes: Notes) => Notes): void {
  const { slips, closed } = change(readNotes(userId))
  const latest = Object.fromEntries(Object.entries(slips).slice(-MOST_NOTES))
  deviceStorage.write(storageKey(userId), JSON.stringify({ slips: latest, closed: closed.slice(-MOST_NOTES) }))
  useChanges.setState(({ count }) => ({ count: count + 1 }))
}

export const keepSentSlip = (userId: string, betId: string, slip: SentSlip): void =>
  changeNotes(userId, (notes) => ({ ...notes, slips: { ...notes.slips, [betId]: slip } }))

/** Closes a decision. Its slip is no longer needed. */
export const closeDelayedBet = (userId: string, betId: string): void =>
  changeNotes(userId, ({ slips, closed }) => {
    const { [betId]: _, ...others } = slips
    return { slips: others, closed: [...closed, betId] }
  })

/** The slip that this device sent for a bet; null on another device. */
export function sentSlip(userId: string, betId: string): SentSlip | null {
  const slip = readNotes(userId).slips[betId]
  const items = readItems(slip?.items)
  return slip === undefined || items.length === 0 ? null : { items, stake: slip.stake }
}

const NONE = { bets: [], receivedAtMs: 0 }

export const delayedBetsQuery = apiQuery('GET /api/delayed-bets', {})

/** The player's bets that wait, and recent decisions that the player has not closed; empty for visitors. */
export function useDelayedBets(): { readonly bets: readonly DelayedBet[]; readonly receivedAtMs: number } {
  const client = useQueryClient()
  const isPlayer = useSession().status === 'in'
  const userId = useUser()?.id
  const streaming = useConnectivity((state) => state.streaming)
  useChanges()
  const { data, dataUpdatedAt } = useQuery({
    ...delayedBetsQuery,
    enabled: isPlayer,
    refetchInterval: ({ state }) =>
      state.data?.items.some(isWaiting) === true && (streaming ? POLL_MS.streaming : POLL_MS.alone),
  })
  const waiting = data?.items.filter(isWaiting).length ?? 0
  const before = useRef(waiting)
  useEffect(() => {
    // Without the stream, a decision arrives here only.
    if (waiting < before.current)
      for (const key of ['GET /api/wallet', 'GET /api/bets', 'GET /api/bets/counts'])
        void client.invalidateQueries({ queryKey: [key] })
    before.current = waiting
  }, [client, waiting])
  if (userId === undefined || data === undefined) return NONE
  const { closed } = readNotes(userId)
  const bets = data.items.filter((bet) => isWaiting(bet) || (isRecent(bet) && !closed.includes(bet.id)))
  return { bets, receivedAtMs: dataUpdatedAt }
}

export const isWaiting = ({ state }: DelayedBet): boolean => state === 'waiting'

const isRecent = ({ decidedAt, state }: DelayedBet): boolean =>
  decidedAt !== null && serverNow().getTime() - Date.parse(decidedAt) < SHOWN_MS[state]
