import { useState } from 'react'
import { api } from '../../shared/api/client.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { useLinkToken } from './link-token.ts'

type Reported = { readonly tone: 'up' | 'down'; readonly text: string }

/** The page of a confirmation link. It requires a tap, because mail programs open links automatically (AUTH-38). */
export function ConfirmEmailScreen() {
  const token = useLinkToken()
  return <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { readonly token: ReturnType<typeof useLinkToken> }) {
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Reported | null>(null)
  const confirm = async (link: string) => {
    setBusy(true)
    setNotice(null)
    try {
      const { email } = await api('POST /api/auth/email/confirm', { body: { token: link } })
      setNotice({ tone: 'up', text: `${email} is confirmed. You can now recover your account with it.` })
    } catch (error) {
      setNotice({ tone: 'down', text: textOf(error, 'Something went wrong. Please try again.') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ScreenHeader title="Confirm email" backTo="/account" />
      <div className="mx-auto flex max-w-120 flex-col gap-4 px-4 py-6">
        {token === undefined && (
          <Loading what="the link">
            <Skeleton className="h-25 w-full" />
          </Loading>
        )}
        {token !== undefined && notice?.tone !== 'up' && (
          <p className="text-14 text-muted">
            {token === null
              ? 'Open the link in the email that we sent you.'
              : 'Use this email address to recover your account?'}
          </p>
        )}
        {notice !== null && (
          <Notice tone={notice.tone} live>
            {notice.text}
          </Notice>
        )}
        {(notice?.tone === 'up' || token === null) && (
          <ButtonLink href="/account" wide variant="secondary">
            Go to your account
          </ButtonLink>
        )}
        {notice?.tone !== 'up' && token && (
          <Button wide tall busy={busy} busyText="Confirming…" onClick={() => void confirm(token)}>
            Confirm address
          </Button>
        )}
      </div>
    </>
  )
}
