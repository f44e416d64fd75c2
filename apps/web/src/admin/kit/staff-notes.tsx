import type { UserFile } from '@mupiira/contract/user-file.ts'
import { textOf } from '../../shared/api/errors.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field, FIELD_ROW } from '../../shared/ui/field.tsx'
import { Card } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'
import { act } from './staff-api.ts'
import { StaffForm } from './staff-form.tsx'

type NotesProps = {
  readonly userId: string
  readonly notes: UserFile['notes']
  readonly onChanged: () => Promise<void>
}

/** Notes of staff about an account. They cannot be deleted. */
export function StaffNotes({ userId, notes, onChanged }: NotesProps) {
  const may = useMay()
  const add = async (note: string): Promise<string | null> => {
    if (note === '') return null
    try {
      await act('POST /api/admin/users/{id}/notes', { params: { id: userId }, body: { note } })
      await onChanged()
      return null
    } catch (error) {
      return textOf(error, 'The note was not saved. Please try again.')
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {may('admin:users:note') && (
        <StaffForm
          defaultValues={{ note: '' }}
          className={FIELD_ROW}
          onSubmit={async ({ note }, form) => {
            const problem = await add(note.trim())
            if (problem === null) form.reset()
            return problem
          }}
        >
          {({ register }, { problem, busy }) => (
            <>
              <div className="flex-1">
                <Field
                  label="New note"
                  maxLength={2000}
                  autoComplete="off"
                  error={problem ?? undefined}
                  {...register('note')}
                />
              </div>
              <Button type="submit" busy={busy}>
                Add
              </Button>
            </>
          )}
        </StaffForm>
      )}
      {notes.map(({ id, by, note, writtenAt }) => (
        <Card key={id} as="article">
          <p className="text-12 text-muted">{`${by}, ${dateTimeText(writtenAt)}`}</p>
          <p className="text-14 whitespace-pre-wrap">{note}</p>
        </Card>
      ))}
    </div>
  )
}
