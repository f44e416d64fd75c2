import { useLocation } from 'wouter'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Loading, Skeleton } from '../../shared/ui/states.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useLinkToken } from './link-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** The page of a recovery link (AUTH-38, AUTH-39). */
export function ResetPasswordScreen() {
  return (
    <>
      <ScreenHeader title="New password" backTo="/login" />
      <div className="mx-auto max-w-120 px-4 py-6">
        <ByLink />
      </div>
    </>
  )
}

function ByLink() {
  const [, navigate] = useLocation()
  const token = useLinkToken()
  if (token === undefined) {
    return (
      <Loading what="the link">
        <Skeleton className="h-36 w-full" />
      </Loading>
    )
  }
  if (token === null) return <WithoutLink />
  return (
    <NewPasswordForm
      key={token}
      token={token}
      onDone={() => {
        showToast('success', 'Password changed! Please log in with the new password.')
        navigate('/login')
      }}
    />
  )
}

/** SMS codes are entered in the form that requested them. Without a link this page cannot verify the player. */
const WithoutLink = () => (
  <div className="flex flex-col gap-4">
    <p className="text-14 text-muted">Open the link in our email again.</p>
    <ButtonLink href="/forgot-password" wide variant="secondary">
      Request a new link or code
    </ButtonLink>
  </div>
)
