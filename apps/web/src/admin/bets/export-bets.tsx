import { Download } from 'lucide-react'
import { useState } from 'react'
import { queryText } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'

type ExportProps = {
  readonly filter: { readonly [name: string]: string }
  /** Of what passes; null while it is not known. */
  readonly total: number | null
}

/** ADMT-22 to ADMT-28. The browser keeps the file on its disk while it comes. */
export function ExportBets({ filter, total }: ExportProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (total === 0) return showToast('error', 'No data to export')
    setBusy(true)
    try {
      const answer = await fetch(`/api/admin/bets/export.csv${queryText(filter)}`, { credentials: 'same-origin' })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')
      save(await answer.blob(), named?.[1] ?? 'bet-history.csv')
      showToast('success', 'Bet history exported successfully')
    } catch {
      showToast('error', 'Failed to export data')
    }
    setBusy(false)
  }
  return (
    <Button look="secondary" busy={busy} busyText="Exporting…" onClick={() => void run()}>
      <Download className="size-4" /> Export CSV
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
