import { useLocation } from 'wouter'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Recovery } from './recovery.tsx'

/** The recovery dialog of the login as a page, so that help texts and messages can link to it. */
export function ForgotPasswordScreen() {
  const [, navigate] = useLocation()
  return (
    <>
      <ScreenHeader title="Forgot password" backTo="/login" />
      <div className="mx-auto max-w-120 px-4 py-6">
        <Recovery onEnd={() => navigate('/login')} />
      </div>
    </>
  )
}
