import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PLACEHOLDERS } from '@mupiira/domain/chat/placeholders.ts'
import type { QuickReply } from '@mupiira/contract/chat.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { DangerButton } from '../kit/danger-button.tsx'
import { StaffForm } from '../kit/staff-form.tsx'
import { quickRepliesQuery } from './chat-queries.ts'

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
          <Button variant="secondary" wide onClick={() => setChosen('')}>
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
  const [isDeleting, setDeleting] = useState(false)
  const carryOut = async (change: () => Promise<unknown>): Promise<string | null> => {
    try {
      await change()
      await client.invalidateQueries({ queryKey: quickRepliesQuery.queryKey })
      onDone()
      return null
    } catch (error) {
      return textOf(error, 'We could not reach the server, so nothing was changed.')
    }
  }
  const save = async (typed: { readonly title: string; readonly content: string }): Promise<string | null> => {
    const body = { title: typed.title.trim(), content: typed.content.trim() }
    if (body.title === '' || body.content === '') return 'A quick reply needs a title and a text.'
    return carryOut(() =>
      reply === null
        ? api('POST /api/admin/quick-replies', { body })
        : api('PUT /api/admin/quick-replies/{id}', {
            params: { id: reply.id },
            body: { ...body, seen: { title: reply.title, content: reply.content } },
          }),
    )
  }
  const remove = async ({ id, title, content }: QuickReply): Promise<string | null> => {
    const problem = await carryOut(() => api('DELETE /api/admin/quick-replies/{id}', { params: { id } }))
    if (problem === null) {
      showToast('success', `Quick reply “${title}” deleted.`, {
        undo: () => void restore({ title, content }),
      })
    }
    return problem
  }
  const restore = async (body: Pick<QuickReply, 'title' | 'content'>) => {
    try {
      await api('POST /api/admin/quick-replies', { body })
    } catch (error) {
      showToast('error', textOf(error, 'The quick reply was not restored.'))
    }
    await client.invalidateQueries({ queryKey: quickRepliesQuery.queryKey })
  }
  return (
    <>
      <StaffForm
        defaultValues={{ title: reply?.title ?? '', content: reply?.content ?? '' }}
        className="flex flex-col gap-3 p-4"
        onSubmit={save}
      >
        {({ register }, { problem, busy }) => (
          <>
            <Field label="Title" maxLength={60} {...register('title')} />
            <Field
              label="Text"
              hint={`Placeholders: ${Object.keys(PLACEHOLDERS)
                .map((name) => `{${name}}`)
                .join(', ')}`}
              maxLength={2_000}
              {...register('content')}
            />
            {problem !== null && (
              <Notice tone="down" live>
                {problem}
              </Notice>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              {reply !== null && (
                <span className="mr-auto">
                  <DangerButton icon={Trash2} disabled={busy} onClick={() => setDeleting(true)}>
                    Delete
                  </DangerButton>
                </span>
              )}
              <Button variant="quiet" onClick={onDone}>
                Cancel
              </Button>
              <Button type="submit" busy={busy}>
                Save
              </Button>
            </div>
          </>
        )}
      </StaffForm>
      {isDeleting && reply !== null && (
        <ConfirmDialog
          title={`Delete “${reply.title}”?`}
          verb="Delete"
          isDangerous
          onConfirm={() => remove(reply)}
          onClose={() => setDeleting(false)}
        >
          <p>No member of staff can use it any more.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
