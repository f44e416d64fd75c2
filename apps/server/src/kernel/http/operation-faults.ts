import { capabilitiesOfRole, STAFF_ROLE_NAMES } from '@mupiira/domain/access/staff-roles.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** Why a server with these handlers must not start: the contract differs, or no role may call an operation. */
export function operationFaults(contract: readonly Endpoint[], handled: readonly Endpoint[]): readonly string[] {
  const served = handled.map(keyOf)
  const listed = contract.map(keyOf)
  return [
    ...listed.filter((key) => !served.includes(key)).map((key) => `${key} is in the contract, but has no handler`),
    ...served.filter((key, at) => served.indexOf(key) !== at).map((key) => `${key} has two handlers`),
    ...served.filter((key) => !listed.includes(key)).map((key) => `${key} has a handler, but is not in the contract`),
    ...contract.filter((endpoint) => !hasCaller(endpoint)).map((each) => `${keyOf(each)} can be called by no role`),
  ]
}

const hasCaller = ({ access, capability }: Endpoint): boolean =>
  access !== 'admin' ||
  (capability !== undefined && STAFF_ROLE_NAMES.some((role) => capabilitiesOfRole(role).includes(capability)))
