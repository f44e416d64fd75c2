import { Check, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { api } from '../../shared/api/client.ts'
import { useNow } from '../../shared/clock.ts'
import { restoreLostFocus } from '../../shared/focus-lost.ts'
import { withoutLineBreaks } from '../../shared/format/amounts.ts'
import { agoText } from '../../shared/format/times.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import { useChange, type Action } from './use-change.ts'
import { Bell } from '../../shared/ui/icons.tsx'

type ListProps = { readonly notifications: readonly Notification[]; readonly panelId: string }

export function NotificationList({ notifications, panelId }: ListProps) {
  const now = useNow(30_000)
  const list = useRef<HTMLUListElement>(null)
  const changing = useRef<{ readonly id: string; readonly index: number; readonly action: Action } | null>(null)
  // The pressed button disappears, so the next row gets the focus. The focus does not go to the delete button of that
  // row, because a second Enter would delete the row.
  useLayoutEffect(() => {
    if (changing.current === null) return
    const { id, index, action } = changing.current
    const left = notifications.find((each) => each.id === id)
    if (left !== undefined && (action === 'delete' || !left.read)) return
    changing.current = null
    const rows = list.current?.querySelectorAll('li') ?? []
    restoreLostFocus(rows[Math.min(index, rows.length - 1)] ?? document.getElementById(panelId))
  }, [notifications, panelId])
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<Bell className="size-8" />}
        title="No notifications found"
        text="Notifications about your bets, deposits and withdrawals will appear here."
      />
    )
  }
  return (
    <ul ref={list}>
      {notifications.map((notification, index) => (
        <Item
          key={notification.id}
          notification={notification}
          now={now}
          onChange={(action) => {
            changing.current = { id: notification.id, index, action }
          }}
        />
      ))}
    </ul>
  )
}

/**
 * Unread text has up to eight lines, because the last sentence about a deposit says whether to pay again. A tap shows
 * the rest.
 */
const LENGTH = { whole: 'block', read: 'line-clamp-3', unread: 'line-clamp-8' } as const

type ItemProps = {
  readonly notification: Notification
  readonly now: Date
  readonly onChange: (action: Action) => void
}

function Item({ notification, now, onChange }: ItemProps) {
  const { id, message, read, link, createdAt } = notification
  const { action, change } = useChange()
  const runAction = (action: Action, send: () => Promise<unknown>) => {
    onChange(action)
    change(action, send)
  }
  const markRead = () => runAction('read', () => api('POST /api/notifications/{id}/read', { params: { id } }))
  const text = (
    <>
      <span
        className={classes(
          'text-14',
          read ? 'text-muted' : 'font-medium',
          LENGTH[link === null ? 'whole' : read ? 'read' : 'unread'],
        )}
      >
        {withoutLineBreaks(message)}
      </span>
      <span className="block text-12 text-muted">
        {agoText(createdAt, now)}
        {!read && <span className="sr-only"> · unread</span>}
      </span>
    </>
  )
  return (
    <li
      tabIndex={-1}
      className={classes(
        'flex items-center border-b border-line pr-1',
        read ? 'pl-4' : 'border-l-4 border-l-gold bg-raised pl-3',
      )}
    >
      {link === null ? (
        <p className="min-w-0 flex-1 py-3">{text}</p>
      ) : (
        <Link href={link} onClick={() => !read && markRead()} className="block min-w-0 flex-1 py-3">
          {text}
        </Link>
      )}
      {!read && (
        <IconButton label="Mark as read" busy={action !== null} onClick={markRead}>
          <Check className="size-5 text-muted" />
        </IconButton>
      )}
      <IconButton
        label="Delete notification"
        busy={action !== null}
        onClick={() => runAction('delete', () => api('DELETE /api/notifications/{id}', { params: { id } }))}
      >
        <Trash2 className="size-5 text-muted" />
      </IconButton>
    </li>
  )
}
