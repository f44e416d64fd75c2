import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SettingChanges } from '@mupiira/contract/player-settings.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import { PLAYER_SETTING_ROWS, type PlayerSettingKey, playerSetting } from '@mupiira/domain/identity/player-settings.ts'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { readAmount, typedAmount } from '../../shared/format/typed-amount.ts'
import { AmountField, Select } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { changeUser, handleSessionLoss, usePlayer } from '../../state/session.ts'
import { SwitchRow } from './switch-row.tsx'

/** The settings of the account (PLAY-11), with one control per entry of PLAYER_SETTING_ROWS. */
export function PlayerSettingsCard() {
  const client = useQueryClient()
  const player = usePlayer()
  const [saving, setSaving] = useState<PlayerSettingKey | null>(null)
  const [saved, setSaved] = useState<PlayerSettingKey | null>(null)
  if (player === null) return null
  const change = async (key: PlayerSettingKey, changes: SettingChanges) => {
    if (saving !== null) return
    setSaving(key)
    try {
      changeUser(client, player.id, await api('PUT /api/account/settings', { body: changes }))
      setSaved(key)
    } catch (error) {
      if (!handleSessionLoss(client, error)) showToast('error', textOf(error, 'The setting was not saved.'))
    } finally {
      setSaving(null)
    }
  }
  return PLAYER_SETTING_ROWS.map(([key, rule]) => {
    const chosen = playerSetting(player.settings, key)
    const hint = saved === key ? <span role="status">Setting saved.</span> : rule.hint
    if (rule.kind === 'flag')
      return (
        <SwitchRow key={key} isOn={chosen === true} hint={hint} onSwitch={(isOn) => void change(key, { [key]: isOn })}>
          {rule.label}
        </SwitchRow>
      )
    if (rule.kind === 'choice')
      return (
        <div key={key} className="rounded-card border border-line bg-raised p-3">
          <Select
            label={rule.label}
            hint={hint}
            value={String(chosen)}
            onChange={(event) => void change(key, { [key]: event.target.value })}
          >
            {Object.entries(rule.choices).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </div>
      )
    return (
      <AmountSetting
        key={key}
        {...rule}
        hint={hint}
        chosen={typeof chosen === 'number' ? chosen : null}
        busy={saving === key}
        onSave={(amount) => void change(key, { [key]: amount })}
      />
    )
  })
}

type AmountSettingProps = {
  readonly label: string
  readonly hint: ReactNode
  readonly min: number
  readonly max: number
  readonly chosen: number | null
  readonly busy: boolean
  readonly onSave: (amount: number | null) => void
}

/** An amount in whole shillings. An empty field removes the setting. */
function AmountSetting({ label, hint, min, max, chosen, busy, onSave }: AmountSettingProps) {
  const saved = chosen === null ? '' : typedAmount(chosen)
  const [typed, setTyped] = useState(saved)
  const [error, setError] = useState<string | undefined>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '') return onSave(null)
    const ugx = readAmount(typed)
    const amount = ugx === null ? null : ugxToNumber(ugx)
    if (amount === null || !Number.isInteger(amount) || amount < min || amount > max)
      return setError(`Please enter an amount in whole shillings, from ${typedAmount(min)} to ${typedAmount(max)}`)
    setTyped(typedAmount(amount))
    return onSave(amount)
  }
  return (
    <Form onSubmit={save} className="rounded-card border border-line bg-raised p-3">
      <AmountField
        label={`${label} (UGX)`}
        hint={hint}
        error={error}
        value={typed}
        onAmount={(next) => {
          setTyped(next)
          setError(undefined)
        }}
        end={
          <button
            type="submit"
            disabled={busy || typed === saved}
            className="min-h-11 shrink-0 px-3 text-14 font-bold underline disabled:text-muted disabled:no-underline"
          >
            {busy ? 'Saving…' : 'Save'}
          </button>
        }
      />
    </Form>
  )
}
