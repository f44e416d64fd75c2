import { beforeAll, describe, expect, it } from 'vitest'
import type { OperationKey } from '@mupiira/contract/operations.ts'
import { getStaffMember } from '@mupiira/contract/staff.ts'
import { listConversations } from '@mupiira/contract/chat.ts'
import { rolesThatMayCall } from '@mupiira/contract/admin-staff.ts'
import { type Client, operation, type Reply, type RequestInput } from '../support/client.ts'

/** All roles, because each may see its own member of staff. */
const ROLES = rolesThatMayCall(getStaffMember)
type StaffRole = (typeof ROLES)[number]

type Parts = {
  readonly keys: readonly OperationKey[]
  readonly request: (key: OperationKey) => RequestInput<OperationKey>
  readonly statusFor: (key: OperationKey, client: Client) => Promise<number>
  readonly statusForManager: (key: OperationKey) => number
  readonly signIn: (phone: string, role: StaffRole, factor?: 'owes second factor') => Promise<Client>
}

/** Every operation of the contract with every staff role: allowed or refused as the table of capabilities says. */
export function testStaffRoles({ keys, request, statusFor, statusForManager, signIn }: Parts): void {
  describe.each(ROLES.map((role, at) => [role, String(100 + at)] as const))('the staff role %s', (role, number) => {
    const mayCall = (key: OperationKey) =>
      operation(key).access !== 'admin' || rolesThatMayCall(operation(key)).includes(role)
    let reader: Client
    let withoutSecondFactor: Client
    beforeAll(async () => {
      reader = await signIn(`774300${number}`, role)
      withoutSecondFactor = await signIn(`774310${number}`, role, 'owes second factor')
    })

    it('[ADMX-06] is refused every staff operation outside its capabilities, and only these', async () => {
      // The capability is checked before the second factor, so no operation takes effect.
      const found: Record<string, string> = {}
      const wanted: Record<string, string> = {}
      for (const key of keys.filter((each) => operation(each).access === 'admin')) {
        const reply: Reply<OperationKey> = await withoutSecondFactor.call(key, request(key))
        const code = reply.ok ? 'let in' : reply.problem.code
        found[key] = code === 'NOT_ALLOWED' ? 'refused' : 'allowed'
        wanted[key] = mayCall(key) ? 'allowed' : 'refused'
        if (mayCall(key) && operation(key).beforeSecondFactor !== true) expect(code).toBe('SECOND_FACTOR_NEEDED')
      }
      expect(found).toEqual(wanted)
    })

    it('[ADMX-06] [OPS-02] reads what its capabilities allow, and nothing else', async () => {
      const found: Record<string, number> = {}
      const wanted: Record<string, number> = {}
      for (const key of keys.filter((each) => operation(each).method === 'GET')) {
        found[key] = await statusFor(key, reader)
        wanted[key] = mayCall(key) ? statusForManager(key) : 403
      }
      // Images of conversations are for the player and for staff who read conversations.
      if (!rolesThatMayCall(listConversations).includes(role)) wanted['GET /api/chat/images/{name}'] = 404
      expect(found).toEqual(wanted)
    })
  })
}
