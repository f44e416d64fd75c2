import { useQueryClient } from '@tanstack/react-query'
import { Bell, Check, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { Notification } from '@mupiira/contract/notifications.ts'
import { api } from '../../shared/api/client.ts'
import { useApiPages } from '../../shared/api/queries.ts'
import { useNow } from '../../shared/clock.ts'
import { unbroken } from '../../shared/format/amounts.ts'
import { agoText } from '../../shared/format/times.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { PushSettings } from './push-settings.tsx'

/** NOTE-01 */
const FILTERS = [
  { id: 'all', name: 'All' },
  { id: 'unread', name: 'Unread' },
  { id: 'bets', name: 'Bets' },
  { id: 'deposits', name: 'Deposits' },
  { id: 'withdrawals', name: 'Withdrawals' },
  { id: 'wins', name: 'Wins' },
  { id: 'system', name: 'System' },
] as const
type Filter = (typeof FILTERS)[number]['id']

/** NOTE-01 to NOTE-12 */
export function NotificationsScreen() {
  const [filter, setFilter] = useState<Filter>('all')
  const panelId = useId()
  const refetchMs = usePollingMs(30_000)
  const list = useApiPages('GET /api/notifications', { filter, limit: 20 }, { staleMs: 1000, refetchMs })
  const change = useChange()
  const refresh = () =>
    void list.refetch().then(({ isError }) => {
      if (isError) showToast('error', 'Connection error. Please try again.')
    })
  return (
    <>
      <ScreenHeader title="Notifications" backTo="/account" />
      <div className="flex flex-wrap gap-2 p-3">
        <Button look="secondary" busy={list.isRefetching} onClick={refresh}>
          Refresh
        </Button>
        <Button look="secondary" onClick={() => change(() => api('POST /api/notifications/read-all', {}))}>
          Mark All as Read
        </Button>
      </div>
      <PushSettings />
      <Tabs label="Kinds of notifications" tabs={FILTERS} chosen={filter} onChoose={setFilter} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${filter}`}>
        <Loaded
          query={list}
          what="your notifications"
          skeleton={<ListSkeleton />}
          failure={{ title: 'Connection error. Please try again.' }}
        >
          {({ pages }) => (
            <>
              <List notifications={pages.flatMap((page) => page.items)} change={change} />
              <ShowMore list={list} which="older" what="notifications" />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

type Change = (send: () => Promise<unknown>) => void

/** Sends a change and reads the lists anew (NOTE-11); an error is logged, and the list stays as it is (NOTE-19). */
function useChange(): Change {
  const client = useQueryClient()
  return (send) => {
    send()
      .catch((error: unknown) => console.error('a notification could not be changed', error))
      .finally(() => void client.invalidateQueries({ queryKey: ['GET /api/notifications'] }))
  }
}

type ListProps = { readonly notifications: readonly Notification[]; readonly change: Change }

function List({ notifications, change }: ListProps) {
  const now = useNow(30_000)
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<Bell className="size-8" />}
        title="No notifications found"
        text="Bets, deposits, withdrawals and wins are announced here."
      />
    )
  }
  return (
    <ul>
      {notifications.map((notification) => (
        <Item key={notification.id} notification={notification} now={now} change={change} />
      ))}
    </ul>
  )
}

type ItemProps = { readonly notification: Notification; readonly now: Date; readonly change: Change }

function Item({ notification, now, change }: ItemProps) {
  const { id, message, read, link, createdAt } = notification
  const markRead = () => change(() => api('POST /api/notifications/{id}/read', { params: { id } }))
  const text = (
    <>
      <span className={classes('block text-14', !read && 'font-bold')}>{unbroken(message)}</span>
      <span className="block text-12 text-muted">
        {agoText(createdAt, now)}
        {!read && <span className="sr-only"> · unread</span>}
      </span>
    </>
  )
  return (
    <li className={classes('flex items-center border-b border-line pr-1 pl-3', !read && 'border-l-4 border-l-gold')}>
      {link === null ? (
        <p className="min-w-0 flex-1 py-3">{text}</p>
      ) : (
        <Link href={link} onClick={() => !read && markRead()} className="block min-w-0 flex-1 py-3">
          {text}
        </Link>
      )}
      {!read && (
        <IconButton label="Mark as read" onClick={markRead}>
          <Check className="size-5 text-muted" />
        </IconButton>
      )}
      <IconButton
        label="Delete notification"
        onClick={() => change(() => api('DELETE /api/notifications/{id}', { params: { id } }))}
      >
        <Trash2 className="size-5 text-muted" />
      </IconButton>
    </li>
  )
}

function ListSkeleton() {
  return Array.from({ length: 6 }, (_, i) => (
    <div key={i} className="flex flex-col gap-2 border-b border-line px-3 py-3">
      <Skeleton look="h-4 w-3/4" />
      <Skeleton look="h-3 w-20" />
    </div>
  ))
}
