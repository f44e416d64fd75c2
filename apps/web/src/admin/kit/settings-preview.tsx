import type { SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import { settingChanges, settingName } from '@mupiira/domain/settings/texts.ts'
import { api } from '../../shared/api/client.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { FigureRow, Notice } from '../../shared/ui/surfaces.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { effectTexts } from './setting-effect-texts.ts'

/** A change of a setting as stored texts. */
export type SettingEdit = { readonly key: string; readonly before: string; readonly value: string }

type Changes = SettingsPreview['changes']

/** What a change would affect; null if that could not be computed. Throws the error of a refused change. */
export async function previewOf(edits: readonly SettingEdit[]): Promise<SettingsPreview | null> {
  try {
    const changes = edits.map(({ key, value }) => ({ key, value }))
    return await api('POST /api/admin/settings/preview', { body: { changes } })
  } catch (error) {
    // A stop must also be possible while the figures are not available.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
    return null
  }
}

type PreviewProps = {
  readonly edits: readonly SettingEdit[]
  readonly preview: SettingsPreview | null
  /** Returns null on success, else the error. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Shows changes of settings in words and what they affect, and asks for the reason. */
export function SettingsPreviewDialog({ edits, preview, onConfirm, onClose }: PreviewProps) {
  const isRequest = preview?.approval === 'wait' && preview.changes.every(({ isAllowedAlone }) => !isAllowedAlone)
  return (
    <ConfirmDialog
      title="Check the changes"
      verb={isRequest ? 'Request approval' : 'Save'}
      reason={{ label: 'Reason', missing: 'Please give a reason.' }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {preview === null ? (
        <>
          {edits.map(({ key, before, value }) => (
            <ChangeLines key={key} settingKey={key} before={before} after={value} />
          ))}
          <Notice tone="info">What this change affects could not be counted. You can still save it.</Notice>
        </>
      ) : (
        <>
          {preview.changes.map(({ key, before, after, effects }) => (
            <div key={key}>
              <ChangeLines settingKey={key} before={before} after={after} />
              <ul className="text-12 text-muted">
                {effectTexts(effects).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          ))}
          <Notice tone="info">{approvalText(preview)}</Notice>
        </>
      )}
    </ConfirmDialog>
  )
}

type LinesProps = { readonly settingKey: string; readonly before: string; readonly after: string }

const ChangeLines = ({ settingKey, before, after }: LinesProps) => (
  <dl>
    {settingChanges(settingKey, before, after).map(({ part, from, to }) => (
      <FigureRow
        key={part ?? ''}
        name={part === null ? settingName(settingKey) : `${settingName(settingKey)}: ${part}`}
      >
        {from} → <b>{to}</b>
      </FigureRow>
    ))}
  </dl>
)

function approvalText({ approval, changes }: SettingsPreview): string {
  if (approval === 'none') return 'The change takes effect at once for all users.'
  if (approval === 'alone')
    return 'A second member of staff should approve this change, but there is none. It takes effect at once, and the audit log marks it.'
  const atOnce = changes.filter(({ isAllowedAlone }) => isAllowedAlone)
  return atOnce.length === 0
    ? 'The change takes effect when a second member of staff has approved it.'
    : `At once: ${namesOf(atOnce)}. After the approval of a second member of staff: ${namesOf(changes.filter(({ isAllowedAlone }) => !isAllowedAlone))}.`
}

const namesOf = (changes: Changes): string => changes.map(({ key }) => settingName(key)).join(', ')
