import { CircleCheck, UserCheck } from 'lucide-react'
import { useState } from 'react'
import type { Conversation } from '@mupiira/contract/chat.ts'
import { counted } from '../../shared/format/counted.ts'
import { useUser } from '../../state/session.ts'
import { BulkBar } from '../kit/bulk-bar.tsx'
import { BulkDialog } from '../kit/bulk-dialog.tsx'
import { changeConversation } from './chat-queries.ts'

/** The conversations that staff have selected. */
export function useSelectedConversations() {
  const [selected, setSelected] = useState<readonly Conversation[] | null>(null)
  const has = ({ userId }: Conversation): boolean => selected?.some((each) => each.userId === userId) ?? false
  return {
    /** True while conversations are being selected. */
    isOn: selected !== null,
    selected: selected ?? [],
    has,
    toggle: (conversation: Conversation) =>
      setSelected((before) =>
        has(conversation)
          ? (before ?? []).filter(({ userId }) => userId !== conversation.userId)
          : [...(before ?? []), conversation],
      ),
    switch: () => setSelected((before) => (before === null ? [] : null)),
    clear: () => setSelected([]),
  }
}

type BarProps = {
  readonly selection: ReturnType<typeof useSelectedConversations>
  readonly onChanged: () => Promise<void>
}

/** Closes the selected conversations, or assigns them to the member of staff. */
export function SelectionBar({ selection, onChanged }: BarProps) {
  const me = useUser()?.id ?? ''
  const [action, setAction] = useState<'close' | 'take' | null>(null)
  const { selected, clear } = selection
  const to = action === 'close' ? { isOpen: false, assignedTo: null } : { isOpen: true, assignedTo: me }
  const verb = action === 'close' ? 'Close' : 'Assign to me'
  return (
    <>
      <BulkBar
        rows={selected}
        actions={[
          { text: 'Close', icon: CircleCheck, onPress: () => setAction('close') },
          { text: 'Assign to me', icon: UserCheck, onPress: () => setAction('take') },
        ]}
        onClear={clear}
      />
      {action !== null && selected.length > 0 && (
        <BulkDialog
          title={`${verb}: ${counted(selected.length, 'conversation')}?`}
          verb={verb}
          rows={selected}
          rowKey={({ userId }) => userId}
          rowName={({ name, username }) => name || username}
          defaultValues={{}}
          run={({ userId, isOpen, assignedTo }) =>
            changeConversation(userId, { ...to, seen: { isOpen, assignedTo: assignedTo?.id ?? null } })
          }
          done={(count) => `${counted(count, 'conversation')} ${action === 'close' ? 'closed' : 'assigned to you'}.`}
          onChanged={async () => {
            await onChanged()
            clear()
          }}
          onClose={() => setAction(null)}
        >
          {() => (
            <p className="text-14">
              {action === 'close'
                ? 'A new message opens a closed conversation again.'
                : 'The conversations are open and assigned to you.'}
            </p>
          )}
        </BulkDialog>
      )}
    </>
  )
}
