import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { DeskSetting } from '@mupiira/contract/desk-settings.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { queryKey, useApi } from '../../shared/api/queries.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { act } from '../kit/staff-api.ts'
import { SettingField } from './setting-field.tsx'
import { settledTable } from './setting-tables.ts'
import { STATUS_BADGES } from './setting-texts.ts'

/** ADMS-06 to ADMS-13 */
export function SettingsScreen() {
  const query = useApi('GET /api/admin/settings', {}, { staleMs: 0 })
  return (
    <ConsolePage title="Settings">
      <Loaded query={query} what="the settings" skeleton={<Skeleton look="h-100 w-full" />}>
        {({ items }) => <SettingsForm settings={items} />}
      </Loaded>
    </ConsolePage>
  )
}

function SettingsForm({ settings }: { readonly settings: readonly DeskSetting[] }) {
  const client = useQueryClient()
  // What was typed and is not saved yet; everything else is what the server says.
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const valueOf = (setting: DeskSetting) => edited[setting.key] ?? setting.value
  const sent = (setting: DeskSetting) => {
    const value = valueOf(setting)
    return setting.kind === 'json' && value !== setting.value ? settledTable(value, setting.initial) : value.trim()
  }
  const changes = settings
    .filter((setting) => sent(setting) !== setting.value)
    .map((setting) => ({ key: setting.key, value: sent(setting) }))

  const save = async () => {
    try {
      const saved = await act('PUT /api/admin/settings', { body: { changes } })
      client.setQueryData(queryKey('GET /api/admin/settings', {}), { items: saved.items })
      setEdited({})
      setErrors({})
      if ('approvalId' in saved) showToast('info', 'This waits for a second member of staff.')
      else showToast('success', 'Setting updated successfully')
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        setErrors(error.fieldErrors)
        showToast('error', 'Error: Failed to update setting')
      } else showToast('warning', 'Warning: Setting updated locally but could not be saved to database')
    }
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || changes.length === 0) return
    setBusy(true)
    await save()
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {STATUS_BADGES.map(([key, name, on, off, isGoodOn]) => {
          const isOn = settings.find((setting) => setting.key === key)?.value === 'true'
          return (
            <Badge key={key} tone={isOn === isGoodOn ? 'up' : 'down'}>
              {`${name} ${isOn ? on : off}`}
            </Badge>
          )
        })}
        <p className="text-14 text-muted">Changes apply immediately to all users.</p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        {settings.map((setting) => (
          <SettingField
            key={setting.key}
            setting={setting}
            value={valueOf(setting)}
            error={errors[setting.key]}
            onChange={(value) => setEdited({ ...edited, [setting.key]: value })}
          />
        ))}
      </div>
      <div className="sticky bottom-0 z-10 flex items-center justify-end gap-3 border-t border-line bg-paper py-3">
        <p role="status" className="text-14 text-muted">
          {changes.length === 0 ? 'Nothing to save' : `${changes.length} to save`}
        </p>
        <Button type="submit" busy={busy} disabled={changes.length === 0}>
          Save All Settings
        </Button>
      </div>
    </form>
  )
}
