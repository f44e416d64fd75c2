import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../shared/ui/button.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { quickRepliesQuery } from './chat-queries.ts'

const EditDialog = lazyPart(() => import('./edit-quick-replies.tsx').then((m) => m.EditQuickReplies))

type RepliesProps = { readonly onChoose: (content: string) => void }

/** Quick replies. A tap inserts the text into the reply, where staff can edit it. */
export function QuickReplies({ onChoose }: RepliesProps) {
  const { data } = useQuery(quickRepliesQuery)
  const [isEditing, setEditing] = useState(false)
  const items = data?.items ?? []
  return (
    <div className="flex min-h-13 items-center gap-1 border-t border-line pl-3">
      <div
        role="group"
        aria-label="Quick replies"
        className="no-scrollbar flex min-w-0 flex-1 gap-2 overflow-x-auto py-1"
      >
        {items.map(({ id, title, content }) => (
          <button
            key={id}
            type="button"
            title={content}
            onClick={() => onChoose(content)}
            className="min-h-11 shrink-0 rounded-card border border-line bg-paper px-3 text-14"
          >
            {title}
          </button>
        ))}
      </div>
      <IconButton label="Edit quick replies" onClick={() => setEditing(true)}>
        <Pencil className="size-4 text-muted" />
      </IconButton>
      {isEditing && (
        <EditDialog failure={<PartNotLoaded what="The editor" />} replies={items} onClose={() => setEditing(false)} />
      )}
    </div>
  )
}
