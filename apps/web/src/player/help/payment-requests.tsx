import { useState } from 'react'
import { api } from '../../shared/api/client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { SmsCodeForm } from '../../shared/ui/sms-code-form.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'

/** Blocks or allows payment requests from other accounts to a phone (D51a). */
export function PaymentRequests() {
  const [choice, setChoice] = useState<'stop' | 'allow' | null>(null)
  return (
    <section aria-labelledby="payment-requests" className="flex flex-col gap-2">
      <h2 id="payment-requests" className="text-16 font-bold">
        Payment requests you did not make
      </h2>
      <p className="text-14">
        Does your phone ask for your PIN although you are not depositing? Do not enter it. You can stop requests from
        other accounts to your number.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setChoice('stop')}>
          Stop requests
        </Button>
        <Button variant="quiet" onClick={() => setChoice('allow')}>
          Allow them again
        </Button>
      </div>
      {choice !== null && <RequestsDialog optedOut={choice === 'stop'} onClose={() => setChoice(null)} />}
    </section>
  )
}

type DialogProps = { readonly optedOut: boolean; readonly onClose: () => void }

function RequestsDialog({ optedOut, onClose }: DialogProps) {
  const [phoneNumber, setPhoneNumber] = useState('')
  const [isDone, setDone] = useState(false)
  return (
    <Dialog title={optedOut ? 'Stop payment requests' : 'Allow payment requests'} open onClose={onClose}>
      {isDone ? (
        <div className="flex flex-col gap-3 p-4">
          <Notice tone="up" live>
            {optedOut
              ? 'Done. Other accounts can no longer request money from this number.'
              : 'Done. Other accounts can request money from this number again.'}
          </Notice>
          <Button wide onClick={onClose}>
            Close
          </Button>
        </div>
      ) : (
        <SmsCodeForm
          verb={optedOut ? 'Stop requests' : 'Allow requests'}
          sendCode={() => api('POST /api/payer/opt-out/code', { body: { phoneNumber } })}
          confirm={async (code) => {
            await api('POST /api/payer/opt-out/confirm', { body: { phoneNumber, code, optedOut } })
            setDone(true)
          }}
        >
          {(isSent) => (
            <Field
              label="Your phone number"
              name="phoneNumber"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              hint={isSent ? 'We sent a code by SMS to this number.' : 'We send a code by SMS to this number.'}
              value={phoneNumber}
              disabled={isSent}
              onChange={(event) => setPhoneNumber(event.target.value)}
            />
          )}
        </SmsCodeForm>
      )}
    </Dialog>
  )
}
