import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { choiceText, settingName } from '@mupiira/domain/settings/texts.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { AmountField, Field, Select } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { aloneText, amountFormat, settingHint, waitingText } from './setting-texts.ts'
import { TableFields } from './table-fields.tsx'

type FieldProps = {
  readonly setting: AdminSetting
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A setting with value, description, allowed values and last change. */
export function SettingField({ setting, value, error, onChange }: FieldProps) {
  const { key, updatedAt, updatedBy } = setting
  return (
    <div
      className={`flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised px-3 pt-3 pb-1 ${setting.kind === 'json' ? 'md:col-span-2 wide:col-span-3' : ''}`}
    >
      <Control setting={setting} value={value} error={error} onChange={onChange} />
      <Waiting setting={setting} />
      <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 text-12 text-muted">
        <span>{updatedBy === null ? 'Never changed' : `${updatedBy}, ${dateTimeText(updatedAt)}`}</span>
        <Link
          href={`/admin/audit?q=setting:${key}`}
          aria-label={`History of ${settingName(key)}`}
          className="inline-flex min-h-11 items-center underline wide:min-h-6"
        >
          History
        </Link>
      </p>
    </div>
  )
}

/** A requested change that waits for a second approver. */
const Waiting = ({ setting: { key, value, waiting } }: { readonly setting: AdminSetting }) =>
  waiting.map(({ approvalId, value: newValue, askedBy, askedAt, isOwn }) => (
    <Notice key={approvalId} tone="info">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 break-words">{`${waitingText(key, value, newValue)}, requested by ${isOwn ? 'you' : askedBy}, ${dateTimeText(askedAt)}`}</span>
        <Link
          href="/admin/approvals"
          aria-label={`Approvals: ${settingName(key)}`}
          className="inline-flex min-h-11 items-center underline"
        >
          Approvals
        </Link>
      </span>
    </Notice>
  ))

function Control({ setting, value, error, onChange }: FieldProps) {
  const label = settingName(setting.key)
  const hint = (
    <>
      <span className="block text-14">{setting.description}</span>
      <span className="block">{settingHint(setting)}</span>
      <span className="block">{aloneText(setting.key)}</span>
    </>
  )
  const frame = { label, hint, error }
  switch (setting.kind) {
    case 'boolean':
    case 'choice': {
      const choices =
        setting.kind === 'choice'
          ? setting.choices.map((choice) => [choice, choiceText(choice)])
          : [
              ['true', 'On'],
              ['false', 'Off'],
            ]
      return (
        <Select {...frame} value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      )
    }
    case 'integer':
    case 'decimal': {
      if (setting.unit === 'UGX')
        return (
          <AmountField
            {...frame}
            isPlain
            value={amountFormat.shown(value)}
            onAmount={(text) => onChange(amountFormat.typed(text))}
          />
        )
      return (
        <Field
          {...frame}
          inputMode={setting.kind === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={value}
          suffix={setting.unit}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    }
    case 'text':
      return <Field {...frame} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    case 'json':
      if (setting.key === 'in_play_leagues') return <Leagues label={label} hint={hint} />
      return (
        <TableFields
          {...frame}
          settingKey={setting.key}
          value={value}
          initial={setting.initial}
          unit={setting.unit}
          onChange={onChange}
        />
      )
  }
}

/** Leagues in play have their own screen. */
const Leagues = ({ label, hint }: { readonly label: string; readonly hint: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <div className="min-w-0">
      <p className="text-14 font-bold">{label}</p>
      <p className="text-12 text-muted">{hint}</p>
    </div>
    <ButtonLink variant="secondary" href="/admin/in-play/leagues">
      Leagues
    </ButtonLink>
  </div>
)
