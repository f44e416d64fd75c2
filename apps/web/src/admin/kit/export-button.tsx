import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportFormat } from '@mupiira/contract/list-export.ts'
import { playerHeader, queryText } from '../../shared/api/client.ts'
import { requestFile } from '../../shared/api/request.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { handleSessionLoss } from '../../state/session.ts'

/** The time limit, enough for a million rows over a slow network. */
const MAX_MS = 600_000

/** A file that the server creates. The export is recorded in the audit log. */
export type ServerExport = {
  readonly href: string
  readonly name: string
  readonly done: string
}

type ExportProps = ServerExport & {
  readonly format?: ExportFormat
  /** True if there is nothing to export. */
  readonly isEmpty?: boolean
}

/** An export button (ADMT-22 to ADMT-28). */
export function ExportButton({ href, name, done, format = 'csv', isEmpty }: ExportProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (isEmpty) return showToast('error', 'No data to export')
    setBusy(true)
    try {
      // Names the user who is logged in here. The server refuses the request if another tab has logged in another user.
      const init = { credentials: 'same-origin', headers: playerHeader() } as const
      const { file, fileName } = await requestFile(href, init, { timeoutMs: MAX_MS })
      saveFile(file, fileName ?? name)
      showToast('success', done)
    } catch (error) {
      if (!handleSessionLoss(client, error)) showToast('error', 'Failed to export data')
    }
    setBusy(false)
  }
  return (
    <Button variant="secondary" busy={busy} busyText="Exporting…" onClick={() => void run()}>
      <Download className="size-4" /> {`Export ${format.toUpperCase()}`}
    </Button>
  )
}

/** The export of a list (`listExport` of the contract). */
export type ListExport = {
  readonly path: `/api/admin/${string}/export`
  /** The filters of the list. */
  readonly query: Parameters<typeof queryText>[0]
  /** "Bet history", as in "Bet history exported successfully". */
  readonly what: string
}

type ListExportProps = ListExport & Pick<ExportProps, 'isEmpty'>

/** The buttons that export the filtered rows of a list. */
export const ExportButtons = ({ path, query, what, ...state }: ListExportProps) =>
  (['csv', 'xlsx'] as const).map((format) => (
    <ExportButton
      key={format}
      {...state}
      format={format}
      href={path + queryText({ ...query, format })}
      name={`export.${format}`}
      done={`${what} exported successfully`}
    />
  ))
