import { useState, type FormEvent } from 'react'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { act } from '../kit/staff-api.ts'
import { Form } from '../../shared/ui/form.tsx'

type NotesProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

/** Notes of staff about an account. They cannot be deleted. */
export function UserNotes({ file: { user, notes }, onChanged }: NotesProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const note = text.trim()
    if (busy || note === '') return
    setBusy(true)
    try {
      await act('POST /api/admin/users/{id}/notes', { params: { id: user.id }, body: { note } })
      setText('')
      await onChanged()
    } catch (error) {
      showToast('error', textOf(error, 'The note was not saved. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3">
      <Form onSubmit={(event) => void onSubmit(event)} className={FIELD_ROW}>
        <div className="flex-1">
          <Field
            label="New note"
            value={text}
            maxLength={2000}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" busy={busy}>
          Add
        </Button>
      </Form>
      {notes.map(({ id, by, note, writtenAt }) => (
        <Card key={id} as="article">
          <p className="text-12 text-muted">{`${by}, ${dateTimeText(writtenAt)}`}</p>
          <p className="text-14 whitespace-pre-wrap">{note}</p>
        </Card>
      ))}
    </div>
  )
}
