import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import type { Conversation } from '@mupiira/contract/chat.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { useNow } from '../../shared/clock.ts'
import { agoText } from '../../shared/format/times.ts'
import type { QueryOf } from '../../shared/api/queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { usePollingMs } from '../../state/connectivity.ts'
import { ChipFilter, ChoiceFilter } from '../kit/filters.tsx'
import { ExportButtons } from '../kit/export-button.tsx'
import { May } from '../kit/may.tsx'
import { Pager } from '../kit/pager.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { excerptOf } from './texts.ts'
import { waitText } from './case-texts.ts'
import { SelectionBar, useSelectedConversations } from './selected-conversations.tsx'
import { type CONVERSATIONS, conversationsQuery } from './chat-queries.ts'

const SHOWN = [
  ['', 'All'],
  ['true', 'Unread'],
] as const
const WRITERS = [
  ['', 'Everyone'],
  ['false', 'Players'],
  ['true', 'Visitors'],
] as const
const STATES = [
  ['', 'Any state'],
  ['open', 'Open'],
  ['mine', 'Assigned to you'],
  ['unassigned', 'Not assigned'],
  ['closed', 'Closed'],
] as const
const STATE_FILTERS: { readonly [state: string]: QueryOf<typeof CONVERSATIONS> } = {
  open: { open: true },
  mine: { open: true, assigned: 'me' },
  unassigned: { open: true, assigned: 'none' },
  closed: { open: false },
}
const PAGE_SIZE = 20

/** The conversations, newest first, with a dot for unread messages (CHAT-11, CHAT-13). */
export function ConversationList({ chosen }: { readonly chosen: string | undefined }) {
  const params = useListParams()
  const unread = params.get('unread') === 'true' ? { unread: true } : {}
  const writer = params.get('isVisitor')
  const selection = useSelectedConversations()
  const filter = {
    ...unread,
    ...STATE_FILTERS[params.get('state')],
    ...(writer === '' ? {} : { isVisitor: writer === 'true' }),
  }
  const list = useQuery({
    ...conversationsQuery({ ...params.pageQuery, pageSize: PAGE_SIZE, ...filter }),
    refetchInterval: usePollingMs(15_000),
  })
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <ChipFilter params={params} name="unread" label="Conversations" choices={SHOWN} />
      <ChipFilter params={params} name="isVisitor" label="Written by" choices={WRITERS} />
      <div className="flex">
        <ChoiceFilter params={params} name="state" label="State of the conversation" choices={STATES} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto rounded-card border border-line bg-raised">
        <Loaded query={list} what="the conversations" skeleton={<ListSkeleton />}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                title={
                  unread.unread
                    ? 'All messages are read'
                    : params.isFiltered
                      ? 'No conversations found'
                      : 'No messages yet'
                }
                text="Players write to customer care on their help page, and visitors on the contact page."
              />
            ) : (
              <ul>
                {items.map((item) => (
                  <Row
                    key={item.userId}
                    conversation={item}
                    isChosen={item.userId === chosen}
                    {...(selection.isOn
                      ? { isSelected: selection.has(item), onSelect: () => selection.toggle(item) }
                      : {})}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <div className="contents">
        {selection.isOn && <SelectionBar selection={selection} onChanged={async () => void (await list.refetch())} />}
      </div>
      <div className="flex flex-wrap gap-2 md:[&>button]:min-h-9">
        <May do="admin:chat:write">
          <Button variant="secondary" aria-pressed={selection.isOn} onClick={selection.switch}>
            <ListChecks className="size-4" /> Select
          </Button>
        </May>
        <ExportButtons
          path="/api/admin/chat/conversations/export"
          query={filter}
          what="Conversations"
          isEmpty={list.data?.total === 0}
        />
      </div>
      {list.data !== undefined && (list.data.hasMore || list.data.page > 1) && (
        <Pager page={list.data} onPage={params.toPage} />
      )}
    </div>
  )
}

type RowProps = {
  readonly conversation: Conversation
  readonly isChosen: boolean
  readonly isSelected?: boolean
  /** Present while conversations are being selected. */
  readonly onSelect?: () => void
}

function Row({ conversation, isChosen, isSelected = false, onSelect }: RowProps) {
  const { userId, isVisitor, username, name, phoneNumber, unread, lastMessage, waitingSince, assignedTo } = conversation
  const now = useNow(30_000)
  return (
    <li className="flex border-b border-line last:border-b-0">
      {onSelect && (
        <label className="inline-flex w-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            aria-label={`Select the conversation with ${name === '' ? username : name}`}
            checked={isSelected}
            onChange={onSelect}
            className="size-5"
          />
        </label>
      )}
      <Link
        href={`/admin/chat/${userId}`}
        aria-current={isChosen ? 'true' : undefined}
        className={classes(
          'flex min-h-16 min-w-0 flex-1 items-center gap-3 border-l-4 px-3 py-2',
          isChosen ? 'border-l-gold bg-tint' : 'border-l-transparent',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <b className="min-w-0 flex-1 truncate">{name === '' ? username : name}</b>
            <span className="shrink-0 text-12 text-muted">{agoText(lastMessage.createdAt, now)}</span>
          </span>
          {isVisitor ? (
            <Badge tone="live">Not logged in</Badge>
          ) : (
            <span className="block text-12 text-muted tabular">{displayPhone(phoneNumber)}</span>
          )}
          <span className="contents">
            {(waitingSince !== null || assignedTo !== null) && (
              <span className="flex gap-2 text-12">
                <b className="text-down">{waitingSince === null ? '' : waitText(waitingSince, now)}</b>
                <span className="truncate text-muted">{assignedTo?.name ?? ''}</span>
              </span>
            )}
          </span>
          <span
            className={classes('block truncate text-14', unread > 0 ? 'font-bold' : 'text-muted')}
          >{`${lastMessage.sender === 'admin' ? 'Agent: ' : ''}${excerptOf(lastMessage)}`}</span>
        </span>
        {unread > 0 && (
          <span className="size-3 shrink-0 rounded-full bg-down">
            <span className="sr-only">{unread} unread</span>
          </span>
        )}
      </Link>
    </li>
  )
}

function ListSkeleton() {
  return Array.from({ length: 5 }, (_, at) => (
    <div key={at} className="flex flex-col gap-2 border-b border-line px-3 py-3">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  ))
}
