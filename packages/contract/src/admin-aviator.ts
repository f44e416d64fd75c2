import { type Static, Type } from 'typebox'
import { AviatorChain } from './aviator.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals, strict } from './schemas.ts'

export const AdminAviatorChain = Type.Object({
  ...AviatorChain.properties,
  /**
   * `waiting`: the chain's block does not exist yet. `ready`: next in line. `flying`: in use. `used`: no seeds are
   * left. `dropped`: discarded, because the chain's block appeared too early.
   */
  state: literals(['waiting', 'ready', 'flying', 'used', 'dropped']),
  /** The unused seeds of the chain. The seeds of a waiting chain do not count in the total of all chains. */
  roundsLeft: Type.Integer(),
  /** The blocks that administrators entered for a waiting chain: the last entry of each administrator. */
  entries: Type.Array(Type.Object({ isOwn: Type.Boolean(), enteredAt: Instant })),
})
export type AdminAviatorChain = Static<typeof AdminAviatorChain>

export const listAdminAviatorChains = endpoint({
  method: 'GET',
  path: '/api/admin/aviator/chains',
  summary: 'Seed chains, newest first, and the number of rounds left',
  access: 'admin',
  capability: 'admin:games:read',
  responses: {
    200: Type.Object({
      /** The rounds left on all salted chains. At zero, no round starts. */
      roundsLeft: Type.Integer(),
      /** At this number of rounds, staff must commit the next chain, because its block appears half a day later. */
      commitBelow: Type.Integer(),
      items: Type.Array(AdminAviatorChain),
    }),
  },
  errors: [],
})

/** The pattern allows one spelling only, because the height is compared with the published height. */
const BlockHeight = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })

export const commitAviatorChain = endpoint({
  method: 'POST',
  path: '/api/admin/aviator/chains',
  summary: 'Commit a new chain of rounds to a block that does not exist yet',
  access: 'admin',
  capability: 'admin:aviator:edit',
  body: Type.Object(
    {
      beacon: literals(['bitcoin']),
      height: BlockHeight,
    },
    strict,
  ),
  responses: { 201: AviatorChain },
  errors: [],
})

export const enterAviatorSalt = endpoint({
  method: 'POST',
  path: '/api/admin/aviator/chains/{id}/salt',
  summary: "Enter the chain's block by height and header. The same entry by a second admin salts the chain",
  access: 'admin',
  capability: 'admin:aviator:edit',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object(
    {
      height: BlockHeight,
      /** The 80-byte header. Hash, time and work of the block are computed from it. */
      header: Type.String({ pattern: '^[0-9a-f]{160}$' }),
    },
    strict,
  ),
  responses: { 200: AviatorChain },
  errors: [
    'AVIATOR_CHAIN_NOT_FOUND',
    'AVIATOR_SALT_FIXED',
    'AVIATOR_SALT_HEIGHT',
    'AVIATOR_SALT_BLOCK',
    'AVIATOR_SALT_EARLY',
    'AVIATOR_SALT_DIFFERS',
  ],
})
