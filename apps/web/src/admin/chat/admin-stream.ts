import { useQueryClient } from '@tanstack/react-query'
import type { Topic } from '@mupiira/contract/events.ts'
import { useEffect } from 'react'
import { followLists, followTasks, useAdminLive } from '../kit/admin-live.ts'
import { excerptOf } from './texts.ts'
import { playChime } from '../../shared/sound.ts'
import { FIXED_VOLUME } from '../../shared/volume.ts'
import { showToast } from '../../shared/ui/toast.tsx'
import { reportStream } from '../../state/connectivity.ts'
import { connectStream } from '../../state/live-stream.ts'
import { usePreferences } from '../../state/preferences.ts'
import { refetchAtMost } from '../../state/refetch-at-most.ts'
import { onScreenEvent, type ScreenEvent, publishToScreens } from '../../state/screen-events.ts'
import { CONVERSATIONS } from './chat-queries.ts'

/**
 * Updates the console's lists. Staff who answer players are also notified of new messages on every screen (CHAT-18).
 */
export function useAdminStream(userId: string, mayAnswer: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    const unsubscribe = onScreenEvent((event) => {
      if (event.type !== 'conversation') return
      refetchAtMost(client, [CONVERSATIONS], 1_000)
      followTasks(client)
      announce(event)
    })
    const topics: readonly Topic[] = mayAnswer ? ['operators', 'conversations'] : ['operators']
    const { stop } = connectStream(`${topics.join()} ${userId}`, topics, {
      onEvents: (events) => {
        for (const event of events) {
          // Other events for screens arrive on the page's own stream.
          if (event.type === 'conversation') publishToScreens(event)
          if (event.type === 'admin-lists') followLists(client, event.lists)
          if (event.type === 'reset') void client.invalidateQueries()
        }
      },
      onOpen: (isOpen, silentForMs) => {
        reportStream(isOpen, silentForMs, 'console')
        const { isLive } = useAdminLive.getState()
        useAdminLive.setState({ isLive: isOpen })
        // Events may have been missed during the interruption.
        if (isOpen && !isLive) void client.invalidateQueries()
      },
    })
    return () => {
      unsubscribe()
      stop()
      // Once the user leaves the console, its stream no longer counts as interrupted.
      reportStream(true, 0, 'console')
      useAdminLive.setState({ isLive: false })
    }
  }, [client, userId, mayAnswer])
}

function announce({ conversation, message }: Extract<ScreenEvent, { type: 'conversation' }>): void {
  if (message === null || message.sender !== 'user') return
  const { userId, isVisitor, username, phoneNumber } = conversation
  const href = `/admin/chat/${userId}`
  showToast('info', excerptOf(message), {
    title: isVisitor ? `${username}, not logged in` : `${username} ${phoneNumber}`,
    ...(window.location.pathname === href ? {} : { viewHref: href }),
  })
  if (!usePreferences.getState().muted) playChime(FIXED_VOLUME)
}
