import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AdminSetting, SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import { settingChangeText } from '@mupiira/domain/settings/texts.ts'
import { ApiError, textOf } from '../../shared/api/errors.ts'
import { fieldErrors } from '../../shared/api/field-errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { EmptyState, Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { handleSessionLoss, useMay } from '../../state/session.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { settingsQuery } from '../kit/list-queries.ts'
import { previewOf, type SettingEdit, SettingsPreviewDialog } from '../kit/settings-preview.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import { StaffForm } from '../kit/staff-form.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { FindSetting } from './find-setting.tsx'
import { SettingField } from './setting-field.tsx'
import { groupsOf, namesOf, type SettingGroup, summaryOf } from './setting-groups.ts'
import { tableToSend, mergeTyped } from './setting-tables.ts'
import { STATUS_BADGES } from './setting-texts.ts'

/** The settings (ADMS-06 to ADMS-13). */
export function SettingsScreen() {
  const query = useQuery(settingsQuery)
  return (
    <ConsolePage
      title="Settings"
      end={
        <>
          <ButtonLink variant="secondary" href="/admin/jobs">
            Failing jobs
          </ButtonLink>
          <ButtonLink variant="secondary" href="/admin/sign-in">
            Your login
          </ButtonLink>
        </>
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
/** Changes that staff checks before saving. */
type Proposed = { readonly changes: Changes; readonly preview: SettingsPreview | null; readonly form: FormOfSettings }

function SettingsForm({ settings }: { readonly settings: readonly AdminSetting[] }) {
  const client = useQueryClient()
  const find = useListParams().get('find')
  const [searchText, setSearchText] = useState(find)
  // The search of the console opens a setting, also while this screen is open.
  useEffect(() => setSearchText(find), [find])
  const [saved, setSaved] = useState<Saved | null>(null)
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const groups = groupsOf(settings, searchText)

  function showRefusal(error: ApiError, changes: Changes, form: FormOfSettings): void {
    // The draft keeps the input for the next login.
    if (handleSessionLoss(client, error)) return
    const faults = fieldErrors(error)
    if (error.errors.length === 0) {
      showToast('error', textOf(error, 'Error: Failed to update setting'))
      return
    }
    for (const [key, message] of Object.entries(faults)) form.setError(`edited.${key}.value`, { message })
    // The search may hide the rejected setting.
    setSearchText('')
    showToast('error', 'Error: Failed to update setting', { title: namesOf(Object.keys(faults)) || namesIn(changes) })
  }

  const propose = async ({ edited }: SettingsValues, form: FormOfSettings): Promise<null> => {
    const changes = changesOf(settings, edited)
    if (changes.length === 0) return null
    try {
      const preview = await previewOf(changes)
      // "5.0" is the saved 5.
      if (preview?.changes.length === 0) form.setValue('edited', {})
      else setProposed({ changes, preview, form })
    } catch (error) {
      if (error instanceof ApiError) showRefusal(error, changes, form)
      else throw error
    }
    return null
  }

  const save = async ({ changes, form }: Proposed, reason: string): Promise<string | null> => {
    setSaved(null)
    try {
      const body = { changes: changes.map(({ key, value, before }) => ({ key, value, seen: before })), reason }
      const answer = await act('PUT /api/admin/settings', { body })
      client.setQueryData(settingsQuery.queryKey, { items: answer.items })
      form.setValue('edited', {})
      const approvalId = 'approvalId' in answer ? answer.approvalId : null
      const waits = (key: string) =>
        answer.items.some((item) => item.key === key && item.waiting.some((each) => each.approvalId === approvalId))
      const waiting = changes.filter(({ key }) => waits(key))
      const done = changes.filter(({ key }) => !waits(key))
      setSaved({ done: done.map(textOfChange), waiting: waiting.map(textOfChange) })
      if (done.length > 0) showToast('success', 'Setting updated successfully', { title: namesIn(done) })
      if (waiting.length > 0)
        showToast('info', 'A second member of staff must approve this change.', { title: namesIn(waiting) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500)
        return 'Warning: Setting updated locally but could not be saved to database'
      if (error.errors.length === 0 && error.status !== 401)
        return failureText(error, 'Error: Failed to update setting')
      showRefusal(error, changes, form)
    }
    return null
  }

  return (
    <>
      <StatusBadges settings={settings} />
      <FindSetting searchText={searchText} onSearchText={setSearchText} groups={groups} />
      <StaffForm<SettingsValues>
        defaultValues={{ edited: {} }}
        draft="settings"
        onSubmit={propose}
        className="flex flex-col gap-6"
      >
        {(form, { busy }) => (
          <SettingFields form={form} busy={busy} settings={settings} groups={groups} saved={saved} />
        )}
      </StaffForm>
      {proposed !== null && (
        <SettingsPreviewDialog
          edits={proposed.changes}
          preview={proposed.preview}
          onConfirm={(reason) => save(proposed, reason)}
          onClose={() => setProposed(null)}
        />
      )}
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

/** The result of the last save: the changed settings, and those that wait for a second member of staff. */
type Saved = { readonly done: readonly string[]; readonly waiting: readonly string[] }

function SettingFields({ form, busy, settings, groups, saved }: FieldsProps) {
  const mayEdit = useMay()('admin:settings:edit')
  const edited = form.watch('edited')
  const { errors } = form.formState
  const changes = changesOf(settings, edited)
  return (
    <>
      {groups.length === 0 && <EmptyState title="No setting found" text="No setting contains these words." />}
      <fieldset disabled={!mayEdit} className="contents">
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
      </fieldset>
      <div className="sticky bottom-0 z-10 flex items-center justify-end gap-3 border-t border-line bg-paper py-3">
        <p
          role="status"
          className={classes(
            'min-w-0 text-14',
            changes.length > 0 || saved === null ? 'text-muted' : saved.waiting.length > 0 ? 'text-live' : 'text-up',
          )}
        >
          {!mayEdit
            ? 'Your role can see the settings but not change them.'
            : changes.length > 0
              ? `${changes.length} to save: ${summaryOf(changes.map(textOfChange))}`
              : savedText(saved)}
        </p>
        {mayEdit && (
          <Button type="submit" busy={busy} disabled={changes.length === 0}>
            Save All Settings
          </Button>
        )}
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
  return [
    ...(saved.done.length === 0 ? [] : [`Saved: ${saved.done.join(', ')}`]),
    ...(saved.waiting.length === 0 ? [] : [`Waits for a second member of staff: ${saved.waiting.join(', ')}`]),
  ].join('. ')
}

type Changes = ReturnType<typeof changesOf>

const textOfChange = ({ key, before, value }: SettingEdit): string => settingChangeText(key, before, value)
const namesIn = (changes: Changes): string => namesOf(changes.map(({ key }) => key))

/** `before`: the saved value that the member of staff has seen. */
function changesOf(settings: readonly AdminSetting[], edited: Edited) {
  return settings.flatMap((setting): SettingEdit[] => {
    const { key, kind, initial } = setting
    const typed = valueOf(setting, edited)
    const value = kind === 'json' && typed !== setting.value ? tableToSend(typed, initial) : typed.trim()
    return value === setting.value ? [] : [{ key, value, before: edited[key]?.savedValue ?? setting.value }]
  })
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
    <p className="text-14 text-muted">
      Unless a setting says otherwise, a second member of staff must approve a change.
    </p>
  </div>
)
