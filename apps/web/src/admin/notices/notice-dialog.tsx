import { type FormEvent, useId, useRef, useState } from 'react'
import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'
import { NOTICE_LINK_MOST_CHARACTERS, NOTICE_MOST_CHARACTERS } from '@mupiira/domain/notices/notice.ts'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { act } from '../kit/staff-api.ts'
import { PRIORITIES } from './priorities.ts'
import { Form } from '../../shared/ui/form.tsx'

type NoticeProps = { readonly onSent: () => Promise<void>; readonly onClose: () => void }

/** Sends a notice to all players. A repeated request uses the same idempotency key, so it is sent once. */
export function NoticeDialog({ onSent, onClose }: NoticeProps) {
  const [message, setMessage] = useState('')
  const [priority, setPriority] = useState<AdminNotice['priority']>('medium')
  const [actionUrl, setActionUrl] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef({ words: '', key: '' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    const body = { message, priority, actionUrl }
    const words = JSON.stringify(body)
    if (sending.current.words !== words) sending.current = { words, key: newIdempotencyKey() }
    try {
      await act('POST /api/admin/notices', { body, idempotencyKey: sending.current.key })
      showToast('success', 'Notice sent.')
      await onSent()
      onClose()
    } catch (error) {
      setProblem(textOf(error, 'The notice could not be sent. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <Dialog title="New notice" open onClose={onClose}>
      <Form onSubmit={(event) => void send(event)} className="flex flex-col gap-4 p-4">
        <p className="text-14">
          All players see it in the app and in their notifications, including self-excluded players. Do not use it for
          offers.
        </p>
        <Words value={message} onWords={setMessage} />
        <Select
          label="Priority"
          hint="Sets how long it is shown and how loud the sound is."
          value={priority}
          onChange={(event) => setPriority(event.target.value as AdminNotice['priority'])}
        >
          {Object.entries(PRIORITIES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label="Link (optional)"
          hint="A page of the app, for example /deposit."
          value={actionUrl}
          maxLength={NOTICE_LINK_MOST_CHARACTERS}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => setActionUrl(event.target.value)}
        />
        <DialogEnd problem={problem} verb="Send to everyone" busy={busy} busyText="Sending…" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

type WordsProps = { readonly value: string; readonly onWords: (words: string) => void }

function Words({ value, onWords }: WordsProps) {
  const id = useId()
  const left = NOTICE_MOST_CHARACTERS - [...value].length
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 text-muted">
        Text
      </label>
      <textarea
        id={id}
        value={value}
        rows={4}
        aria-describedby={`${id}-note`}
        onChange={(event) => onWords(event.target.value)}
        className="resize-none rounded-card border border-line bg-raised px-3 py-2.5 text-16 leading-6"
      />
      <p id={`${id}-note`} className={left < 0 ? 'text-12 font-bold text-down' : 'text-12 text-muted tabular'}>
        {left < 0 ? `${-left} characters too many` : `${left} characters left`}
      </p>
    </div>
  )
}
