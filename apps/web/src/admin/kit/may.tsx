import type { ReactNode } from 'react'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import { useMay } from '../../state/session.ts'

type MayProps = { readonly do: StaffCapability; readonly children: ReactNode }

/**
 * Shows its children only to staff with a capability. The server refuses the action to others too.
 *
 * @example <May do="admin:notices:edit"><Button>New notice</Button></May>
 */
export function May({ do: capability, children }: MayProps) {
  const may = useMay()
  return may(capability) ? children : null
}
