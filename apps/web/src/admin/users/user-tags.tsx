import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { UserFile } from '@mupiira/contract/user-file.ts'
import { MAX_TAG_LENGTH } from '@mupiira/domain/identity/player-tags.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { tagsQuery } from './user-queries.ts'

type TagsProps = { readonly file: UserFile; readonly onChanged: () => Promise<void> }

/** The tags of a player, with a field for a new one that offers the tags in use. */
export function UserTags({ file: { user, tags }, onChanged }: TagsProps) {
  const isEditable = useMay()('admin:users:note')
  const offered = useQuery({ ...tagsQuery, enabled: isEditable }).data?.items ?? []
  const listId = useId()
  const change = async (tag: string, isSet: boolean): Promise<string | null> => {
    try {
      await act('POST /api/admin/users/{id}/tags', { params: { id: user.id }, body: { tag, isSet } })
    } catch (error) {
      return textOf(error, 'The tag was not saved. Please try again.')
    }
    await onChanged()
    return null
  }
  const remove = async (tag: string): Promise<void> => {
    const problem = await change(tag, false)
    if (problem !== null) showToast('error', problem)
  }
  if (!isEditable && tags.length === 0) return null
  return (
    <section aria-label="Tags" className="flex flex-wrap items-center gap-2">
      <ul className="contents">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex min-h-9 items-center rounded-full border border-line bg-raised pl-3 text-14 font-bold last:mr-1"
          >
            <span className={isEditable ? '' : 'pr-3'}>{tag}</span>
            {isEditable && (
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => void remove(tag)}
                className="inline-flex size-9 items-center justify-center rounded-full text-muted"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isEditable && (
        <StaffForm
          defaultValues={{ tag: '' }}
          className="flex flex-wrap items-center gap-2"
          onSubmit={async ({ tag }, form) => {
            if (tag.trim() === '') return null
            const problem = await change(tag, true)
            if (problem === null) form.reset()
            return problem
          }}
        >
          {({ register }, { problem, busy }) => (
            <>
              <input
                aria-label="New tag"
                placeholder="New tag"
                list={listId}
                maxLength={MAX_TAG_LENGTH}
                autoComplete="off"
                className="min-h-11 w-36 rounded-card border border-line bg-raised px-3 text-14 md:min-h-9"
                {...register('tag')}
              />
              <datalist id={listId}>
                {offered
                  .filter((each) => !tags.includes(each))
                  .map((each) => (
                    <option key={each} value={each} />
                  ))}
              </datalist>
              <Button type="submit" variant="secondary" busy={busy}>
                <Plus aria-hidden="true" className="size-4" /> Add tag
              </Button>
              {problem !== null && (
                <p role="alert" className="basis-full text-14 text-down">
                  {problem}
                </p>
              )}
            </>
          )}
        </StaffForm>
      )}
    </section>
  )
}
