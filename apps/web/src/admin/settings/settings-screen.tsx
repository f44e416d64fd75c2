import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { act } from '../kit/staff-api.ts'
import { FindSetting } from './find-setting.tsx'
import { SettingField } from './setting-field.tsx'
import { groupsOf, namesOf, someOf } from './setting-groups.ts'
import { settledTable, typedInto } from './setting-tables.ts'
import { STATUS_BADGES, unsavedText } from './setting-texts.ts'
import { Form } from '../../shared/ui/form.tsx'
import { settingsQuery } from './settings-query.ts'

/** The settings (ADMS-06 to ADMS-13). */
export function SettingsScreen() {
  const query = useQuery(settingsQuery)
  return (
    <ConsolePage
      title="Settings"
      end={
        <ButtonLink look="secondary" href="/admin/sign-in">
          Your sign-in
        </ButtonLink>
      }
    >
      <Loaded query={query} what="the settings" skeleton={<Skeleton look="h-100 w-full" />}>
        {({ items }) => <SettingsForm settings={items} />}
      </Loaded>
    </ConsolePage>
  )
}

type Typed = { readonly value: string; readonly over: string }

function SettingsForm({ settings }: { readonly settings: readonly AdminSetting[] }) {
  const client = useQueryClient()
  // Unsaved input with the value it replaces. Everything else comes from the server.
  const [edited, setEdited] = useState<Readonly<Record<string, Typed>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [searchText, setSearchText] = useState('')
  const [busy, setBusy] = useState(false)
  const valueOf = ({ key, kind, value }: AdminSetting) => {
    const typed = edited[key]
    if (typed === undefined) return value
    return kind === 'json' ? typedInto(value, typed) : typed.value
  }
  const sent = (setting: AdminSetting) => {
    const value = valueOf(setting)
    return setting.kind === 'json' && value !== setting.value ? settledTable(value, setting.initial) : value.trim()
  }
  const changed = settings.filter((setting) => sent(setting) !== setting.value)
  const changes = changed.map((setting) => ({
    key: setting.key,
    value: sent(setting),
    seen: edited[setting.key]?.over ?? setting.value,
  }))
  const unsaved = changed.map((setting) => unsavedText({ ...setting, wanted: sent(setting) }))
  const groups = groupsOf(settings, searchText)

  const save = async () => {
    const names = namesOf(changes.map(({ key }) => key))
    try {
      const saved = await act('PUT /api/admin/settings', { body: { changes } })
      client.setQueryData(settingsQuery.queryKey, { items: saved.items })
      // Input typed during the request stays unsaved; it now replaces the value that was just saved.
      const overOf = (key: string, over: string) =>
        changes.some((change) => change.key === key) ? saved.items.find((item) => item.key === key)?.value : over
      setEdited((now) =>
        Object.fromEntries(
          Object.entries(now)
            .filter(([key, typed]) => typed !== edited[key])
            .map(([key, { value, over }]) => [key, { value, over: overOf(key, over) ?? over }]),
        ),
      )
      setErrors({})
      if ('approvalId' in saved) showToast('info', 'This waits for a second member of staff.', { title: names })
      else showToast('success', 'Setting updated successfully', { title: names })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        setErrors(fieldErrors(error))
        // The search may hide the rejected setting.
        setSearchText('')
        showToast('error', 'Error: Failed to update setting', {
          title: namesOf(Object.keys(fieldErrors(error))) || names,
        })
      } else {
        const text = 'Warning: Setting updated locally but could not be saved to database'
        showToast('warning', text, { title: names })
      }
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
    <>
      <StatusBadges settings={settings} />
      <FindSetting searchText={searchText} onSearchText={setSearchText} groups={groups} />
      <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-6">
        {groups.length === 0 && <EmptyState title="No setting found" text="No setting contains these words." />}
        {groups.map((group) => (
          <section
            key={group.id}
            id={`settings-${group.id}`}
            aria-labelledby={`title-${group.id}`}
            className="scroll-mt-4"
          >
            <h2 id={`title-${group.id}`} className="pb-2 text-16 font-bold">
              {group.title}
            </h2>
            <div className="grid gap-3 md:grid-cols-2 wide:grid-cols-3">
              {group.settings.map((setting) => (
                <SettingField
                  key={setting.key}
                  setting={setting}
                  value={valueOf(setting)}
                  error={errors[setting.key]}
                  onChange={(value) => setEdited((now) => ({ ...now, [setting.key]: { value, over: setting.value } }))}
                />
              ))}
            </div>
          </section>
        ))}
        <div className="sticky bottom-0 z-10 flex items-center justify-end gap-3 border-t border-line bg-paper py-3">
          <p role="status" className="min-w-0 text-14 text-muted">
            {changes.length === 0 ? 'Nothing to save' : `${changes.length} to save: ${someOf(unsaved)}`}
          </p>
          <Button type="submit" busy={busy} disabled={changes.length === 0}>
            Save All Settings
          </Button>
        </div>
      </Form>
    </>
  )
}

const StatusBadges = ({ settings }: { readonly settings: readonly AdminSetting[] }) => (
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
)
