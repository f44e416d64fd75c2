import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AdminSetting } from '@mupiira/contract/admin-settings.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { settingsQuery } from '../kit/list-queries.ts'
import { act } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { FindSetting } from './find-setting.tsx'
import { SettingField } from './setting-field.tsx'
import { groupsOf, namesOf, type SettingGroup, summaryOf } from './setting-groups.ts'
import { tableToSend, mergeTyped } from './setting-tables.ts'
import { STATUS_BADGES, unsavedText } from './setting-texts.ts'

/** The settings (ADMS-06 to ADMS-13). */
export function SettingsScreen() {
  const query = useQuery(settingsQuery)
  return (
    <ConsolePage
      title="Settings"
      end={
        <ButtonLink variant="secondary" href="/admin/sign-in">
          Your login
        </ButtonLink>
      }
    >
      <Loaded query={query} what="the settings" skeleton={<Skeleton className="h-100 w-full" />}>
        {({ items }) => <SettingsForm settings={items} />}
      </Loaded>
    </ConsolePage>
  )
}

/** Unsaved input by setting, with the saved value that it replaces. */
type Edited = Readonly<Record<string, { readonly value: string; readonly savedValue: string } | undefined>>
type SettingsValues = { readonly edited: Edited }
type FormOfSettings = UseFormReturn<SettingsValues>

function SettingsForm({ settings }: { readonly settings: readonly AdminSetting[] }) {
  const client = useQueryClient()
  const [searchText, setSearchText] = useState('')
  const [saved, setSaved] = useState<Saved | null>(null)
  const groups = groupsOf(settings, searchText)

  const save = async ({ edited }: SettingsValues, form: FormOfSettings): Promise<null> => {
    const changes = changesOf(settings, edited)
    if (changes.length === 0) return null
    const names = namesOf(changes.map(({ key }) => key))
    const texts = textsOf(settings, changes)
    setSaved(null)
    try {
      const answer = await act('PUT /api/admin/settings', { body: { changes } })
      client.setQueryData(settingsQuery.queryKey, { items: answer.items })
      form.setValue('edited', editedSince(edited, form.getValues('edited'), answer.items))
      const waits = 'approvalId' in answer
      setSaved({ waits, texts })
      if (waits) showToast('info', 'A second member of staff must approve this change.', { title: names })
      else showToast('success', 'Setting updated successfully', { title: names })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        const faults = fieldErrors(error)
        for (const [key, message] of Object.entries(faults)) form.setError(`edited.${key}.value`, { message })
        // The search may hide the rejected setting.
        setSearchText('')
        showToast('error', 'Error: Failed to update setting', { title: namesOf(Object.keys(faults)) || names })
      } else {
        const text = 'Warning: Setting updated locally but could not be saved to database'
        showToast('warning', text, { title: names })
      }
    }
    return null
  }

  return (
    <>
      <StatusBadges settings={settings} />
      <FindSetting searchText={searchText} onSearchText={setSearchText} groups={groups} />
      <StaffForm<SettingsValues> defaultValues={{ edited: {} }} onSubmit={save} className="flex flex-col gap-6">
        {(form, { busy }) => (
          <SettingFields form={form} busy={busy} settings={settings} groups={groups} saved={saved} />
        )}
      </StaffForm>
    </>
  )
}

type FieldsProps = {
  readonly form: FormOfSettings
  readonly busy: boolean
  readonly settings: readonly AdminSetting[]
  readonly groups: readonly SettingGroup[]
  readonly saved: Saved | null
}

/** The result of the last save: the changed settings, or the settings that wait for a second member of staff. */
type Saved = { readonly waits: boolean; readonly texts: readonly string[] }

function SettingFields({ form, busy, settings, groups, saved }: FieldsProps) {
  const edited = form.watch('edited')
  const { errors } = form.formState
  const changes = changesOf(settings, edited)
  return (
    <>
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
                value={valueOf(setting, edited)}
                error={errors.edited?.[setting.key]?.value?.message}
                onChange={(value) => form.setValue(`edited.${setting.key}`, { value, savedValue: setting.value })}
              />
            ))}
          </div>
        </section>
      ))}
      <div className="sticky bottom-0 z-10 flex items-center justify-end gap-3 border-t border-line bg-paper py-3">
        <p
          role="status"
          className={classes(
            'min-w-0 text-14',
            changes.length > 0 || saved === null ? 'text-muted' : saved.waits ? 'text-live' : 'text-up',
          )}
        >
          {changes.length > 0
            ? `${changes.length} to save: ${summaryOf(textsOf(settings, changes))}`
            : savedText(saved)}
        </p>
        <Button type="submit" busy={busy} disabled={changes.length === 0}>
          Save All Settings
        </Button>
      </div>
    </>
  )
}

function valueOf({ key, kind, value }: AdminSetting, edited: Edited): string {
  const typed = edited[key]
  if (typed === undefined) return value
  return kind === 'json' ? mergeTyped(value, typed) : typed.value
}

function savedText(saved: Saved | null): string {
  if (saved === null) return 'Nothing to save'
  return `${saved.waits ? 'Waits for a second member of staff' : 'Saved'}: ${saved.texts.join(', ')}`
}

const textsOf = (settings: readonly AdminSetting[], changes: ReturnType<typeof changesOf>): readonly string[] =>
  settings.flatMap((setting) => {
    const change = changes.find(({ key }) => key === setting.key)
    return change === undefined ? [] : [unsavedText({ ...setting, newValue: change.value })]
  })

function changesOf(settings: readonly AdminSetting[], edited: Edited) {
  return settings.flatMap((setting) => {
    const { key, kind, initial } = setting
    const typed = valueOf(setting, edited)
    const value = kind === 'json' && typed !== setting.value ? tableToSend(typed, initial) : typed.trim()
    return value === setting.value ? [] : [{ key, value, seen: edited[key]?.savedValue ?? setting.value }]
  })
}

/** Input typed during the request stays unsaved. It now replaces the value that was just saved. */
const editedSince = (sent: Edited, now: Edited, saved: readonly AdminSetting[]): Edited =>
  Object.fromEntries(
    Object.entries(now).flatMap(([key, typed]) => {
      if (typed === undefined || typed.value === sent[key]?.value) return []
      const savedValue = sent[key] === undefined ? typed.savedValue : saved.find((item) => item.key === key)?.value
      return [[key, { value: typed.value, savedValue: savedValue ?? typed.savedValue }]]
    }),
  )

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
