import { maskPhone } from '@mupiira/domain/phone/phone.ts'
import { api } from '../../shared/api/client.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { SmsCodeForm } from '../../shared/ui/sms-code-form.tsx'

type ConfirmNumberProps = {
  readonly ownPhone: string
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Confirms the account's number with an SMS code. After that, deposits from other numbers are possible (D51a). */
export const ConfirmNumberDialog = ({ ownPhone, onConfirmed, onClose }: ConfirmNumberProps) => (
  <Dialog title="Confirm your number" open onClose={onClose}>
    <SmsCodeForm
      verb="Confirm"
      sendCode={() => api('POST /api/payer/own-number/code', { body: {} })}
      confirm={async (code) => {
        await api('POST /api/payer/own-number/confirm', { body: { code } })
        onConfirmed()
      }}
    >
      {(isSent) => (
        <p className="text-14">
          {isSent
            ? `We sent a code by SMS to ${maskPhone(ownPhone)}.`
            : `We send a code by SMS to ${maskPhone(ownPhone)}. After that you can deposit from other numbers too.`}
        </p>
      )}
    </SmsCodeForm>
  </Dialog>
)
