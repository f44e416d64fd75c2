import { useLocation } from 'wouter'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useLinkToken } from './link-token.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** Where the link of a mail leads (AUTH-38, AUTH-39). */
export function ResetPasswordScreen() {
  const [, navigate] = useLocation()
  const token = useLinkToken()
  return (
    <>
      <ScreenHeader title="New password" backTo="/login" />
      <div className="mx-auto max-w-100 px-4 py-6">
        <NewPasswordForm
          token={token}
          onDone={() => {
            showToast('success', 'Password changed! Please log in with the new one.')
            navigate('/login')
          }}
        />
      </div>
    </>
  )
}
