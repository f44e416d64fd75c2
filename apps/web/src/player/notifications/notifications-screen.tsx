import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ShowMore } from '../../shared/ui/show-more.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useConnectivity, usePollingMs } from '../../state/connectivity.ts'
import { NotificationList } from './notification-list.tsx'
import { PushSettings } from './push-settings.tsx'
import { useChange } from './use-change.ts'
import { notificationsQuery } from './notification-queries.ts'

const CONNECTION_ERROR = 'Connection error. Please try again.'

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

export function NotificationsScreen() {
  const [filter, setFilter] = useState<Filter>('all')
  const panelId = useId()
  const list = useInfiniteQuery({ ...notificationsQuery(filter), refetchInterval: usePollingMs(30_000) })
  const { action, change } = useChange()
  const refresh = () => {
    // Offline, the mutation would wait without a message.
    if (!useConnectivity.getState().online) return showToast('error', CONNECTION_ERROR)
    void list.refetch().then(({ isError }) => {
      if (isError) showToast('error', CONNECTION_ERROR)
    })
  }
  return (
    <>
      <ScreenHeader title="Notifications" backTo="/account" />
      <div className="flex flex-wrap gap-2 p-3">
        <Button variant="secondary" busy={list.isRefetching} onClick={refresh}>
          Refresh
        </Button>
        <Button
          variant="secondary"
          busy={action !== null}
          onClick={() => change('read', () => api('POST /api/notifications/read-all', {}))}
        >
          Mark All as Read
        </Button>
      </div>
      <PushSettings />
      <Tabs label="Kinds of notifications" tabs={FILTERS} chosen={filter} onChoose={setFilter} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${filter}`} tabIndex={-1} className="outline-none">
        <Loaded
          query={list}
          what="your notifications"
          skeleton={<ListSkeleton />}
          failure={{ title: CONNECTION_ERROR }}
        >
          {({ pages }) => (
            <>
              <NotificationList notifications={pages.flatMap((page) => page.items)} panelId={panelId} />
              <ShowMore list={list} which="older" what="notifications" />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function ListSkeleton() {
  return Array.from({ length: 6 }, (_, i) => (
    <div key={i} className="flex flex-col gap-2 border-b border-line px-3 py-3">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-3 w-20" />
    </div>
  ))
}
