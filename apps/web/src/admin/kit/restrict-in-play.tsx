import type { InPlayRestriction } from '@mupiira/contract/admin-courtsiding.ts'
import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'
import { MAX_ADDED_DELAY_SECONDS } from '@mupiira/domain/in-play/delayed-bet.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Checkbox, Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from './form-dialog.tsx'
import { reasonRule } from './reason-rule.ts'
import { restrictionText } from './restriction-text.ts'
import { act } from './staff-api.ts'

type RestrictProps = {
  readonly userId: string
  readonly name: string
  readonly restriction: InPlayRestriction
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

type Values = { readonly seconds: string; readonly isExcluded: boolean; readonly reason: string }

/** Lengthens the delay of a player's live bets, excludes the player from live bets, or lifts this (INP-12). */
export function RestrictInPlay({ userId, name, restriction: seen, onChanged, onClose }: RestrictProps) {
  const save = async ({ seconds, isExcluded, reason }: Values): Promise<string | null> => {
    const extraDelaySeconds = seconds.trim() === '' ? 0 : Number(seconds)
    if (!Number.isInteger(extraDelaySeconds) || extraDelaySeconds < 0 || extraDelaySeconds > MAX_ADDED_DELAY_SECONDS)
      return `The added delay is a whole number from 0 to ${MAX_ADDED_DELAY_SECONDS}.`
    const restriction = { extraDelaySeconds, isExcluded }
    try {
      await act('PUT /api/admin/users/{id}/in-play-restriction', {
        params: { id: userId },
        body: { restriction, seen, reason: reason.trim() },
      })
    } catch (error) {
      return textOf(error, 'Nothing was changed. Please try again.')
    }
    showToast('success', `${name}: ${restrictionText(restriction) || 'no restriction'}.`)
    await onChanged()
    return null
  }
  return (
    <FormDialog<Values>
      title={`Restrict live bets of ${name}`}
      verb="Save"
      defaultValues={{ seconds: String(seen.extraDelaySeconds), isExcluded: seen.isExcluded, reason: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <>
          <p className="text-14 text-muted">
            The restriction applies to the next bet. Bets before kick-off stay possible.
          </p>
          <Field
            label="Added delay"
            hint={`0 to ${MAX_ADDED_DELAY_SECONDS} seconds, in addition to the delay of the game. 0 removes it.`}
            inputMode="numeric"
            autoComplete="off"
            suffix="s"
            {...register('seconds')}
          />
          <Checkbox label="Refuse all live bets of this player" {...register('isExcluded')} />
          <Field
            label="Reason"
            maxLength={REASON_LENGTH.maxLength}
            autoComplete="off"
            error={formState.errors.reason?.message}
            {...register('reason', reasonRule())}
          />
        </>
      )}
    </FormDialog>
  )
}
