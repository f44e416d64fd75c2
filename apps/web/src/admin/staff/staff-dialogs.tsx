import { useQuery } from '@tanstack/react-query'
import type { StaffListItem } from '@mupiira/contract/admin-staff.ts'
import { STAFF_CAPABILITY_NAMES, type StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import { textOf } from '../../shared/api/errors.ts'
import { useUser } from '../../state/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { approvalsQuery } from '../kit/list-queries.ts'
import { act } from '../kit/staff-api.ts'
import { chosenFrom, readChosen } from './permissions.ts'
import { PermissionFields, type PermissionValues } from './permission-fields.tsx'

const WAITS = 'Another manager must approve this role before it applies.'

/** The rights of the signed-in member of staff. */
export function useOwnCapabilities(): readonly StaffCapability[] {
  const capabilities: readonly string[] = useUser()?.capabilities ?? []
  return STAFF_CAPABILITY_NAMES.filter((each) => capabilities.includes(each))
}

type RoleDialogProps = {
  readonly member: StaffListItem
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Gives a member of staff another role, which ends their sessions. */
export function RoleDialog({ member, onChanged, onClose }: RoleDialogProps) {
  const held = useOwnCapabilities()
  const approvals = useQuery(approvalsQuery())
  const isWaiting = approvals.data?.items.some(
    ({ kind, subject }) => kind === 'staff-role' && subject === `user:${member.id}`,
  )
  const save = async (values: PermissionValues): Promise<string | null> => {
    const read = readChosen(values)
    if ('problem' in read) return read.problem
    try {
      const { approvalId } = await act('POST /api/admin/staff/{id}/permissions', {
        params: { id: member.id },
        body: { permissions: read.permissions, seen: member.givenAt, reason: values.reason.trim() },
      })
      showToast('success', approvalId === null ? `The role of ${member.name} has changed.` : WAITS)
    } catch (error) {
      return textOf(error, 'The role could not be changed. Please try again.')
    }
    await onChanged()
    return null
  }
  return (
    <FormDialog<PermissionValues>
      title={`Role of ${member.name}`}
      verb="Give this role"
      defaultValues={{ ...chosenFrom(member.permissions), reason: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="text-14">
            {`${member.name} is logged out everywhere and has the new permissions at the next login.`}
          </p>
          {isWaiting === true && <p className="text-14 font-bold">A request for another role is already waiting.</p>}
          <PermissionFields form={form} held={held} />
        </>
      )}
    </FormDialog>
  )
}

type InviteValues = PermissionValues & { readonly phoneNumber: string; readonly name: string }
export type Invited = { readonly name: string; readonly phoneNumber: string; readonly waits: boolean }

type InviteDialogProps = {
  readonly onInvited: (invited: Invited) => Promise<void>
  readonly onClose: () => void
}

/** Creates an account of staff. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const held = useOwnCapabilities()
  const save = async (values: InviteValues): Promise<string | null> => {
    const read = readChosen(values)
    if ('problem' in read) return read.problem
    const { phoneNumber, reason } = values
    const name = values.name.trim()
    try {
      const body = { phoneNumber, name, permissions: read.permissions, reason: reason.trim() }
      const { approvalId } = await act('POST /api/admin/staff', { body })
      await onInvited({ name, phoneNumber: phoneNumber.trim(), waits: approvalId !== null })
    } catch (error) {
      return textOf(error, 'The account could not be created. Please try again.')
    }
    return null
  }
  return (
    <FormDialog<InviteValues>
      title="Invite staff"
      verb="Create account"
      defaultValues={{ ...chosenFrom(null), reason: '', phoneNumber: '', name: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="text-14">Staff need a phone number without a player’s account. They cannot bet or withdraw.</p>
          <Field
            label="Phone number"
            type="tel"
            autoComplete="off"
            error={form.formState.errors.phoneNumber?.message}
            {...form.register('phoneNumber', {
              validate: (text) => text.trim() !== '' || 'Please enter a phone number.',
            })}
          />
          <Field
            label="Full name"
            maxLength={100}
            autoComplete="off"
            error={form.formState.errors.name?.message}
            {...form.register('name', { validate: (text) => text.trim() !== '' || 'Please enter a name.' })}
          />
          <PermissionFields form={form} held={held} />
        </>
      )}
    </FormDialog>
  )
}

/** Explains how the new member of staff sets a password. */
export function InvitedDialog({ invited, onClose }: { readonly invited: Invited; readonly onClose: () => void }) {
  return (
    <Dialog title={`${invited.name} is invited`} open onClose={onClose}>
      <div className="flex flex-col items-start gap-4 p-4 text-14">
        <p>
          {`${invited.name} sets a password with “Forgot password?” on the login page. A code is sent by SMS to ${invited.phoneNumber}.`}
        </p>
        {invited.waits && <p className="font-bold">{WAITS}</p>}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
