import { ChevronLeft } from 'lucide-react'
import { isStaff } from '@mupiira/domain/access/capabilities.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { useUser } from '../../state/session.ts'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { ChangePassword } from './change-password.tsx'
import { CloseAccount } from './close-account.tsx'
import { DownloadData } from './account-export.tsx'
import { RecoveryEmail } from './recovery-email.tsx'
import { SessionsList } from './sessions-list.tsx'

export function ManageAccountScreen() {
  const user = useUser()
  return (
    <>
      <ScreenHeader title="Password and sessions" backTo="/account" />
      <div className="mx-auto flex max-w-120 flex-col gap-3 p-3">
        <ChangePassword />
        <RecoveryEmail />
        <SessionsList />
        <DownloadData />
        {user !== null && !isStaff(user.role) && <CloseAccount />}
        <ButtonLink href="/account" variant="secondary">
          <ChevronLeft className="size-4" />
          Back to Account
        </ButtonLink>
      </div>
    </>
  )
}
