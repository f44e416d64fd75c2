import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, CircleCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { ConversationState as State } from '@mupiira/contract/chat.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useNow } from '../../shared/clock.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Select } from '../../shared/ui/field.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay, useUser } from '../../state/session.ts'
import { ActionMenu } from '../kit/action-menu.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { waitText } from './case-texts.ts'
import { careStaffQuery, changeConversation } from './chat-queries.ts'

type StateProps = {
  readonly userId: string
  readonly state: State
  /** Called with the new state, or without one if the server has another. */
  readonly onChanged: (state?: State) => void
}

/** The assignee of the conversation and how long its writer waits, with the actions that change it. */
export function ConversationState({ userId, state, onChanged }: StateProps) {
  const me = useUser()?.id ?? ''
  const may = useMay()
  const now = useNow(30_000)
  const [busy, setBusy] = useState(false)
  const [isTransferring, setTransferring] = useState(false)
  const { isOpen, assignedTo, waitingSince } = state
  const change = async (to: {
    readonly isOpen: boolean
    readonly assignedTo: string | null
  }): Promise<string | null> => {
    setBusy(true)
    const seen = { isOpen, assignedTo: assignedTo?.id ?? null }
    try {
      onChanged(await changeConversation(userId, { ...to, seen }))
      return null
    } catch (error) {
      onChanged()
      return textOf(error, 'The conversation was not changed. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  const act = (to: Parameters<typeof change>[0]) => async () => {
    const problem = await change(to)
    if (problem !== null) showToast('error', problem)
  }
  /** Restores the assignee too. A conversation that has changed since keeps its new state. */
  const reopen = async () => {
    const before = { isOpen: true, assignedTo: assignedTo?.id ?? null }
    try {
      onChanged(await changeConversation(userId, { ...before, seen: { isOpen: false, assignedTo: null } }))
    } catch (error) {
      onChanged()
      showToast('error', textOf(error, 'The conversation was not reopened. Please try again.'))
    }
  }
  const close = async () => {
    const problem = await change({ isOpen: false, assignedTo: null })
    if (problem !== null) showToast('error', problem)
    else showToast('success', 'Conversation closed.', { undo: () => void reopen() })
  }
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1 text-14">
      <Badge tone={isOpen ? 'live' : 'muted'}>{isOpen ? 'Open' : 'Closed'}</Badge>
      <span className="min-w-0 text-muted">
        {assignedTo === null ? 'Not assigned' : `Assigned to ${assignedTo.id === me ? 'you' : assignedTo.name}`}
      </span>
      <span className="contents">
        {waitingSince !== null && <b className="text-down">{waitText(waitingSince, now)}</b>}
      </span>
      {may('admin:chat:write') && (
        <span className="ml-auto flex flex-wrap items-center gap-2 md:[&_button]:min-h-9">
          <span className="contents">
            {assignedTo?.id !== me && (
              <Button variant="secondary" busy={busy} onClick={() => void act({ isOpen: true, assignedTo: me })()}>
                Take
              </Button>
            )}
          </span>
          {isOpen ? (
            <Button variant="secondary" busy={busy} onClick={() => void close()}>
              <CircleCheck aria-hidden="true" className="size-4" />
              <span>Close</span>
            </Button>
          ) : (
            <Button variant="secondary" busy={busy} onClick={() => void act({ isOpen: true, assignedTo: null })()}>
              Reopen
            </Button>
          )}
          <ActionMenu
            label="More actions of this conversation"
            actions={[
              { text: 'Transfer', icon: ArrowRightLeft, onSelect: () => setTransferring(true) },
              ...(assignedTo === null
                ? []
                : [
                    {
                      text: 'Release',
                      icon: UserMinus,
                      onSelect: () => void act({ isOpen: true, assignedTo: null })(),
                    },
                  ]),
            ]}
          />
        </span>
      )}
      <div className="contents">
        {isTransferring && (
          <TransferDialog
            current={assignedTo?.id ?? ''}
            onTransfer={(to) => change({ isOpen: true, assignedTo: to })}
            onClose={() => setTransferring(false)}
          />
        )}
      </div>
    </div>
  )
}

type TransferProps = {
  readonly current: string
  readonly onTransfer: (staffId: string) => Promise<string | null>
  readonly onClose: () => void
}

function TransferDialog({ current, onTransfer, onClose }: TransferProps) {
  const staff = useQuery(careStaffQuery)
  return (
    <FormDialog
      title="Transfer the conversation"
      verb="Transfer"
      defaultValues={{ to: '' }}
      onSubmit={async ({ to }) => (to === '' ? 'Choose a member of staff.' : onTransfer(to))}
      onClose={onClose}
    >
      {({ register }) => (
        <Loaded query={staff} what="the members of staff" skeleton={<Skeleton className="h-16 w-full" />}>
          {({ items }) => (
            <Select label="Member of staff" {...register('to')}>
              <option value="">Choose</option>
              {items
                .filter(({ id }) => id !== current)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          )}
        </Loaded>
      )}
    </FormDialog>
  )
}
