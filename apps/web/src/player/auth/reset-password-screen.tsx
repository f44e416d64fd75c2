import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Where the link of a mail leads; its token stands behind the #, where no server sees it (AUTH-38, AUTH-39). */
export function ResetPasswordScreen() {
  const [, navigate] = useLocation()
  const [token, setToken] = useState<string | null>(null)
  // After the first render, which must equal the server's. Out of the address bar it goes at once.
  useEffect(() => {
    const given = location.hash.slice(1)
    if (given === '') return
    setToken(given)
    history.replaceState(history.state, '', location.pathname)
  }, [])
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
