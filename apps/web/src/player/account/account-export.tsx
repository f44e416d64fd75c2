import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { playerHeader } from '../../shared/api/client.ts'
import { requestText } from '../../shared/api/request.ts'
import { serverNow } from '../../shared/clock.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Card } from '../../shared/ui/surfaces.tsx'
import { PasswordAction, usePasswordAction } from './password-action.tsx'

/** The time limit, enough for many years of bets over a slow network. */
const MAX_MS = 120_000

async function download(currentPassword: string): Promise<string> {
  const init: RequestInit = {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...playerHeader() },
    body: JSON.stringify({ currentPassword }),
  }
  const text = await requestText('/api/account/export', init, { timeoutMs: MAX_MS })
  saveFile(new Blob([text], { type: 'application/json' }), `mupiira-my-data-${dayKey(serverNow())}.json`)
  return 'Your data has been downloaded. Keep the file in a safe place.'
}

/** All data of the account as one file (PLAY-09). */
export function DownloadData() {
  const action = usePasswordAction('The file could not be downloaded. Please check your connection and try again.')
  return (
    <Card as="section" label="Your data">
      <h2 className="text-16 font-bold">Your data</h2>
      <p className="pb-2 text-14 text-muted">
        Download everything that your account stores: profile, sessions, bets, payments, statement, messages and limits.
      </p>
      <PasswordAction
        action={action}
        label="Password for the download"
        name="downloadPassword"
        submit={{ text: 'Download my data', busyText: 'Downloading…', variant: 'secondary', work: download }}
      />
    </Card>
  )
}
