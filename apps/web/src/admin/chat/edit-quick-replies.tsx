import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { QuickReply } from '@mupiira/contract/chat.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { Form } from '../../shared/ui/form.tsx'

type EditProps = { readonly replies: readonly QuickReply[]; readonly onClose: () => void }

/** Adds, changes and deletes the shared quick replies. */
export function EditQuickReplies({ replies, onClose }: EditProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Dialog title="Quick replies" open onClose={onClose}>
      <ul>
        {replies.map((reply) => (
          <li key={reply.id} className="border-b border-line">
            {chosen === reply.id ? (
              <ReplyForm reply={reply} onDone={() => setChosen(null)} />
            ) : (
              <button
                type="button"
                onClick={() => setChosen(reply.id)}
                className="flex min-h-14 w-full flex-col justify-center px-4 py-2 text-left"
              >
                <b>{reply.title}</b>
                <span className="line-clamp-1 text-muted">{reply.content}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {chosen === '' ? (
        <ReplyForm reply={null} onDone={() => setChosen(null)} />
      ) : (
        <div className="p-4">
          <Button look="secondary" wide onClick={() => setChosen('')}>
            Add a quick reply
          </Button>
        </div>
      )}
    </Dialog>
  )
}

type FormProps = { readonly reply: QuickReply | null; readonly onDone: () => void }

function ReplyForm({ reply, onDone }: FormProps) {
  const client = useQueryClient()
  const [title, setTitle] = useState(reply?.title ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const carryOut = async (staffAction: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await staffAction()
      await client.invalidateQueries({ queryKey: ['GET /api/admin/chat/quick-replies'] })
      onDone()
    } catch (error) {
      setProblem(textOf(error, 'We could not reach the server, so nothing was changed.'))
      setBusy(false)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = { title: title.trim(), content: content.trim() }
    if (body.title === '' || body.content === '') return setProblem('A quick reply needs a title and a text.')
    return void carryOut(() =>
      reply === null
        ? api('POST /api/admin/chat/quick-replies', { body })
        : api('PUT /api/admin/chat/quick-replies/{id}', { params: { id: reply.id }, body }),
    )
  }
  return (
    <Form onSubmit={save} className="flex flex-col gap-3 p-4">
      <Field label="Title" value={title} maxLength={60} onChange={(event) => setTitle(event.target.value)} />
      <Field label="Text" value={content} maxLength={2_000} onChange={(event) => setContent(event.target.value)} />
      {problem !== null && (
        <Notice tone="down" live>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {reply !== null && (
          <Button
            look="danger"
            busy={busy}
            onClick={() =>
              void carryOut(() => api('DELETE /api/admin/chat/quick-replies/{id}', { params: { id: reply.id } }))
            }
          >
            Delete
          </Button>
        )}
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
