import type { Alert } from '@mupiira/contract/admin-alerts.ts'
import { ALERT_LIST } from '@mupiira/contract/list-columns.ts'
import { counted } from '../../shared/format/counted.ts'
import { Field } from '../../shared/ui/field.tsx'
import { BulkDialog } from '../kit/bulk-dialog.tsx'
import { reasonRule } from '../kit/reason-rule.ts'
import { act } from '../kit/staff-api.ts'

type AcknowledgeProps = {
  readonly alerts: readonly Alert[]
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

const nameOf = (alert: Alert): string => `${ALERT_LIST.kind.value(alert)}: ${alert.name}`

/** One note for one or several alerts. Each is acknowledged and recorded on its own. */
export const AcknowledgeAlerts = ({ alerts, onChanged, onClose }: AcknowledgeProps) => (
  <BulkDialog
    title={alerts.length === 1 ? 'Acknowledge this alert?' : `Acknowledge ${counted(alerts.length, 'alert')}?`}
    verb="Acknowledge"
    rows={alerts}
    rowKey={({ id }) => id}
    rowName={nameOf}
    defaultValues={{ note: '' }}
    run={({ id }, { note }) =>
      act('POST /api/admin/alerts/{id}/acknowledge', { params: { id }, body: { note: note.trim() } })
    }
    done={(count) => `${counted(count, 'alert')} acknowledged.`}
    onChanged={onChanged}
    onClose={onClose}
  >
    {({ register, formState }) => (
      <>
        <ul
          className="max-h-60 overflow-y-auto rounded-card border border-line text-14"
          tabIndex={0}
          aria-label="Alerts"
        >
          {alerts.map((alert) => (
            <li key={alert.id} className="flex justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
              <span className="min-w-0 break-words">{nameOf(alert)}</span>
              <span className="shrink-0 tabular">{ALERT_LIST.value.value(alert)}</span>
            </li>
          ))}
        </ul>
        <Field
          label="Note"
          maxLength={500}
          autoComplete="off"
          hint="What was found or done. It is stored in the audit log."
          error={formState.errors.note?.message}
          {...register('note', reasonRule('Please write what was found or done.'))}
        />
      </>
    )}
  </BulkDialog>
)
