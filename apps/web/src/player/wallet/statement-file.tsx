import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { playerHeader, queryText } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { requestText } from '../../shared/api/request.ts'
import { serverNow } from '../../shared/clock.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { handleSessionLoss } from '../../state/session.ts'
import type { Days } from './statement-period.ts'

/** The time limit, enough for many years of entries over a slow network. */
const MAX_MS = 120_000

/**
 * The statement as a CSV file (PLAY-07). The download uses the API client. A plain link would download another player's
 * file if that player has logged in in another tab.
 */
export function StatementFile({ days }: { readonly days: Days }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const init = { credentials: 'same-origin', headers: playerHeader() } as const
      const text = await requestText(`/api/wallet/statement.csv${queryText(days)}`, init, { timeoutMs: MAX_MS })
      const name = `mupiira-statement-${days.from ?? 'begin'}-${days.to ?? dayKey(serverNow())}.csv`
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
    } catch (error) {
      if (!handleSessionLoss(client, error)) {
        showToast(
          'error',
          textOf(error, 'The file could not be downloaded. Please check your connection and try again.'),
        )
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="border-t border-line p-2">
      <Button variant="secondary" wide busy={busy} busyText="Downloading…" onClick={() => void download()}>
        Download as a file (CSV)
      </Button>
    </div>
  )
}
