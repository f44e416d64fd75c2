import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'

/** A file that the server makes and records. */
export type ServerExport = {
  readonly href: string
  /** The default file name. */
  readonly name: string
  readonly done: string
}

type ExportProps = ServerExport & {
  /** True if there is nothing to export. */
  readonly isEmpty?: boolean
}

/** The export button (ADMT-22 to ADMT-28). */
export function ExportButton({ href, name, done, isEmpty }: ExportProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (isEmpty) return showToast('error', 'No data to export')
    setBusy(true)
    try {
      const answer = await fetch(href, { credentials: 'same-origin' })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')
      saveFile(await answer.blob(), named?.[1] ?? name)
      showToast('success', done)
    } catch {
      showToast('error', 'Failed to export data')
    }
    setBusy(false)
  }
  return (
    <Button variant="secondary" busy={busy} busyText="Exporting…" onClick={() => void run()}>
      <Download className="size-4" /> Export CSV
    </Button>
  )
}
