import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { dayKey } from '@mupiira/domain/time/kampala.ts'
import { playerHeader } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { requestText } from '../../shared/api/request.ts'
import { serverNow } from '../../shared/clock.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PasswordField } from '../../shared/ui/field.tsx'
import { Form } from '../../shared/ui/form.tsx'
import { Card, Notice } from '../../shared/ui/surfaces.tsx'
import { handleSessionLoss } from '../../state/session.ts'

/** Years of bets over a slow network take this long. */
const MAX_MS = 120_000

/** All data of the account as one file (PLAY-09). */
export function DownloadData() {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ readonly tone: 'up' | 'down'; readonly text: string } | null>(null)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    setNotice(null)
    try {
      const init: RequestInit = {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', ...playerHeader() },
        body: JSON.stringify({ currentPassword: password }),
      }
      const text = await requestText('/api/account/export', init, { timeoutMs: MAX_MS })
      saveFile(new Blob([text], { type: 'application/json' }), `mupiira-my-data-${dayKey(serverNow())}.json`)
      setPassword('')
      setNotice({ tone: 'up', text: 'Your data is downloaded. Keep the file in a safe place.' })
    } catch (error) {
      handleSessionLoss(client, error)
      const text = textOf(error, 'The file could not be downloaded. Please check your connection and try again.')
      setNotice({ tone: 'down', text })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card as="section" label="Your data">
      <h2 className="text-16 font-bold">Your data</h2>
      <p className="pb-2 text-14 text-muted">
        Download everything that your account stores: profile, sessions, bets, payments, statement, messages and limits.
      </p>
      <Form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-3">
        <PasswordField
          label="Password for the download"
          name="downloadPassword"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {notice !== null && (
          <Notice tone={notice.tone} live>
            {notice.text}
          </Notice>
        )}
        <Button type="submit" look="secondary" wide disabled={password === ''} busy={busy} busyText="Downloading…">
          Download my data
        </Button>
      </Form>
    </Card>
  )
}
