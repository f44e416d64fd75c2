import { type ComponentProps, useId, useRef } from 'react'
import type { AdminNotice } from '@mupiira/contract/admin-notices.ts'
import { MAX_NOTICE_LINK_CHARACTERS, MAX_NOTICE_CHARACTERS } from '@mupiira/domain/notices/notice.ts'
import { newIdempotencyKey } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { act } from '../kit/staff-api.ts'
import { PRIORITY_TEXTS } from '@mupiira/domain/notices/notice.ts'

type NoticeProps = { readonly onSent: () => void; readonly onClose: () => void }
type TypedNotice = Pick<AdminNotice, 'message' | 'priority'> & { readonly actionUrl: string }

const EMPTY: TypedNotice = { message: '', priority: 'medium', actionUrl: '' }

/** Sends a notice to all players. A repeated request uses the same idempotency key, so it is sent once. */
export function NoticeDialog({ onSent, onClose }: NoticeProps) {
  const sending = useRef({ words: '', key: '' })
  const send = async (body: TypedNotice): Promise<string | null> => {
    const words = JSON.stringify(body)
    if (sending.current.words !== words) sending.current = { words, key: newIdempotencyKey() }
    try {
      await act('POST /api/admin/notices', { body, idempotencyKey: sending.current.key })
    } catch (error) {
      return textOf(error, 'The notice could not be sent. Please try again.')
    }
    showToast('success', 'Notice sent.')
    onSent()
    return null
  }
  return (
    <FormDialog
      title="New notice"
      verb="Send to everyone"
      busyText="Sending…"
      defaultValues={EMPTY}
      onSubmit={send}
      onClose={onClose}
    >
      {({ register, watch }) => (
        <>
          <p className="text-14">
            All players see it in the app and in their notifications, including self-excluded players. Do not use it for
            offers.
          </p>
          <MessageField {...register('message')} length={[...watch('message')].length} />
          <Select
            label="Priority"
            hint="Sets how long the notice is shown and how loud its sound is."
            {...register('priority')}
          >
            {Object.entries(PRIORITY_TEXTS).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Field
            label="Link (optional)"
            hint="A page of the app, for example /deposit."
            maxLength={MAX_NOTICE_LINK_CHARACTERS}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            {...register('actionUrl')}
          />
        </>
      )}
    </FormDialog>
  )
}

const characters = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`

type NoticeTextProps = ComponentProps<'textarea'> & { readonly length: number }

function MessageField({ length, ...textarea }: NoticeTextProps) {
  const id = useId()
  const left = MAX_NOTICE_CHARACTERS - length
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 text-muted">
        Text
      </label>
      <textarea
        {...textarea}
        id={id}
        rows={4}
        aria-describedby={`${id}-note`}
        className="resize-none rounded-card border border-line bg-raised px-3 py-2.5 text-16 leading-6"
      />
      <p id={`${id}-note`} className={left < 0 ? 'text-12 font-bold text-down' : 'text-12 text-muted tabular'}>
        {left < 0 ? `${characters(-left)} too many` : `${characters(left)} left`}
      </p>
    </div>
  )
}
