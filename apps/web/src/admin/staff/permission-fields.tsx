import type { UseFormReturn } from 'react-hook-form'
import {
  OWN_PERMISSIONS,
  STAFF_CAPABILITIES,
  STAFF_ROLES,
  type StaffCapability,
} from '@mupiira/domain/access/staff-roles.ts'
import { Checkbox, Field, Select } from '../../shared/ui/field.tsx'
import { type ChosenPermissions, capabilityAreas, rolesWithin } from './permissions.ts'

/** The fields of a form that chooses a role. */
export type PermissionValues = ChosenPermissions & { readonly reason: string }

type FieldsProps<Values extends PermissionValues> = {
  readonly form: UseFormReturn<Values>
  /** The rights of the signed-in member of staff. Others cannot be given. */
  readonly held: readonly StaffCapability[]
}

/** Chooses a role, or checks the capabilities of an own set by area, and asks for the reason. */
export function PermissionFields<Values extends PermissionValues>({ form: typed, held }: FieldsProps<Values>) {
  // The fields of this form part are the same in all forms.
  const { register, watch, formState } = typed as unknown as UseFormReturn<PermissionValues>
  const role = watch('role')
  return (
    <>
      <Select
        label="Role"
        hint={role === OWN_PERMISSIONS ? 'A set of permissions for this person only' : STAFF_ROLES[role].text}
        {...register('role')}
      >
        {rolesWithin(held).map((each) => (
          <option key={each} value={each}>
            {STAFF_ROLES[each].label}
          </option>
        ))}
        <option value={OWN_PERMISSIONS}>Own permissions</option>
      </Select>
      {role === OWN_PERMISSIONS && (
        <>
          <Field label="Name of these permissions" maxLength={40} autoComplete="off" {...register('title')} />
          <div className="grid gap-4 md:grid-cols-2">
            {capabilityAreas(held).map(([area, capabilities]) => (
              <fieldset key={area} className="min-w-0">
                <legend className="text-14 font-bold">{area}</legend>
                {capabilities.map((capability) => (
                  <Checkbox
                    key={capability}
                    label={STAFF_CAPABILITIES[capability].label}
                    value={capability}
                    {...register('capabilities')}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        </>
      )}
      <Field
        label="Reason"
        maxLength={500}
        autoComplete="off"
        error={formState.errors.reason?.message}
        {...register('reason', { validate: (text) => text.trim() !== '' || 'Please give a reason.' })}
      />
    </>
  )
}
