import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLists, useAdminLive } from '../kit/admin-live.ts'
import { excerptOf } from './texts.ts'
import { useApi } from '../../shared/api/queries.ts'
import { playChime } from '../../shared/sound.ts'
import { FIXED_VOLUME } from '../../shared/volume.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { connectStream } from '../../state/live-stream.ts'
import { usePreferences } from '../../state/preferences.ts'
import { refetchAtMost } from '../../state/refetch-at-most.ts'
import { onScreenEvent, type ScreenEvent, publishToScreens } from '../../state/screen-events.ts'

const LIST = 'GET /api/admin/chat/conversations'
const FIRST = { page: 1, pageSize: 1 } as const

/** Conversations in which a player waits for somebody to read what he wrote. */
export function useWaiting(): number {
  const refetchMs = usePollingMs(15_000)
  const { data } = useApi(LIST, { query: FIRST }, { staleMs: 0, refetchMs })
  return data?.waiting ?? 0
}

/** CHAT-18: wherever an operator is in the console, he is told of what a player writes. */
export function useAdmin(userId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const forget = onScreenEvent((event) => {
      if (event.type !== 'conversation') return
      refetchAtMost(client, [LIST], 1_000)
      announce(event)
    })
    const { stop } = connectStream(`desk ${userId}`, ['operators'], {
      onEvents: (events) => {
        for (const event of events) {
          // The player's side of this stream is told by the page's own.
          if (event.type === 'conversation') publishToScreens(event)
          if (event.type === 'desk') followLists(client, event.lists)
          if (event.type === 'reset') void client.invalidateQueries()
        }
      },
      onOpen: (isOpen) => {
        const { isLive } = useAdminLive.getState()
        useAdminLive.setState({ isLive: isOpen })
        // What happened meanwhile nobody has told of.
        if (isOpen && !isLive) void client.invalidateQueries()
      },
    })
    return () => {
      forget()
      stop()
      useAdminLive.setState({ isLive: false })
    }
  }, [client, userId])
}

function announce({ conversation, message }: Extract<ScreenEvent, { type: 'conversation' }>): void {
  if (message === null || message.sender !== 'user') return
  const { userId, username, phoneNumber } = conversation
  const href = `/admin/chat/${userId}`
  showToast('info', excerptOf(message), {
    title: `${username} ${phoneNumber}`,
    ...(window.location.pathname === href ? {} : { viewHref: href }),
  })
  if (!usePreferences.getState().muted) playChime(FIXED_VOLUME)
}
