import type { Kernel } from '../../../kernel/kernel.ts'
import { listStaffMembers } from './staff-list.repository.ts'
import {
  currentStaffRole,
  endStaffRole,
  giveStaffRole,
  staffCapabilitiesOf,
  staffWith,
} from './staff-roles.repository.ts'

/** The roles of staff accounts. */
export const createStaff = ({ db, clock }: Pick<Kernel, 'clock' | 'db'>) => ({
  /** The members of staff who hold these capabilities, or lost them recently. */
  holders: staffWith,
  capabilitiesOf: staffCapabilitiesOf,
  currentRole: currentStaffRole,
  list: () => listStaffMembers(db, clock.now()),
  giveRole: giveStaffRole,
  endRole: endStaffRole,
})
