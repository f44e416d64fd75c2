import { useQueryClient, useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { AccountSession } from '@mupiira/contract/account.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { sessionsQuery } from './account-queries.ts'

const SessionsSkeleton = () => (
  <div className="flex h-28 flex-col gap-3 pt-3">
    <Skeleton className="h-4 w-48" />
    <Skeleton className="h-4 w-40" />
    <Skeleton className="h-3 w-56" />
  </div>
)

/** The sessions of the account with a button to end each one (PLAY-08). */
export function SessionsList() {
  const query = useQuery(sessionsQuery)
  return (
    <Card as="section" label="Sessions">
      <h2 className="text-16 font-bold">Where you are logged in</h2>
      <Loaded query={query} what="your sessions" skeleton={<SessionsSkeleton />}>
        {({ items, lastLoginAt }) => (
          <>
            <p className="pb-1 text-14 text-muted">
              {lastLoginAt === null ? (
                'This is your first login.'
              ) : (
                <>
                  Last login before this one: <Moment at={lastLoginAt} inSentence />
                </>
              )}
            </p>
            <ul>
              {items.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {items.length > 2 && <EndOthers />}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function SessionRow({
  session: { id, client, signedInAt, lastSeenAt, isCurrent },
}: {
  readonly session: AccountSession
}) {
  const end = useEnding(() => api('DELETE /api/auth/sessions/{id}', { params: { id } }))
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-bold">{client}</p>
        <p className="text-12 text-muted">
          <span>
            Logged in since <Moment at={signedInAt} inSentence />
          </span>
          {!isCurrent && <span>, last seen {dateText(lastSeenAt)}</span>}
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="up">This device</Badge>
      ) : (
        <Button
          variant="danger"
          busy={end.busy}
          busyText="Ending…"
          onClick={end.run}
          aria-label={`End the session of ${client}`}
        >
          End
        </Button>
      )}
    </li>
  )
}

function EndOthers() {
  const end = useEnding(() => api('POST /api/auth/sessions/end-others', { body: {} }))
  return (
    <Button variant="danger" wide busy={end.busy} busyText="Ending…" onClick={end.run}>
      End all other sessions
    </Button>
  )
}

function useEnding(ending: () => Promise<unknown>): { readonly busy: boolean; readonly run: () => void } {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await ending()
    } catch (error) {
      showToast('error', textOf(error, 'The session could not be ended. Please try again.'))
    } finally {
      await queries.invalidateQueries({ queryKey: ['GET /api/auth/sessions'] })
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}
