import type { PlayerRestriction } from '@mupiira/contract/admin-restrictions.ts'
import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'
import {
  isRestrictionValue,
  RESTRICTION_KIND_NAMES,
  RESTRICTION_KINDS,
  restrictionKind,
  type RestrictionKind,
  restrictionName,
} from '@mupiira/domain/risk/restrictions.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { serverNow } from '../../shared/clock.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { reasonRule } from '../kit/reason-rule.ts'
import { act, failureText } from '../kit/staff-api.ts'

type RestrictProps = {
  readonly userId: string
  readonly current: readonly PlayerRestriction[]
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** How long a restriction applies, in days. An empty value: until staff lift it. */
const LENGTHS = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Until staff lift it'],
] as const

type Values = {
  readonly kind: RestrictionKind
  readonly value: string
  readonly days: string
  readonly reason: string
}

/** Sets a restriction of a player, or replaces the one of its kind. */
export function RestrictDialog({ userId, current, onChanged, onClose }: RestrictProps) {
  const save = async ({ kind, value: typed, days, reason }: Values): Promise<string | null> => {
    const range = restrictionKind(kind).value
    const value = range === undefined ? null : Number(typed)
    if (range !== undefined && (typed.trim() === '' || !isRestrictionValue(kind, value)))
      return `Please enter a whole number from ${range.min} to ${range.max}.`
    const endsAt = days === '' ? null : new Date(serverNow().getTime() + Number(days) * DAY_MS).toISOString()
    const seen = current.find((each) => each.kind === kind)?.id ?? null
    try {
      await act('POST /api/admin/users/{id}/restrictions', {
        params: { id: userId },
        body: { kind, value, endsAt, reason: reason.trim(), seen },
      })
    } catch (error) {
      return failureText(error, 'The restriction was not saved. Please try again.')
    }
    showToast('success', `${restrictionName(kind, value)} is set.`)
    await onChanged()
    return null
  }
  return (
    <FormDialog<Values>
      title="Restrict this player"
      verb="Restrict"
      defaultValues={{ kind: 'stake-factor', value: '', days: '30', reason: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, watch, formState }) => {
        const kind = watch('kind')
        const { text, value: range, needsEvidence } = restrictionKind(kind)
        const replaced = current.find((each) => each.kind === kind)
        return (
          <>
            <Select label="Restriction" hint={text} {...register('kind')}>
              {RESTRICTION_KIND_NAMES.map((each) => (
                <option key={each} value={each}>
                  {RESTRICTION_KINDS[each].label}
                </option>
              ))}
            </Select>
            {needsEvidence && (
              <p className="text-14 text-muted">
                Possible only for players above the threshold of the courtsiding report.
              </p>
            )}
            {replaced && (
              <p className="text-14 text-muted">{`Replaces “${restrictionName(replaced.kind, replaced.value)}”.`}</p>
            )}
            {range && (
              <Field
                label={RESTRICTION_KINDS[kind].label}
                hint={`${range.min} to ${range.max}`}
                inputMode="numeric"
                autoComplete="off"
                suffix={range.unit}
                {...register('value')}
              />
            )}
            <Select label="Ends after" {...register('days')}>
              {LENGTHS.map(([days, name]) => (
                <option key={days} value={days}>
                  {name}
                </option>
              ))}
            </Select>
            <Field
              label="Reason"
              maxLength={REASON_LENGTH.maxLength}
              autoComplete="off"
              error={formState.errors.reason?.message}
              {...register('reason', reasonRule())}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
