import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ContactLink } from './contact-link.tsx'
import { RequestResetForm } from './request-reset-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type RecoveryProps = {
  /** The phone number that the player has already typed. */
  readonly phone?: string | undefined
  /** Called after an e-mail was sent or a new password was set. */
  readonly onEnd: () => void
}

/** The steps of a recovery: the request, and for a phone number the SMS code. */
export function Recovery({ phone, onEnd }: RecoveryProps) {
  const [step, setStep] = useState<'ask' | 'sent' | 'had'>('ask')
  if (step === 'ask') {
    return (
      <div className="flex flex-col gap-2">
        <RequestResetForm
          phone={phone}
          onSent={(by) => {
            if (by === 'sms') return setStep('sent')
            showToast('success', 'Password reset email sent!')
            onEnd()
          }}
        />
        <Button variant="quiet" onClick={() => setStep('had')}>
          I already have a code
        </Button>
        <ContactLink />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <NewPasswordForm
        token={null}
        isSent={step === 'sent'}
        onDone={() => {
          showToast('success', 'Password changed! Please log in with the new password.')
          onEnd()
        }}
      />
      <Button variant="quiet" onClick={() => setStep('ask')}>
        Send another code
      </Button>
      <ContactLink />
    </div>
  )
}
